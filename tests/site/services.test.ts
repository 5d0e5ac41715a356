// Every service page with the counts, names and buttons of the specification.
import { describe, expect, test } from "vitest";
import { type BuiltSite, buildSite, sectionOfType, sectionsOf, sectionsOfType } from "../support/built-site.ts";
import { attribute, linksOf, one, select, text, texts } from "../support/html.ts";

const site = await buildSite();
const other = await buildSite({ variants: { "event-planning": "b" } });

const CONTACT = "/contact/";

interface ServicePage {
  readonly slug: string;
  readonly of?: BuiltSite;
  /** Buttons of the opening as [label, target]; every page may have more than the specification names. */
  readonly buttons?: readonly (readonly [string, string])[];
  /** Cards in each of the page's blocks of cards. */
  readonly cards?: readonly number[];
  readonly closing?: false;
}

const PLAN = ["Plan Your Event", CONTACT] as const;
const pages: readonly ServicePage[] = [
  { slug: "event-planning", buttons: [["Get Personalized Quote", CONTACT]], cards: [12] },
  { slug: "event-planning", of: other, buttons: [], cards: [8] },
  {
    slug: "event-design",
    buttons: [
      ["View Portfolio", "#portfolio"],
      ["Request Quote", CONTACT],
    ],
    cards: [8, 8],
  },
  { slug: "venue-services", cards: [8] },
  { slug: "equipment-logistics", buttons: [["Browse Inventory", "#inventory"]], cards: [8, 3] },
  { slug: "corporate-conferences", cards: [8, 8] },
  { slug: "product-launches", cards: [8, 8] },
  { slug: "executive-summits", cards: [8, 8] },
  { slug: "gala-dinners", cards: [8] },
  { slug: "corporate-holiday-parties", cards: [4] },
  { slug: "team-building-retreats", cards: [8] },
  ...[
    "networking-events",
    "virtual-hybrid-events",
    "trade-shows",
    "seminars-workshops",
    "press-conferences",
    "vip-dinners",
  ].map((slug): ServicePage => ({ slug, buttons: [PLAN], cards: [], closing: false })),
];

const pathOf = (slug: string) => `/services/${slug}/`;
const named = pages.map((page) => ({ ...page, name: page.slug + (page.of ? "@b" : "") }));

describe.each(named)("$name", ({ slug, of = site, buttons, cards = [], closing }) => {
  const page = of.page(pathOf(slug));

  test("opens with a main heading, a text and its buttons", () => {
    const [hero] = sectionsOf(page);
    expect(hero?.type).toBe("page-hero");
    if (!hero) return;
    expect(hero.heading).toMatch(/^\w/);
    expect(texts(hero.element, "p")[0]?.length).toBeGreaterThan(60);
    if (buttons) expect(linksOf(hero.element).map(({ label, href }) => [label, href])).toEqual(buttons);
  });

  test("has its number of cards, each with a title and a text of its own", () => {
    const blocks = sectionsOf(page).filter(({ type }) => type === "cards");
    expect(blocks.map(({ element }) => select(element, "h3").length)).toEqual(cards);
    for (const { element } of blocks) {
      const titles = texts(element, "h3");
      expect(new Set(titles).size).toBe(titles.length);
      for (const paragraph of texts(element, "li p")) expect(paragraph.length).toBeGreaterThan(30);
    }
  });

  test("shows the way back up: home, services, itself", () => {
    const [trail, ...more] = select(page, "main nav").filter((nav) => attribute(nav, "aria-label") === "You are here");
    expect(more).toEqual([]);
    expect(trail && linksOf(trail)).toEqual([
      { label: "Home", href: "/" },
      { label: "Services", href: "/services/" },
    ]);
    expect(trail && text(one(trail, "span[aria-current=page]"))).toMatch(/^\w/);
  });

  test(
    closing === false
      ? "is its opening and nothing else"
      : "closes with a call to action that leads to the contact page",
    () => {
      const types = sectionsOf(page).map(({ type }) => type);
      if (closing === false) return expect(types).toEqual(["page-hero"]);
      expect(types.at(-1)).toBe("call-to-action");
      expect(linksOf(sectionOfType(page, "call-to-action").element).map(({ href }) => href)).toContain(CONTACT);
    },
  );
});

