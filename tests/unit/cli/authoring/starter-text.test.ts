import { expect, test } from "vitest";
import { type StarterSite, starterText } from "../../../../cli/authoring/starter-text.ts";
import { markdownTokens } from "../../../../cli/content/markdown/render-markdown.ts";
import type { JsonSchema } from "../../../../templates/kit/for-build/index.ts";

const site: StarterSite = {
  name: "Harbour Hotel",
  image: () => "room.png",
  firstSection: undefined,
  slugOf: (collection) => (collection === "site.groups" ? "planning" : undefined),
  sectionOf: () => undefined,
};

const starter = (properties: Record<string, JsonSchema>, required: readonly string[], name = site.name) =>
  starterText({ type: "object", properties, required }, false, { ...site, name }).values;

test("a required field gets a sample and the mark; one that may be left out is a comment; both say what they are for", () => {
  const properties: Record<string, JsonSchema> = {
    name: { type: "string" },
    area: { type: "string", description: "The part of the city.", examples: ["Downtown"] },
    secondLine: { type: "string" },
    order: { type: "integer", description: "Its place.", default: 1000 },
    rating: { type: "integer", minimum: 1 },
  };
  expect(starter(properties, ["name", "area", "secondLine", "rating"])).toBe(`name: Harbour Hotel
# The part of the city.
area: Downtown # placeholder
secondLine: Second line # placeholder
# Its place.
#order: 1000
rating: 1 # placeholder
`);
});

test("blocks and lists keep their shape, inside comments too", () => {
  const pair: JsonSchema = {
    type: "object",
    properties: { value: { type: "string", examples: ["300"] }, label: { type: "string" } },
    required: ["value", "label"],
  };
  const properties: Record<string, JsonSchema> = {
    figures: { type: "array", minItems: 2, items: pair },
    frame: { type: "object", properties: { more: { type: "array", items: pair } } },
  };
  expect(starter(properties, ["figures", "frame"])).toBe(`figures:
  - value: "300" # placeholder
    label: Label # placeholder
  - value: "300" # placeholder
    label: Label # placeholder
frame:
  #more:
  #  - value: "300"
  #    label: Label
`);
});

test("references and pictures name what the site has, links lead home", () => {
  const properties: Record<string, JsonSchema> = {
    group: { type: "string", "x-field": { kind: "reference", collection: "site.groups" } },
    src: { type: "string", "x-field": { kind: "image" } },
    href: { type: "string", "x-field": { kind: "link" } },
  };
  expect(starter(properties, ["group", "src", "href"])).toBe(
    "group: planning # placeholder\nsrc: room.png # placeholder\nhref: / # placeholder\n",
  );
});

test.each([
  ["Harbour Hotel", "Harbour Hotel"],
  ["Yes", '"Yes"'],
  ["1.10", '"1.10"'],
  ["Rooms: a guide", '"Rooms: a guide"'],
  ["Suite #4", '"Suite #4"'],
  ['The "Loft"', 'The "Loft"'],
  ["*", '"*"'],
])("a name is quoted where YAML would read something else: %s", (name, written) => {
  expect(starter({ name: { type: "string" } }, ["name"], name)).toBe(`name: ${written}\n`);
});

test.each([
  ["# hash", "\\# hash"],
  ["1. Walk", "1\\. Walk"],
  ["- *Dawn* [walk](y)", "\\- \\*Dawn\\* \\[walk\\](y)"],
  ["Smith & Sons, Loft #4", "Smith & Sons, Loft #4"],
])("the Markdown below shows a name as it is: %s", (name, written) => {
  const schema: JsonSchema = { type: "object", properties: { body: { type: "string" } } };
  const { body } = starterText(schema, true, { ...site, name });
  expect(body).toBe(`${written}: what visitors find on this page, in a sentence or two. # placeholder\n`);
  const tokens = markdownTokens(body);
  expect(tokens.map(({ type }) => type)).toEqual(["paragraph_open", "inline", "paragraph_close"]);
  expect(tokens[1]?.children?.map(({ content }) => content).join("")).toContain(`${name}: what`);
});
