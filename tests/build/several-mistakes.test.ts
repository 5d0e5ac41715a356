// All that is wrong is reported at once: in one file and in several, in the text, in its meaning and in where it points. An echo is not reported.
import { expect, test } from "vitest";
import { isTorture } from "../support/process/rounds.ts";
import { edited, problemsOf } from "../support/site/problems.ts";

const home = "pages/home.yaml";
const venue = "venues/harbour-hotel.yaml";

/** Lines of a large file; in torture almost as many as a file may have. What grows with their square runs into the test's limit. */
const LARGE = isTorture ? 9_000 : 1_500;

test("mistakes of every kind in one file are reported together", async () => {
  const found = await problemsOf(
    edited(
      home,
      ["title:", "tilte:"],
      ["{brand.name}", "{brand.nmae}"],
      ["heading: Venues", "heading: Venues #1"],
      ["      - title: Planning", "      - titel: Planning"],
      ["/services/gala-dinners", "/services/gala-diners"],
    ),
  );
  expect(found).toEqual([
    `${home}:1:1 CONTENT_UNKNOWN_KEY`,
    `${home}:6:12 CONTENT_UNKNOWN_TOKEN`,
    `${home}:11:21 SOURCE_COMMENT`,
    `${home}:15:9 CONTENT_UNKNOWN_KEY`,
    `${home}:17:15 CONTENT_UNKNOWN_ROUTE`,
  ]);
});

test("mistakes in several files are reported together, in the order of the files", async () => {
  const found = await problemsOf(
    edited("site.yaml", ["416-555-0142", "call us"], ["href: /terms", "href: /termz"]),
    edited("services/gala-dinners.yaml", ["group: planning", "group: planing"]),
    edited("legal/terms.md", ["(/contact)", "(/contakt)"]),
    edited("forms/consultation.yaml", ["    label: Company", "    lable: Company"]),
    edited(venue, ["Downtown", "@King"]),
    ["venus/loft.yaml", "name: The loft\n"],
  );
  expect(found).toEqual([
    "forms/consultation.yaml:19:5 CONTENT_UNKNOWN_KEY",
    "legal/terms.md:15:35 CONTENT_UNKNOWN_ROUTE",
    "services/gala-dinners.yaml:5:8 CONTENT_UNKNOWN_REFERENCE",
    "site.yaml:11:10 CONTENT_INVALID_VALUE",
    "site.yaml:90:42 CONTENT_UNKNOWN_ROUTE",
    `${venue}:2:7 SOURCE_SPECIAL_CHARACTER`,
    "venus SOURCE_UNKNOWN_FOLDER",
  ]);
});

test("of a file with a mistake of syntax that mistake is reported, and all of the other files", async () => {
  const broken = edited(
    venue,
    ["area:", "arrea:"],
    ["  src", "\tsrc"],
    ["  alt", "\talt"],
    ["label: guests", "label: @x"],
  );
  expect(await problemsOf(broken, edited(home, ["title:", "tilte:"]))).toEqual([
    `${home}:1:1 CONTENT_UNKNOWN_KEY`,
    `${venue}:6:1 SOURCE_TAB`,
  ]);
});

test("a block of thousands of mistakes gives some hundred problems and an end", async () => {
  const keys = Array.from({ length: LARGE * 2 }, (_, index) => `key${index}: x\n`).join("");
  const [path, text] = edited(venue);
  expect((await problemsOf([path, text + keys])).length).toBeLessThanOrEqual(200);
  expect((await problemsOf([path, `${text}suits:\n${"  - { a: b }\n".repeat(LARGE)}`])).length).toBeLessThanOrEqual(
    200,
  );
});

test("lines and columns are right in files with Windows line ends and with a byte order mark", async () => {
  const pairs = [
    ["area:", "arrea:"],
    ["Hotel\n", "Hotel #4\n"],
    ["label: guests", "label: &a b"],
  ] as const;
  const [path, text] = edited(venue, ...pairs);
  const expected = [
    `${venue}:2:1 CONTENT_UNKNOWN_KEY`,
    `${venue}:3:13 SOURCE_COMMENT`,
    `${venue}:10:12 SOURCE_SPECIAL_CHARACTER`,
  ];
  expect(await problemsOf([path, text])).toEqual(expected);
  expect(await problemsOf([path, text.replaceAll("\n", "\r\n")])).toEqual(expected);
  expect(await problemsOf([path, `\ufeff${text}`])).toEqual(expected);
});
