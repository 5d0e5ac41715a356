// Names that nothing has: keys, section types, references, pictures, values, variants. Each is told where it stands, with what was probably meant.
import { describe, expect, test } from "vitest";
import { diagnosticsOf, type Edited, edited, shortForm } from "../support/problems.ts";

const home = (from: string, to: string) => edited("pages/home.yaml", [from, to]);
const gala = (from: string, to: string) => edited("services/gala-dinners.yaml", [from, to]);
const form = (from: string, to: string) => edited("forms/consultation.yaml", [from, to]);
const site = (from: string, to: string) => edited("site.yaml", [from, to]);
const more = (yaml: string): Edited => ["pages/home.yaml", `${edited("pages/home.yaml")[1]}${yaml}`];
const tile = (line: string) =>
  more(`  - type: service-tiles
    heading: Services
    linkLabel: Learn more
    tiles:
      - title: Dinners
        description: Seated.
        image: { src: room.png, alt: Room }
        features: [One, Two, Three]
        ${line}
`);

type Case = readonly [source: Edited, place: string, hint: string];

async function expectOnly([source, place, hint]: Case): Promise<void> {
  const diagnostics = await diagnosticsOf([source]);
  expect(diagnostics.map((each) => [shortForm(each), each.hint])).toEqual([[place, hint]]);
}

const meant = (name: string) => `did you mean "${name}"?`;

describe("a key", () => {
  test.each<Case>([
    [home("title:", "tilte:"), "pages/home.yaml:1:1 CONTENT_UNKNOWN_KEY", meant("title")],
    [home("sections:", "sektions:"), "pages/home.yaml:3:1 CONTENT_UNKNOWN_KEY", meant("sections")],
    [home("    lead:", "    leed:"), "pages/home.yaml:6:5 CONTENT_UNKNOWN_KEY", meant("lead")],
    [home("- label: Get", "- lable: Get"), "pages/home.yaml:8:9 CONTENT_UNKNOWN_KEY", meant("label")],
    [home("        text: From", "        txt: From"), "pages/home.yaml:16:9 CONTENT_UNKNOWN_KEY", meant("text")],
    [gala("  alt:", "  alternative:"), "services/gala-dinners.yaml:10:3 CONTENT_UNKNOWN_KEY", meant("alt")],
    [
      gala("footerLabels:", "footer_labels:"),
      "services/gala-dinners.yaml:7:1 CONTENT_UNKNOWN_KEY",
      meant("footerLabels"),
    ],
    [
      form("    placeholder: Type", "    placehoder: Type"),
      "forms/consultation.yaml:37:5 CONTENT_UNKNOWN_KEY",
      meant("placeholder"),
    ],
    [form("  busy:", "  bussy:"), "forms/consultation.yaml:41:3 CONTENT_UNKNOWN_KEY", meant("busy")],
    [site("    postalCode", "    postcode"), "site.yaml:17:5 CONTENT_UNKNOWN_KEY", meant("postalCode")],
    [tile("servise: gala-dinners"), "pages/home.yaml:26:9 CONTENT_UNKNOWN_KEY", meant("service")],
  ])("%j", (...each) => expectOnly(each));

  test("of another kind of form field is told with the fields of this kind", () =>
    expectOnly([
      form("    rows: 4", "    min: 4"),
      "forms/consultation.yaml:38:5 CONTENT_UNKNOWN_KEY",
      "its fields are: input, name, placeholder, rows, label, required, hint, autocomplete, width",
    ]));
});

describe("a section type, a value, a reference", () => {
  test.each<Case>([
    [home("type: cards", "type: card"), "pages/home.yaml:12:11 CONTENT_UNKNOWN_SECTION", meant("cards")],
    [home("type: page-hero", "type: PageHero"), "pages/home.yaml:4:11 CONTENT_UNKNOWN_SECTION", meant("page-hero")],
    [
      home("type: venue-list", "type: venue list"),
      "pages/home.yaml:10:11 CONTENT_UNKNOWN_SECTION",
      meant("venue-list"),
    ],
    [
      home("type: cards", "type: cards\n    layout: indx"),
      "pages/home.yaml:13:13 CONTENT_UNKNOWN_VALUE",
      meant("index"),
    ],
    [site("links: slash", "links: slashes"), "site.yaml:38:8 CONTENT_UNKNOWN_VALUE", meant("slash")],
    [site("[Monday,", "[Munday,"), "site.yaml:22:12 CONTENT_UNKNOWN_VALUE", meant("Monday")],
    [
      form("input: textarea", "input: text-area"),
      "forms/consultation.yaml:34:12 CONTENT_UNKNOWN_VALUE",
      meant("textarea"),
    ],
    [
      form("name: firstName", "name: firstname"),
      "forms/consultation.yaml:6:11 CONTENT_UNKNOWN_VALUE",
      meant("firstName"),
    ],
    [
      home("heading: Venues", "heading: Venues\n    venues: [harbor-hotel]"),
      "pages/home.yaml:12:14 CONTENT_UNKNOWN_REFERENCE",
      meant("harbour-hotel"),
    ],
    [tile("service: gala-diners"), "pages/home.yaml:26:18 CONTENT_UNKNOWN_REFERENCE", meant("gala-dinners")],
    [
      edited("pages/contact.yaml", ["form: consultation", "form: consultaton"]),
      "pages/contact.yaml:9:11 CONTENT_UNKNOWN_REFERENCE",
      meant("consultation"),
    ],
    [
      gala("group: planning", "group: Planning"),
      "services/gala-dinners.yaml:5:8 CONTENT_UNKNOWN_REFERENCE",
      meant("planning"),
    ],
    [
      gala("group: planning", "group: catering"),
      "services/gala-dinners.yaml:5:8 CONTENT_UNKNOWN_REFERENCE",
      "there are: planning",
    ],
  ])("%j", (...each) => expectOnly(each));
});

