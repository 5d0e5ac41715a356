// Venues, talent, contact, the legal pages and the not-found page.
import { describe, expect, test } from "vitest";
import { buildSite, sectionOfType, sectionsOf } from "../support/built-site.ts";
import { attribute, linksOf, one, select, text, texts } from "../support/html.ts";

const site = await buildSite();

const factsOf = (element: Parameters<typeof select>[0]) =>
  select(element, "dl div").map((fact) => `${text(one(fact, "dd"))} ${text(one(fact, "dt"))}`);

describe("the venues page", () => {
  const page = site.page("/venues/");

  test("has its headline, the venues, then the form", () => {
    expect(sectionsOf(page).map(({ type }) => type)).toEqual(["page-hero", "venue-list", "request-form"]);
    expect(sectionsOf(page)[0]?.heading).toBe("We can book any Venue in Toronto");
  });

  test("shows a downtown hotel, a downtown rooftop and a mid-town warehouse with their figures", () => {
    const venues = select(sectionOfType(page, "venue-list").element, "article");
    expect(venues.map((venue) => text(one(venue, ".kind")))).toEqual([
      "Hotel, Downtown",
      "Rooftop, Downtown",
      "Warehouse, Mid-town",
    ]);
    expect(venues.map(factsOf)).toEqual([
      ["1,670 guests", "36 meeting rooms"],
      ["300 people"],
      ["16,000 sq ft", "30 ft ceiling"],
    ]);
    const words = venues.map(text);
    expect(words[0]).toMatch(/large downtown hotel: up to 1,670 guests, 36 meeting rooms/);
    expect(words[1]).toMatch(/downtown rooftop venue for up to 300 people/);
    expect(words[2]).toMatch(/mid-town warehouse: 16,000 sq ft, 30 ft ceiling/);
    for (const venue of venues) expect(attribute(one(venue, "img"), "alt")).toMatch(/\w{3}/);
  });

  test("gives each venue an address of its own on the page", () => {
    const ids = ["downtown-hotel", "downtown-rooftop", "midtown-warehouse"];
    for (const id of ids) expect(select(page, `[id=${id}]`)).toHaveLength(1);
  });
});

describe("the talent page", () => {
  const page = site.page("/talent/");

  test("has its headline, three acts, then the form", () => {
    expect(sectionsOf(page).map(({ type }) => type)).toEqual(["page-hero", "artist-list", "request-form"]);
    expect(sectionsOf(page)[0]?.heading).toBe("We can book any Artist or Entertainment in Toronto");
    const acts = select(sectionOfType(page, "artist-list").element, "article");
    expect(acts).toHaveLength(3);
    for (const act of acts) {
      expect(text(one(act, "h3"))).toMatch(/\w{3}/);
      expect(text(one(act, ".description")).length).toBeGreaterThan(80);
      expect(attribute(one(act, "img"), "alt")).toMatch(/\w{3}/);
    }
  });
});

describe("the contact page", () => {
  const page = site.page("/contact/");
  const panel = one(sectionOfType(page, "request-form").element, ".panel");

  test("has its heading and a quote form", () => {
    expect(sectionsOf(page).map(({ type, heading }) => [type, heading])).toEqual([
      ["page-hero", "Contact Us"],
      ["request-form", "Get a Free Quote"],
    ]);
  });

  test("tells phone and hours, e-mail and its promise, a street address, and shows the skyline", () => {
    expect(linksOf(panel)).toEqual([
      { label: "416-555-0142", href: "tel:+14165550142" },
      { label: "hello@example.com", href: "mailto:hello@example.com" },
    ]);
    const words = text(panel);
    expect(words).toContain("Monday to Friday, 9AM to 6PM");
    expect(words).toMatch(/within 4 hours/);
    expect(text(one(panel, "address"))).toMatch(/^140 Lantern Lane, Suite 300 ?Toronto, Ontario M5V 9Z9 ?Canada$/);
    expect(attribute(one(panel, "img"), "alt")).toMatch(/skyline/i);
  });
});

const legal = [
  {
    path: "/terms-of-service/",
    heading: "Terms of service",
    sections: [
      "Introduction and Acceptance",
      "User Accounts",
      "Intellectual Property",
      "User Conduct",
      "Disclaimers and Limitation of Liability",
      "Indemnification",
      "Termination",
      "Governing Law (Ontario, Canada)",
      "Changes to Terms",
      "Contact Information",
    ],
    says: ["Accounts are not currently required.", "the laws of the Province of Ontario", "January 2025"],
  },
  {
    path: "/privacy-policy/",
    heading: "Privacy policy",
    sections: [
      "Introduction",
      "Information We Collect",
      "How We Use",
      "How We Share",
      "Data Security",
      "Data Protection Rights",
      "Cookies",
      "Third-Party Links",
      "Children's Privacy (under 16)",
      "Changes",
      "Contact",
    ],
    says: ["anyone under 16", "dates from January 2025", "session storage"],
  },
];

describe.each(legal)("$path", ({ path, heading, sections, says }) => {
  const page = site.page(path);
  const numbered = sections.map((title, index) => `${index + 1}. ${title}`);
  const headings = select(one(page, "main"), "h2").filter((each) => /^\d/.test(text(each)));

  test("has its sections, numbered, in order", () => {
    expect(text(one(page, "h1"))).toBe(heading);
    expect(headings.map(text)).toEqual(numbered);
  });

  test("links each section from its contents", () => {
    const contents = linksOf(one(page, "main nav"));
    expect(contents.map(({ label }) => label)).toEqual(numbered);
    expect(contents.map(({ href }) => href)).toEqual(headings.map((each) => `#${attribute(each, "id")}`));
  });

  test("is dated January 2025 and says that it is a template which needs legal review", () => {
    expect(texts(page, "main .updated")).toEqual(["Last updated and effective January 2025"]);
    expect(text(one(page, "main .notice"))).toMatch(/template.*needs legal review/);
  });

  test("says what the specification asks for, with the company's own facts", () => {
    const words = text(one(page, "main"));
    for (const saying of [...says, "Evenhall Events Inc.", "416-555-0142", "hello@example.com"]) {
      expect(words).toContain(saying);
    }
    expect(words).not.toMatch(/[{}]/);
  });

  test("has words under every heading", () => {
    const parts = text(one(page, "main .rich-text")).split(/(?=\b\d{1,2}\. [A-Z])/);
    expect(parts.filter((part) => part.length < 150)).toEqual([]);
  });
});

test("the not-found page says so and leads home", () => {
  const page = site.page("/404.html");
  expect(text(one(page, "h1"))).toBe("Oops! Page not found");
  expect(linksOf(one(page, "main"))).toEqual([{ label: "Return to Home", href: "/" }]);
});
