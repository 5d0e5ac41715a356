// What every page has, whichever it is.
import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { buildSite, sectionsOf } from "../support/built-site.ts";
import { attribute, elementsOf, type HtmlNode, linksOf, one, select, text, texts } from "../support/html.ts";

const site = await buildSite();
const variants = await buildSite({ variants: { home: "no-form", "event-planning": "b" } });
const pages = [
  ...site.paths.map((path) => ({ name: path, path, of: site })),
  { name: "home@no-form", path: "/", of: variants },
  { name: "event-planning@b", path: "/services/event-planning/", of: variants },
];
const URL_BASE = "https://www.example.com";
const isNotFound = (path: string) => path === "/404.html";
/** Not for search engines: the not-found page, and where forms lead without script. */
const isUnlisted = (path: string) => isNotFound(path) || ["/thank-you/", "/try-again/"].includes(path);

const metaOf = (page: HtmlNode, name: string) =>
  [...select(page, `meta[name=${name}]`), ...select(page, `meta[property=${name}]`)].map((meta) =>
    attribute(meta, "content"),
  );
const linkRel = (page: HtmlNode, rel: string) =>
  select(page, `link[rel=${rel}]`).map((link) => attribute(link, "href"));
const jsonOf = (page: HtmlNode) =>
  JSON.parse((one(page, "script[type=application/ld+json]").childNodes[0] as { value: string }).value) as {
    "@context": string;
    "@graph": Record<string, unknown>[];
  };