test("all sixteen service pages are covered here", () => {
  const covered = new Set(pages.map(({ slug }) => pathOf(slug)));
  expect([...covered].sort()).toEqual(site.paths.filter((path) => /^\/services\/./.test(path)));
  expect(covered.size).toBe(16);
});

const stepNames = (of: BuiltSite, slug: string) =>
  texts(sectionOfType(of.page(pathOf(slug)), "steps").element, "ol li h3");
const listsOf = (slug: string) =>
  sectionsOfType(site.page(pathOf(slug)), "lists").flatMap(({ element }) => texts(element, "h3"));

const EVENT_TYPES = [
  "corporate-conferences",
  "product-launches",
  "executive-summits",
  "gala-dinners",
  "corporate-holiday-parties",
  "networking-events",
  "team-building-retreats",
  "virtual-hybrid-events",
  "trade-shows",
  "seminars-workshops",
  "press-conferences",
  "vip-dinners",
].map(pathOf);

describe("event planning, first reading", () => {
  const page = site.page(pathOf("event-planning"));

  test("has the sections of the specification in its order", () => {
    expect(sectionsOf(page).map(({ type }) => type)).toEqual([
      "page-hero",
      "steps",
      "banner",
      "service-links",
      "cards",
      "success-story",
      "figures",
      "related-services",
      "call-to-action",
    ]);
    expect(sectionsOf(page)[0]?.heading).toBe("Comprehensive Event Planning & Management Services in Toronto");
  });

  test("has four steps with the names of the specification", () => {
    expect(stepNames(site, "event-planning")).toEqual([
      "Discovery & Consultation",
      "Concept Development",
      "Planning & Coordination",
      "Execution & Evaluation",
    ]);
  });

  test("has a photo banner", () => {
    expect(attribute(one(sectionOfType(page, "banner").element, "img"), "alt")).toMatch(/\w{3}/);
  });

  test("links twelve event types, each to its own page, in the order of the specification", () => {
    const { element } = sectionOfType(page, "service-links");
    expect(linksOf(element).map(({ href }) => href)).toEqual(EVENT_TYPES);
    expect(new Set(linksOf(element).map(({ label }) => label)).size).toBe(12);
    expect(new Set(texts(element, "article p")).size).toBe(12);
  });

  test("tells one success story: an accounting firm, a rooftop, 2024, 50+ attendees, five stars", () => {
    const story = sectionOfType(page, "success-story").element;
    expect(text(one(story, "h3"))).toMatch(/accounting firm.*rooftop celebration.*2024/);
    expect(texts(story, "dl div")).toContain("attendees50+");
    expect(attribute(one(story, "svg"), "aria-label")).toBe("5 out of 5 stars");
    expect(text(one(story, "blockquote")).length).toBeGreaterThan(40);
    expect(select(story, "img")).toHaveLength(1);
  });

  test("says why to choose the company with its three figures", () => {
    const { element, heading } = sectionOfType(page, "figures");
    expect(heading).toMatch(/^Why Choose /);
    expect(texts(element, "dl dd.value")).toEqual(["450+", "110+", "20+"]);
  });
});

