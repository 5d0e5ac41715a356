// What staff and operators do without touching any code: one new file, one changed line, one option.
import { expect, test } from "vitest";
import { type BuiltSite, buildSite, sectionOfType, sectionsOf } from "../support/site/built-site.ts";
import { type ContentCopy, withContentCopy } from "../support/site/content-copy.ts";
import { attribute, linksOf, one, select, text, texts } from "../support/site/html.ts";

const buildCopy = ({ root }: ContentCopy): Promise<BuiltSite> => buildSite({ root });

const charityAuctions = `
title: Charity auctions for Toronto companies
description: Silent and live charity auctions in Toronto, with lots, paddles and a till that closes the same night.
name: Charity auctions
summary: Silent and live auctions with a till that closes the same night.
group: celebrations
order: 85
footerLabels: [Charity Auctions, Fundraising Nights]
image: { src: gala-detail.webp, alt: Candles on a table }
sections:
  - type: page-hero
    heading: Auctions that raise more
    actions: [{ label: Plan Your Event, href: /contact }]
`;

test("a new service is one file: it has a page and is on the overview, in the footer and in the sitemap", () =>
  withContentCopy(async (copy) => {
    copy.write({ "services/charity-auctions.yaml": charityAuctions });
    const site = await buildCopy(copy);
    const href = "/services/charity-auctions/";
    expect(site.paths).toHaveLength(27);
    expect(text(one(site.page(href), "h1"))).toBe("Auctions that raise more");
    expect(site.file("sitemap.xml")).toContain(`<loc>https://www.example.com${href}</loc>`);
    const index = linksOf(sectionOfType(site.page("/services/"), "service-index").element);
    const position = index.findIndex((link) => link.href === href);
    expect(index[position]).toEqual({ label: "Charity auctions", href });
    expect(index[position - 1]?.href).toBe("/services/gala-dinners/");
    for (const path of ["/", "/contact/", href]) {
      const labels = linksOf(one(site.page(path), "footer")).filter((link) => link.href.replace(/#top$/, "") === href);
      expect(labels.map(({ label }) => label)).toEqual(["Charity Auctions", "Fundraising Nights"]);
    }
  }));

test("a new venue is one file: it is on the venues page, and on the start page when it comes first", () =>
  withContentCopy(async (copy) => {
    const venue = copy.read("venues/downtown-rooftop.yaml");
    copy.write({
      "venues/island-pavilion.yaml": venue
        .replace(/name: .*/, "name: Island Pavilion")
        .replace("order: 20", "order: 5"),
    });
    const site = await buildCopy(copy);
    const namesOn = (path: string) => texts(sectionOfType(site.page(path), "venue-list").element, "h3");
    expect(namesOn("/venues/")).toEqual(["Island Pavilion", "Hotel Corvane", "Tallow Terrace", "Brickmere Works"]);
    expect(namesOn("/")).toEqual(["Island Pavilion", "Hotel Corvane", "Tallow Terrace"]);
    expect(select(site.page("/venues/"), "[id=island-pavilion]")).toHaveLength(1);
  }));

test("a new testimonial and a new client are one file each", () =>
  withContentCopy(async (copy) => {
    copy.write({
      "testimonials/museum-gala.yaml": copy
        .read("testimonials/law-firm-conference.yaml")
        .replace(/name: .*/, "name: Owen K.")
        .replace("rating: 5", "rating: 4"),
      "clients/wrenfield.yaml": copy.read("clients/tessand.yaml").replaceAll("Tessand", "Wrenfield"),
    });
    const page = (await buildCopy(copy)).page("/");
    const quotes = sectionOfType(page, "testimonials").element;
    expect(texts(quotes, "figcaption b")).toContain("Owen K.");
    expect(select(quotes, "svg[role=img]").map((stars) => attribute(stars, "aria-label"))).toContain(
      "4 out of 5 stars",
    );
    const logos = select(sectionOfType(page, "logo-strip").element, "img").map((logo) => attribute(logo, "alt"));
    expect(logos).toContain("Wrenfield");
    expect(logos).toHaveLength(14);
  }));

test("a new page is one file with an address of its own, and stays out of the sitemap where it is not listed", () =>
  withContentCopy(async (copy) => {
    const page = (title: string) =>
      `title: ${title}\ndescription: Who plans, builds and runs the events of this company in Toronto, and since when.\nsections: [{ type: page-hero, heading: ${title} }]\n`;
    copy.write({ "pages/about.yaml": page("About us"), "pages/thanks.yaml": `listed: false\n${page("Thank you")}` });
    const site = await buildCopy(copy);
    expect(text(one(site.page("/about/"), "h1"))).toBe("About us");
    expect(text(one(site.page("/thanks/"), "h1"))).toBe("Thank you");
    expect(site.file("sitemap.xml")).toContain("/about/");
    expect(site.file("sitemap.xml")).not.toContain("/thanks/");
    expect(attribute(one(site.page("/thanks/"), "meta[name=robots]"), "content")).toBe("noindex");
  }));

test("sections can be reordered, removed and repeated", () =>
  withContentCopy(async (copy) => {
    const home = copy.read("pages/home.yaml");
    const [head = "", ...blocks] = home.split(/^(?= {2}- type: )/m);
    const typeOf = (block: string) => /type: (\S+)/.exec(block)?.[1] ?? "";
    const opening = blocks[0] ?? "";
    const shuffled = [
      opening,
      ...blocks
        .slice(1)
        .reverse()
        .filter((block) => typeOf(block) !== "logo-strip"),
      blocks[1] ?? "",
    ];
    copy.write({ "pages/home.yaml": head + shuffled.map((block) => block.replace(/\n*$/, "\n")).join("") });
    const page = (await buildCopy(copy)).page("/");
    expect(sectionsOf(page).map(({ type }) => type)).toEqual(shuffled.map(typeOf));
    expect(text(one(page, "style"))).not.toMatch(/[{};,]\.logo-strip[{ ]/);
    const ids = sectionsOf(page).map(({ element }) => attribute(element, "id"));
    expect(new Set(ids).size).toBe(ids.length);
  }));

test("a fact of the company is written once: a changed phone number shows everywhere", () =>
  withContentCopy(async (copy) => {
    copy.write({ "site.yaml": copy.read("site.yaml").replace("416-555-0142", "647-555-0199") });
    const site = await buildCopy(copy);
    for (const { file } of site.result.routes) {
      expect(site.file(file)).toContain("tel:+16475550199");
      expect(site.file(file)).not.toMatch(/416-?555-?0142|4165550142/);
    }
  }));

test("`links: bare` takes the slash from every link, canonical address and sitemap entry", () =>
  withContentCopy(async (copy) => {
    copy.write({ "site.yaml": copy.read("site.yaml").replace("links: slash", "links: bare") });
    const site = await buildCopy(copy);
    const slash = await buildSite();
    expect(site.result.routes.map(({ file }) => file).sort()).toEqual(
      slash.result.routes.map(({ file }) => file).sort(),
    );
    expect(site.paths.filter((path) => path !== "/" && path.endsWith("/"))).toEqual([]);
    for (const path of site.paths) {
      const page = site.page(path);
      const targets = [
        ...linksOf(page).map(({ href }) => href),
        ...select(page, "link[rel=canonical]").map((link) => attribute(link, "href") ?? ""),
      ];
      expect(
        targets.filter((target) => /[^/:]\/(?:$|[?#])/.test(target.replace(/^https:\/\/www\.example\.com(?=\/$)/, ""))),
        path,
      ).toEqual([]);
      const data = (one(page, "script[type=application/ld+json]").childNodes[0] as { value: string }).value;
      expect(data).not.toMatch(/www\.example\.com\/[^"]+\/"/);
    }
    expect(site.file("sitemap.xml")).not.toMatch(/[a-z]\/<\/loc>.*[a-z-]\/<\/loc>/);
    expect(site.file("sitemap.xml")).toContain("<loc>https://www.example.com/services/gala-dinners</loc>");
  }));

test("the addresses of site and relay can be given from outside", async () => {
  const site = await buildSite({ siteUrl: "https://events.example.org/", relayUrl: "https://mail.example.org/" });
  const contact = site.page("/contact/");
  expect(attribute(one(contact, "link[rel=canonical]"), "href")).toBe("https://events.example.org/contact/");
  expect(attribute(one(contact, "form"), "action")).toBe("https://mail.example.org/functions/v1/send-contact-email");
  expect(site.file("robots.txt")).toContain("Sitemap: https://events.example.org/sitemap.xml");
  for (const { path } of site.result.files.filter(({ path }) => /\.(?:html|xml|txt|webmanifest)$/.test(path))) {
    expect(site.file(path), path).not.toMatch(/(?:www|relay)\.example\.com/);
  }
});