/** A footer link to the open page leads to its top. */
const footerLinks = (footer: HtmlNode) =>
  linksOf(footer).map(({ label, href }) => ({ label, href: href.replace(/#top$/, "") }));

test("trails name each page in one way, and as header and footer do", () => {
  const names = new Map<string, Set<string>>();
  const note = (address: string, name: string) => names.set(address, (names.get(address) ?? new Set()).add(name));
  for (const { of, path } of pages) {
    const page = of.page(path);
    const list = jsonOf(page)["@graph"].find((item) => item["@type"] === "BreadcrumbList");
    for (const { item, name } of (list?.itemListElement ?? []) as { item: string; name: string }[]) note(item, name);
    const trail = [...select(page, "nav.breadcrumb")].flatMap((nav) => [
      ...linksOf(nav),
      { href: path, label: text(one(nav, "[aria-current=page]")) },
    ]);
    for (const { href, label } of trail) note(URL_BASE + href, label);
  }
  expect(names.size).toBeGreaterThan(20);
  expect([...names].filter(([, { size }]) => size > 1)).toEqual([]);
  const header = linksOf(one(site.page("/"), "header .sheet nav"));
  expect(header.length).toBeGreaterThan(2);
  for (const { href, label } of header)
    if (names.has(URL_BASE + href) && href !== "/contact/")
      expect(names.get(URL_BASE + href)).toEqual(new Set([label]));
});

describe.each(pages)("$name", ({ path, of }) => {
  const page = of.page(path);
  const [route] = of.result.routes.filter((each) => each.path === path);
  const html = of.file(route?.file ?? "");

  test("is a whole document in Canadian English, with a charset and a viewport", () => {
    expect(html.startsWith('<!DOCTYPE html><html lang="en-CA"><head><meta charset="utf-8">')).toBe(true);
    expect(metaOf(page, "viewport")).toEqual(["width=device-width, initial-scale=1"]);
  });

  test("begins with a skip link to its main part", () => {
    const [first] = select(page, "body a");
    expect(first && { label: text(first), href: attribute(first, "href") }).toEqual({
      label: "Skip to main content",
      href: "#main",
    });
    expect(attribute(one(page, "main"), "id")).toBe("main");
  });

  test("has one header, one main part and one footer, in this order, and names its navigations", () => {
    const landmarks = elementsOf(one(page, "body")).map(({ tagName }) => tagName);
    expect(landmarks.filter((tag) => ["header", "main", "footer"].includes(tag))).toEqual(["header", "main", "footer"]);
    for (const nav of select(page, "nav")) expect(attribute(nav, "aria-label")).toMatch(/\w/);
  });

  test("has one main heading and leaves no level out", () => {
    const levels = elementsOf(page).flatMap(({ tagName }) => (/^h[1-6]$/.test(tagName) ? [Number(tagName[1])] : []));
    expect(levels.filter((level) => level === 1)).toHaveLength(1);
    expect(levels[0]).toBe(1);
    levels.forEach((level, index) => {
      expect(level).toBeLessThanOrEqual((levels[index - 1] ?? 0) + 1);
    });
  });

  test("has unique ids, and every label and ARIA attribute names one of them", () => {
    const ids = elementsOf(page).flatMap((element) => attribute(element, "id") ?? []);
    expect(ids).toEqual([...new Set(ids)]);
    const named = elementsOf(page).flatMap((element) =>
      ["for", "aria-labelledby", "aria-describedby", "aria-controls"].flatMap(
        (name) => attribute(element, name)?.split(/\s+/) ?? [],
      ),
    );
    expect(named.filter((id) => !ids.includes(id))).toEqual([]);
  });

  test("names its canonical address with the slash, unless it is the not-found page", () => {
    expect(linkRel(page, "canonical")).toEqual(isNotFound(path) ? [] : [URL_BASE + path]);
    expect(metaOf(page, "robots")).toEqual(isUnlisted(path) ? ["noindex"] : []);
  });

  test("carries a card for shared links with a picture that is published in the size it tells", async () => {
    const [image = ""] = metaOf(page, "og:image");
    const { width, height } = await sharp(of.bytes(image.slice(URL_BASE.length + 1))).metadata();
    expect(text(one(page, "title"))).toMatch(/^\S.+ \| Evenhall$/);
    expect(metaOf(page, "og:type")).toEqual(["website"]);
    expect(metaOf(page, "og:site_name")).toEqual(["Evenhall"]);
    expect(metaOf(page, "og:title")).toEqual([text(one(page, "title"))]);
    expect(metaOf(page, "og:description")).toEqual(metaOf(page, "description"));
    expect(metaOf(page, "og:url")).toEqual(isNotFound(path) ? [] : [URL_BASE + path]);
    expect(metaOf(page, "og:locale")).toEqual(["en_CA"]);
    expect(metaOf(page, "og:image:width")).toEqual([String(width)]);
    expect(metaOf(page, "og:image:height")).toEqual([String(height)]);
    expect(metaOf(page, "og:image:alt")[0]).toMatch(/\w{3}/);
    expect(metaOf(page, "twitter:card")).toEqual(["summary_large_image"]);
  });

  test("refers to icons and a manifest that are published", () => {
    const files = [...linkRel(page, "icon"), ...linkRel(page, "apple-touch-icon"), ...linkRel(page, "manifest")];
    expect(files).toHaveLength(4);
    for (const file of files) expect(of.bytes(file?.slice(1) ?? "").length).toBeGreaterThan(100);
  });

  test("tells search engines the company with its address and hours", () => {
    const { "@context": context, "@graph": graph } = jsonOf(page);
    expect(context).toBe("https://schema.org");
    expect(graph[0]).toMatchObject({
      "@type": "LocalBusiness",
      name: "Evenhall",
      legalName: "Evenhall Events Inc.",
      url: `${URL_BASE}/`,
      telephone: "+1-416-555-0142",
      email: "hello@example.com",
      address: {
        "@type": "PostalAddress",
        streetAddress: "140 Lantern Lane, Suite 300",
        addressLocality: "Toronto",
        addressRegion: "Ontario",
        postalCode: "M5V 9Z9",
        addressCountry: "CA",
      },
      openingHoursSpecification: {
        "@type": "OpeningHoursSpecification",
        dayOfWeek: ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday"],
        opens: "09:00",
        closes: "18:00",
      },
    });
    for (const field of ["logo", "image"]) {
      expect(of.bytes(String(graph[0]?.[field]).slice(URL_BASE.length + 1)).length).toBeGreaterThan(0);
    }
  });

  test("tells search engines the service where it is one, and its trail where it has one", () => {
    const graph = jsonOf(page)["@graph"];
    const isService = /^\/services\/./.test(path);
    const hasTrail = path !== "/" && !isNotFound(path);
    expect(graph.map((item) => item["@type"])).toEqual([
      "LocalBusiness",
      ...(isService ? ["Service"] : []),
      ...(hasTrail ? ["BreadcrumbList"] : []),
    ]);
    if (isService) {
      expect(graph[1]).toMatchObject({ url: URL_BASE + path, provider: { "@id": graph[0]?.["@id"] } });
      expect(graph[1]?.description).toBe(metaOf(page, "description")[0]);
    }
    if (!hasTrail) return;
    const items = graph.at(-1)?.itemListElement as { position: number; name: string; item: string }[];
    expect(items.map(({ item }) => item)).toEqual([
      `${URL_BASE}/`,
      ...(isService ? [`${URL_BASE}/services/`] : []),
      URL_BASE + path,
    ]);
    expect(items.map(({ position }) => position)).toEqual(items.map((_, index) => index + 1));
    for (const { name } of items) expect(name).toMatch(/^\w/);
  });

  test("has the loader where an island is on it, the visit's script, and no other script but its data", () => {
    const scripts = select(page, "script").map((script) => attribute(script, "src") ?? attribute(script, "type"));
    const hasIsland = elementsOf(page).some((element) => attribute(element, "data-island") !== undefined);
    expect(scripts).toEqual([
      "application/ld+json",
      ...(hasIsland ? [expect.stringMatching(/^\/assets\/scripts\/loader-\w+\.js$/)] : []),
      expect.stringMatching(/^\/assets\/scripts\/visit-[0-9a-f]{16}\.js$/),
    ]);
  });

  test("has one style element, no inline style and no event handler", () => {
    expect(select(page, "style")).toHaveLength(1);
    for (const element of elementsOf(page)) {
      const names = element.attrs.map(({ name }) => name);
      expect(names.filter((name) => name === "style" || name.startsWith("on"))).toEqual([]);
    }
    expect(html).not.toMatch(/javascript:/i);
  });

  test("shows pictures with an alternative text and the true size of a published file", async () => {
    for (const image of select(page, "img")) {
      const src = attribute(image, "src") ?? "";
      const { width, height } = await sharp(of.bytes(src.slice(1))).metadata();
      expect(attribute(image, "alt"), src).toBeDefined();
      expect([attribute(image, "width"), attribute(image, "height")], src).toEqual([String(width), String(height)]);
    }
  });

  test("leaves a picture without words only where words beside it say the same", () => {
    const silent = select(page, "img[alt=]").map((image) => attribute(image, "src"));
    const allowed = ["logo-strip", "related-services", "service-index"].flatMap((type) =>
      select(page, `section.${type} img`).map((image) => attribute(image, "src")),
    );
    expect(silent.filter((src) => !allowed.includes(src))).toEqual([]);
  });

  test("carries the styles of the sections it shows and of no other", () => {
    const css = text(one(page, "style"));
    const shown = path.match(/terms|privacy/) ? ["legal"] : sectionsOf(page).map(({ type }) => type);
    // A rule of the section's own begins with its class; other sheets may name it further on.
    const styled = SECTION_TYPES.filter((type) =>
      new RegExp(`(?:^|[{};,])(?:\\.section)?\\.${type}(?=[{.:,\\s>+~[])`).test(css),
    );
    expect(styled).toEqual(SECTION_TYPES.filter((type) => shown.includes(type)));
  });

  test("has the logo, Services, Venues, Talent, the phone number and the quote button in its header", () => {
    const header = one(page, "header");
    const [logo] = select(header, "a");
    expect(logo && attribute(logo, "href")).toBe("/");
    expect(linksOf(header)).toEqual(
      expect.arrayContaining([
        { label: "Services", href: "/services/" },
        { label: "Venues", href: "/venues/" },
        { label: "Talent", href: "/talent/" },
        { label: "Call us 416-555-0142", href: "tel:+14165550142" },
        { label: "Get a Free Quote", href: "/contact/" },
      ]),
    );
  });

  test("has tagline, services, contact details, quick links, legal links and the copyright line in its footer", () => {
    const footer = one(page, "footer");
    expect(text(footer)).toContain("Premier corporate event planning and venue services");
    expect(footerLinks(footer).filter(({ href }) => /^\/services\/./.test(href))).toEqual(FOOTER_SERVICES);
    expect(text(one(footer, "address"))).toContain("Toronto, Canada");
    expect(footerLinks(footer).filter(({ href }) => !/^\/services\/./.test(href))).toEqual([
      { label: "All services", href: "/services/" },
      { label: "416-555-0142", href: "tel:+14165550142" },
      { label: "hello@example.com", href: "mailto:hello@example.com" },
      { label: "Home", href: "/" },
      { label: "Services", href: "/services/" },
      { label: "Venues", href: "/venues/" },
      { label: "Talent", href: "/talent/" },
      { label: "Contact", href: "/contact/" },
      { label: "Terms of Service", href: "/terms-of-service/" },
      { label: "Privacy Policy", href: "/privacy-policy/" },
    ]);
    expect(texts(footer, "p")).toContain("© 2025 Evenhall. All rights reserved.");
  });

  test("marks the link to itself as the current page, and no link to another", () => {
    const current = select(page, "a[aria-current=page]").map((link) => attribute(link, "href")?.replace(/#top$/, ""));
    expect([...new Set(current)].filter((href) => href !== path)).toEqual([]);
    const inFooter = footerLinks(one(page, "footer")).some(({ href }) => href === path);
    expect(current.length > 0).toBe(inFooter);
  });
});

const SECTION_TYPES = [
  "artist-list",
  "banner",
  "call-to-action",
  "cards",
  "figures",
  "gallery",
  "hero-carousel",
  "legal",
  "lists",
  "logo-strip",
  "page-hero",
  "prose",
  "related-services",
  "request-form",
  "service-index",
  "service-links",
  "service-tiles",
  "steps",
  "success-story",
  "testimonials",
  "venue-list",
];

/** Labels as the specification gives them, else the page's own name, in the order of the groups. */
const FOOTER_SERVICES = [
  ["Event planning", "event-planning"],
  ["Event design", "event-design"],
  ["Venue services", "venue-services"],
  ["Equipment and logistics", "equipment-logistics"],
  ["Corporate Events", "corporate-conferences"],
  ["Conference Planning", "corporate-conferences"],
  ["Executive summits", "executive-summits"],
  ["Virtual and hybrid events", "virtual-hybrid-events"],
  ["Trade shows", "trade-shows"],
  ["Seminars and workshops", "seminars-workshops"],
  ["Press conferences", "press-conferences"],
  ["Product launches", "product-launches"],
  ["Awards Ceremonies", "gala-dinners"],
  ["Corporate holiday parties", "corporate-holiday-parties"],
  ["VIP dinners", "vip-dinners"],
  ["Networking events", "networking-events"],
  ["Team Building", "team-building-retreats"],
].map(([label, slug]) => ({ label, href: `/services/${slug}/` }));