describe("event planning, second reading", () => {
  const page = other.page(pathOf("event-planning"));

  test("has eight service cards with feature bullets", () => {
    const { element } = sectionOfType(page, "cards");
    const points = select(element, "li")
      .filter((item) => select(item, "h3").length > 0)
      .map((item) => texts(item, "li").length);
    expect(points).toHaveLength(8);
    expect(Math.min(...points)).toBeGreaterThanOrEqual(2);
  });

  test("has eight event types that link to eight pages", () => {
    const links = linksOf(sectionOfType(page, "service-links").element).map(({ href }) => href);
    expect(new Set(links).size).toBe(8);
    expect(links.every((href) => EVENT_TYPES.includes(href))).toBe(true);
  });

  test("has four steps with the names of the specification", () => {
    expect(stepNames(other, "event-planning")).toEqual([
      "Discovery & Strategy",
      "Planning & Design",
      "Coordination & Management",
      "Execution & Follow-up",
    ]);
  });

  test("offers the planning guide for download beside the call to action", () => {
    expect(linksOf(sectionOfType(page, "call-to-action").element)).toEqual([
      { label: "Get Personalized Quote", href: CONTACT },
      { label: "Download Planning Guide", href: "/downloads/planning-guide.pdf" },
    ]);
  });
});

describe("event design", () => {
  test("lists three capabilities with items each", () => {
    expect(listsOf("event-design")).toEqual(["Audio Visual", "Staging & Lighting", "Digital Services"]);
  });

  test("has a portfolio where its button leads", () => {
    const gallery = sectionOfType(site.page(pathOf("event-design")), "gallery").element;
    expect(attribute(gallery, "id")).toBe("portfolio");
    expect(select(gallery, "figure img").length).toBeGreaterThanOrEqual(4);
    expect(texts(gallery, "figcaption").every((caption) => caption.length > 20)).toBe(true);
  });
});

describe("venue services", () => {
  test("has its network in four categories with featured venues", () => {
    expect(listsOf("venue-services")).toEqual([
      "Hotels & Resorts",
      "Conference Centers",
      "Unique Venues",
      "Corporate Spaces",
    ]);
    const lists = select(sectionOfType(site.page(pathOf("venue-services")), "lists").element, "ul");
    for (const list of lists) expect(select(list, "li").length).toBeGreaterThanOrEqual(3);
  });

  test("selects a venue in five steps", () => {
    expect(stepNames(site, "venue-services")).toHaveLength(5);
  });
});

describe("equipment and logistics", () => {
  test("has its inventory in four categories where its button leads", () => {
    expect(listsOf("equipment-logistics")).toEqual([
      "Seating Solutions",
      "Tables & Surfaces",
      "Audio Visual",
      "Event Essentials",
    ]);
    const { element } = sectionOfType(site.page(pathOf("equipment-logistics")), "lists");
    expect(attribute(element, "id")).toBe("inventory");
  });

  test("has four steps and three specialised services", () => {
    expect(stepNames(site, "equipment-logistics")).toHaveLength(4);
    const special = sectionsOfType(site.page(pathOf("equipment-logistics")), "cards").at(-1);
    expect(special && texts(special.element, "h3")).toEqual([
      "Emergency Rental",
      "Storage Solutions",
      "Technical Support",
    ]);
  });
});

describe("the overview", () => {
  const page = site.page("/services/");

  test("has an opening, all services, the company's figures and a call to action", () => {
    expect(sectionsOf(page).map(({ type }) => type)).toEqual([
      "page-hero",
      "service-index",
      "figures",
      "call-to-action",
    ]);
    expect(texts(sectionOfType(page, "figures").element, "dl dd.value")).toEqual(["450+", "110+", "20+"]);
    expect(linksOf(sectionOfType(page, "call-to-action").element).map(({ href }) => href)).toEqual([CONTACT]);
  });

  test("links all sixteen services in the groups of the footer, each with a sentence of its own", () => {
    const index = sectionOfType(page, "service-index").element;
    const groups = texts(one(page, "footer"), "nav h3");
    expect(texts(index, "h3")).toEqual(groups);
    const inFooter = linksOf(one(page, "footer"))
      .map(({ href }) => href.replace(/#top$/, ""))
      .filter((href) => /^\/services\/./.test(href));
    expect(linksOf(index).map(({ href }) => href)).toEqual([...new Set(inFooter)]);
    expect(linksOf(index)).toHaveLength(16);
    expect(new Set(texts(index, "article p")).size).toBe(16);
  });
});