describe("a picture", () => {
  const outside = "put the picture into content/images and write its path from there, with forward slashes";
  const at = "services/gala-dinners.yaml:9:8";
  test.each<Case>([
    [gala("src: room.png", "src: Room.png"), `${at} CONTENT_UNKNOWN_IMAGE`, meant("room.png")],
    [gala("src: room.png", "src: room.webp"), `${at} CONTENT_UNKNOWN_IMAGE`, meant("room.png")],
    [gala("src: room.png", "src: rooom.png"), `${at} CONTENT_UNKNOWN_IMAGE`, meant("room.png")],
    [gala("src: room.png", "src: icons/icon-193.png"), `${at} CONTENT_UNKNOWN_IMAGE`, meant("icons/icon-192.png")],
    [gala("src: room.png", "src: ../site.png"), `${at} CONTENT_IMAGE_OUTSIDE`, outside],
    [gala("src: room.png", "src: icons/../../../secret.png"), `${at} CONTENT_IMAGE_OUTSIDE`, outside],
    [gala("src: room.png", "src: /images/room.png"), `${at} CONTENT_IMAGE_OUTSIDE`, outside],
    [gala("src: room.png", "src: icons\\icon.svg"), `${at} CONTENT_IMAGE_OUTSIDE`, outside],
    [gala("src: room.png", "src: C:\\pictures\\room.png"), `${at} CONTENT_IMAGE_OUTSIDE`, outside],
    [gala("src: room.png", "src: https://example.com/room.png"), `${at} CONTENT_IMAGE_OUTSIDE`, outside],
  ])("%j", (...each) => expectOnly(each));
});

describe("a {token} and a variant", () => {
  const short = "services/gala-dinners@short.yaml";
  test.each<Case>([
    [home("{brand.name}", "{brand.nmae}"), "pages/home.yaml:6:12 CONTENT_UNKNOWN_TOKEN", "did you mean {brand.name}?"],
    [
      home("{brand.name}", "{contact.phon}"),
      "pages/home.yaml:6:12 CONTENT_UNKNOWN_TOKEN",
      "did you mean {contact.phone}?",
    ],
    [home("{brand.name}", "{phone}"), "pages/home.yaml:6:12 CONTENT_UNKNOWN_TOKEN", "did you mean {contact.phone}?"],
    [
      form("{contact.phone}", "{contact.fone}"),
      "forms/consultation.yaml:48:57 CONTENT_UNKNOWN_TOKEN",
      "did you mean {contact.phone}?",
    ],
    [
      site("2025 {brand.name}", "2025 {brand.nam}"),
      "site.yaml:96:22 CONTENT_UNKNOWN_TOKEN",
      "did you mean {brand.name}?",
    ],
    [
      site("variants: {}", "variants:\n  gala-dinners: shrt"),
      "site.yaml:46:17 CONTENT_UNKNOWN_VARIANT",
      meant("short"),
    ],
    [
      site("variants: {}", "variants:\n  gala-diner: short"),
      "site.yaml:46:3 CONTENT_UNKNOWN_VARIANT",
      meant("gala-dinners"),
    ],
    [
      site("variants: {}", "variants:\n  home: short"),
      "site.yaml:46:3 CONTENT_UNKNOWN_VARIANT",
      "pages with variants are: gala-dinners",
    ],
    [edited(short, ["heading: Gala", "heding: Gala"]), `${short}:11:5 CONTENT_UNKNOWN_KEY`, meant("heading")],
    [edited(short, ["group: planning", "group: planing"]), `${short}:5:8 CONTENT_UNKNOWN_REFERENCE`, meant("planning")],
  ])("%j", (...each) => expectOnly(each));
});
