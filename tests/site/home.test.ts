import { describe, expect, test } from "vitest";
import { buildSite, type PageSection, sectionOfType, sectionsOf } from "../support/built-site.ts";
import { attribute, linksOf, one, select, text, texts } from "../support/html.ts";

const site = await buildSite();
const noForm = await buildSite({ variants: { home: "no-form" } });

const SEVEN = ["hero-carousel", "steps", "service-tiles", "venue-list", "logo-strip", "testimonials", "call-to-action"];

test("the start page has eight sections in the order of the specification", () => {
  expect(sectionsOf(site.page("/")).map(({ type }) => type)).toEqual([...SEVEN, "request-form"]);
});

test("its variant without a form ends with the call to action", () => {
  expect(sectionsOf(noForm.page("/")).map(({ type }) => type)).toEqual(SEVEN);
  expect(select(noForm.page("/"), "form")).toEqual([]);
});

test("the first seven sections say the same in both variants", () => {
  const words = (page: typeof site) =>
    sectionsOf(page.page("/"))
      .slice(0, 7)
      .map(({ element }) => text(element));
  expect(words(noForm)).toEqual(words(site));
});

describe.each([
  ["home", site],
  ["home@no-form", noForm],
])("%s", (_, of) => {
  const page = of.page("/");
  const section = (type: string): PageSection => sectionOfType(page, type);

  test("opens with three pictures, the headline and two buttons", () => {
    const { element, heading } = section("hero-carousel");
    expect(heading).toBe("Toronto's Premier Corporate Event Specialists");
    expect(select(element, ".slide img")).toHaveLength(3);
    expect(select(element, ".slide").map((slide) => attribute(slide, "aria-label"))).toEqual([
      "1 of 3",
      "2 of 3",
      "3 of 3",
    ]);
    expect(new Set(texts(element, ".slide figcaption")).size).toBe(3);
    expect(linksOf(element)).toEqual([
      { label: "Get Your Free Quote Today", href: "/contact/" },
      { label: "View Our Services", href: "/services/" },
    ]);
  });

  test("loads the first picture at once and the others when they are needed", () => {
    const loading = select(section("hero-carousel").element, "img").map((image) => [
      attribute(image, "loading"),
      attribute(image, "fetchpriority"),
    ]);
    expect(loading).toEqual([
      [undefined, "high"],
      ["lazy", undefined],
      ["lazy", undefined],
    ]);
  });

  test("states the figures of the company", () => {
    const words = text(one(page, "main"));
    for (const figure of ["450+ Toronto events executed", "20+ years of experience", "110+ partner venues"]) {
      expect(words).toContain(figure);
    }
    expect(words).toContain("executive consultation is complimentary");
  });

  test("has the three steps of the method as an ordered list", () => {
    expect(texts(section("steps").element, "ol li h3")).toEqual([
      "Vision Discovery",
      "Custom Design",
      "Expert Execution",
    ]);
  });

  test("has nine tiles with picture, description, three features and a link", () => {
    const tiles = select(section("service-tiles").element, "article");
    expect(
      tiles.map((tile) => [text(one(tile, "h3")), attribute(one(tile, "a"), "href")?.replace("/services/", "")]),
    ).toEqual([
      ["Event Planning", "event-planning/"],
      ["Event Design", "event-design/"],
      ["Venue Services", "venue-services/"],
      ["Entertainment and Talent Booking", "equipment-logistics/"],
      ["Catering", "gala-dinners/"],
      ["Team Building", "team-building-retreats/"],
      ["Corporate Conferences", "corporate-conferences/"],
      ["Product Launches", "product-launches/"],
      ["Virtual and Hybrid Events", "virtual-hybrid-events/"],
    ]);
    for (const tile of tiles) {
      expect(text(one(tile, "a"))).toBe("Discover More");
      expect(attribute(one(tile, "img"), "alt")).toMatch(/\w{3}/);
      expect(text(one(tile, "p")).length).toBeGreaterThan(30);
      expect(new Set(texts(tile, "li")).size).toBe(3);
    }
  });

  test("names each tile's link after its tile", () => {
    const tiles = section("service-tiles").element;
    const words = (id: string) => texts(tiles, `[id=${id}]`).join(" ");
    const names = select(tiles, "article a").map((link) =>
      (attribute(link, "aria-labelledby") ?? "").split(" ").map(words).join(" "),
    );
    expect(names).toEqual(texts(tiles, "h3").map((title) => `Discover More ${title}`));
  });

  test("shows the three venues with their figures and a link to the venues page", () => {
    const { element } = section("venue-list");
    const venues = select(element, "article").map((venue) => texts(venue, "dl dd"));
    expect(venues).toEqual([["1,670", "36"], ["300"], ["16,000", "30"]]);
    expect(select(element, "article img")).toHaveLength(3);
    expect(linksOf(element)).toEqual([{ label: "Find Your Venue", href: "/venues/" }]);
  });

  test("runs six client logos, and once more for the loop, where screen readers pass them by", () => {
    const [first, copy, ...more] = select(section("logo-strip").element, "ul");
    expect(more).toEqual([]);
    const sources = (list: typeof first) => (list ? select(list, "img").map((logo) => attribute(logo, "src")) : []);
    expect(new Set(sources(first)).size).toBe(6);
    expect(sources(copy)).toEqual(sources(first));
    expect(first && attribute(first, "aria-hidden")).toBeUndefined();
    expect(copy && attribute(copy, "aria-hidden")).toBe("true");
    const names = first ? select(first, "img").map((logo) => attribute(logo, "alt")) : [];
    expect(names).toEqual(["Northmere", "calder+voss", "Ardelane", "Otterquay", "Tessand", "Hollin Mutual"]);
  });

  test("quotes three clients with name, role and company, five stars each", () => {
    const quotes = select(section("testimonials").element, "figure");
    expect(quotes).toHaveLength(3);
    for (const quote of quotes) {
      expect(attribute(one(quote, "svg"), "aria-label")).toBe("5 out of 5 stars");
      expect(select(quote, "svg path.full")).toHaveLength(5);
      expect(text(one(quote, "blockquote")).length).toBeGreaterThan(60);
      expect(text(one(quote, "figcaption b"))).toMatch(/^\S+ \S\.$/);
      expect(text(one(quote, "figcaption span"))).toMatch(/^\w.+, \w/);
    }
  });

  test("closes with a call to action that leads to the contact page", () => {
    const { element } = section("call-to-action");
    expect(linksOf(element)).toEqual([{ label: "Get a Free Quote", href: "/contact/" }]);
    expect(text(element)).toContain("customized proposal follows within 24 hours");
  });
});

test("the form has its heading, subheading and a card that promises a quote within 24 hours", () => {
  const { element, heading } = sectionOfType(site.page("/"), "request-form");
  expect(heading).toBe("Plan Your Corporate Event Today");
  expect(texts(element, "p")[0]).toBe("Start Planning Your Toronto Corporate Event");
  expect(texts(element, "h3")).toEqual(["Contact Us"]);
  expect(text(element)).toMatch(/custom quote will come within 24 hours/);
});
