import { describe, expect, test } from "vitest";
import { argumentHint, nearest, suggestionHint } from "../../../../cli/text/suggest.ts";

describe("the nearest name", () => {
  test.each([
    ["headding", ["heading", "lead"], "heading"],
    ["tilte", ["title", "text"], "title"],
    ["nmae", ["name", "area"], "name"],
    ["txt", ["title", "text"], "text"],
    ["Planning", ["planning"], "planning"],
    ["page_hero", ["page-hero", "pages"], "page-hero"],
    ["venue list", ["venue-list"], "venue-list"],
    ["postcode", ["postalCode", "country"], "postalCode"],
    ["harbor-hotel", ["harbour-hotel", "garden-hotel"], "harbour-hotel"],
    ["/contcat", ["/", "/contact"], "/contact"],
  ])("%s among %j is %s", (written, names, expected) => {
    expect(nearest(written, names)).toBe(expected);
  });

  test.each([
    ["alternative", ["src", "alt", "focus"], "alt"],
    ["desc", ["description", "title"], "description"],
  ])("%s among %j is %s, the only one that begins like it", (written, names, expected) => {
    expect(nearest(written, names)).toBe(expected);
  });

  test.each([
    ["trade-shows", ["trade-fairs", "team-building-retreats", "gala-dinners"], "trade-fairs"],
    [
      "/services/trade-shows",
      ["/services", "/services/gala-dinners", "/services/trade-fairs"],
      "/services/trade-fairs",
    ],
    ["/gala-dinners", ["/services", "/venues", "/services/gala-dinners"], "/services/gala-dinners"],
    ["corporate-party", ["corporate-conferences", "corporate-holiday-party"], "corporate-holiday-party"],
    [
      "event-planning-service",
      ["event-design", "event-planning-and-more", "venue-services"],
      "event-planning-and-more",
    ],
    ["/venues/old-hall", ["/artists/hall-band", "/venues/new-hall"], "/venues/new-hall"],
  ])("%s among %j is %s, which shares its words", (written, names, expected) => {
    expect(nearest(written, names)).toBe(expected);
  });

  test.each([
    ["vip-suppers", ["gala-dinners", "team-building"]],
    ["gala-evenings", ["gala-ballroom", "gala-detail"]],
    ["corporate-wine-tasting-evening", ["corporate-conferences"]],
    ["/services/weddings", ["/services/gala-dinners", "/services/trade-shows"]],
    ["food-and-wine", ["seminars-and-workshops"]],
    ["fireworks", ["cards", "lists"]],
    ["link", ["label", "href"]],
    ["ab", ["xy"]],
    ["head", ["heading", "header"]],
    ["/services/weddings", ["/services"]],
    ["anything", []],
  ])("%s is near to none of %j", (written, names) => {
    expect(nearest(written, names)).toBeUndefined();
  });

  test("is the first of two that are equally near", () => {
    expect(nearest("cart", ["card", "part"])).toBe("card");
    expect(nearest("cart", ["part", "card"])).toBe("part");
  });
});

describe("the hint", () => {
  test("names the nearest", () => {
    expect(suggestionHint("cadrs", ["cards", "lists"])).toBe('did you mean "cards"?');
  });

  test("lists what there is where nothing is near, up to a limit", () => {
    expect(suggestionHint("fireworks", ["cards", "lists"], "there are")).toBe("there are: cards, lists");
    const many = Array.from({ length: 40 }, (_, index) => `entry-${index}`);
    expect(suggestionHint("zzzzzzzzzz", many)).toMatch(/^use one of: entry-0, .*entry-23, \.\.\.$/);
  });

  test("says nothing of taking out what a command was called with", () => {
    expect(suggestionHint("pages/about", ["/about", "/terms"])).toMatch(/take this out/);
    expect(argumentHint("pages/about", ["/about", "/terms"])).toBe('did you mean "/about"?');
    expect(argumentHint("fireworks", ["cards", "lists"], "there are")).toBe("there are: cards, lists");
  });

  test("is left out where there is nothing to name", () => {
    expect(suggestionHint("cards", [])).toBeUndefined();
  });
});
