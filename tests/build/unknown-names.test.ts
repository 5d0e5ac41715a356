// Names that nothing has: keys, section types, references, pictures, values, tokens, variants. Each is reported where it is, with what was
// probably meant.
import { describe, expect, test } from "vitest";
import { diagnosticsOf, edited, shortForm } from "../support/problems.ts";

const home = "pages/home.yaml";
const gala = "services/gala-dinners.yaml";
const form = "forms/consultation.yaml";
const site = "site.yaml";
const short = "services/gala-dinners@short.yaml";

/** The file, what is mistyped in it, where that is reported, and the hint. */
type Case = readonly [path: string, from: string, to: string, place: string, hint: string];

async function report(code: string, [path, from, to, place, hint]: Case): Promise<void> {
  const diagnostics = await diagnosticsOf([edited(path, [from, to])]);
  expect(diagnostics.map((each) => [shortForm(each), each.hint])).toEqual([[`${path}:${place} ${code}`, hint]]);
}

const meant = (name: string) => `did you mean "${name}"?`;
const title = "in %s: for %j, %j is reported at %s: %s";

/** Tiles refer to services, four levels deep. */
const lastLine = "        href: /services/gala-dinners\n";
const tileWith = (line: string) => `${lastLine}  - type: service-tiles
    heading: Services
    linkLabel: Learn more
    tiles:
      - title: Dinners
        description: Seated.
        image: { src: room.png, alt: Room }
        features: [One, Two, Three]
        ${line}
`;

describe("a key that does not exist", () => {
  test.each<Case>([
    [home, "title:", "tilte:", "1:1", meant("title")],
    [home, "sections:", "sektions:", "3:1", meant("sections")],
    [home, "    lead:", "    leed:", "6:5", meant("lead")],
    [home, "- label: Get", "- lable: Get", "8:9", meant("label")],
    [home, "        text: From", "        txt: From", "16:9", meant("text")],
    [home, lastLine, tileWith("servise: gala-dinners"), "26:9", meant("service")],
    [gala, "  alt:", "  alternative:", "10:3", meant("alt")],
    [gala, "footerLabels:", "footer_labels:", "7:1", meant("footerLabels")],
    [form, "    placeholder: Type", "    placehoder: Type", "37:5", meant("placeholder")],
    [form, "  busy:", "  bussy:", "41:3", meant("busy")],
    [site, "    postalCode", "    postcode", "17:5", meant("postalCode")],
    [
      form,
      "rows: 4",
      "min: 4",
      "38:5",
      "its fields are: input, name, placeholder, rows, label, required, hint, autocomplete, width",
    ],
  ])(title, (...each) => report("CONTENT_UNKNOWN_KEY", each));
});

describe("a section type that does not exist", () => {
  test.each<Case>([
    [home, "type: cards", "type: card", "12:11", meant("cards")],
    [home, "type: page-hero", "type: PageHero", "4:11", meant("page-hero")],
    [home, "type: venue-list", "type: venue list", "10:11", meant("venue-list")],
  ])(title, (...each) => report("CONTENT_UNKNOWN_SECTION", each));
});

describe("a value that is not one of those allowed", () => {
  test.each<Case>([
    [home, "type: cards", "type: cards\n    layout: indx", "13:13", meant("index")],
    [site, "links: slash", "links: slashes", "39:8", meant("slash")],
    [site, "[Monday,", "[Munday,", "22:12", meant("Monday")],
    [form, "input: textarea", "input: text-area", "34:12", meant("textarea")],
    [form, "name: firstName", "name: firstname", "6:11", meant("firstName")],
  ])(title, (...each) => report("CONTENT_UNKNOWN_VALUE", each));
});

describe("a reference to an entry that does not exist", () => {
  test.each<Case>([
    [home, "heading: Venues", "heading: Venues\n    venues: [harbor-hotel]", "12:14", meant("harbour-hotel")],
    [home, lastLine, tileWith("service: gala-diners"), "26:18", meant("gala-dinners")],
    [
      home,
      lastLine,
      tileWith("service: gala-suppers"),
      "26:18",
      '"gala-dinners" shares words with it; where what was meant is gone, take this out',
    ],
    ["pages/contact.yaml", "form: consultation", "form: consultaton", "9:11", meant("consultation")],
    [gala, "group: planning", "group: Planning", "5:8", meant("planning")],
    [gala, "group: planning", "group: catering", "5:8", "there are: planning"],
    [short, "group: planning", "group: planing", "5:8", meant("planning")],
  ])(title, (...each) => report("CONTENT_UNKNOWN_REFERENCE", each));
});

describe("a picture that does not exist", () => {
  test.each<Case>([
    [gala, "room.png", "Room.png", "9:8", meant("room.png")],
    [gala, "room.png", "room.webp", "9:8", meant("room.png")],
    [gala, "room.png", "rooom.png", "9:8", meant("room.png")],
    [gala, "room.png", "icons/icom.svg", "9:8", meant("icons/icon.svg")],
    [site, "icon: icons/icon.svg", "icon: icons/icons.svg", "58:7", meant("icons/icon.svg")],
  ])(title, (...each) => report("CONTENT_UNKNOWN_IMAGE", each));
});

describe("a picture path that leaves content/images", () => {
  const hint = "put the picture into content/images and write its path from there, with forward slashes";
  test.each([
    "../site.png",
    "../images/room.png",
    "icons/../../../secret.png",
    "/images/room.png",
    "icons\\icon.svg",
    "..\\secret.png",
    "C:\\pictures\\room.png",
    "//example.com/room.png",
    "https://example.com/room.png",
    "file:///etc/room.png",
  ])("%s", (path) => report("CONTENT_IMAGE_OUTSIDE", [gala, "room.png", path, "9:8", hint]));
});

describe("a {token} that names nothing", () => {
  test.each<Case>([
    [home, "{brand.name}", "{brand.nmae}", "6:12", "did you mean {brand.name}?"],
    [home, "{brand.name}", "{contact.phon}", "6:12", "did you mean {contact.phone}?"],
    [home, "{brand.name}", "{phone}", "6:12", "did you mean {contact.phone}?"],
    [home, "{brand.name}", "{contact.hours.days}", "6:12", "name a text of site.yaml, such as {brand.name}"],
    [form, "{contact.phone}", "{contact.fone}", "48:57", "did you mean {contact.phone}?"],
    [site, "2025 {brand.name}", "2025 {brand.nam}", "92:22", "did you mean {brand.name}?"],
  ])(title, (...each) => report("CONTENT_UNKNOWN_TOKEN", each));
});

describe("a variant that does not exist", () => {
  const none = "variants: {}";
  test.each<Case>([
    [site, none, "variants:\n  gala-dinners: shrt", "47:17", meant("short")],
    [site, none, "variants:\n  gala-diner: short", "47:3", meant("gala-dinners")],
    [site, none, "variants:\n  home: short", "47:3", "pages with variants are: gala-dinners"],
  ])(title, (...each) => report("CONTENT_UNKNOWN_VARIANT", each));

  test("one that is not chosen is checked like the one that is", () =>
    report("CONTENT_UNKNOWN_KEY", [short, "heading: Gala", "heding: Gala", "11:5", meant("heading")]));

  test("one that an option chooses is reported without a place", async () => {
    const [found] = await diagnosticsOf([], { variants: { home: "short" } });
    expect(found).toMatchObject({ code: "CONTENT_UNKNOWN_VARIANT", hint: "pages with variants are: gala-dinners" });
  });
});
