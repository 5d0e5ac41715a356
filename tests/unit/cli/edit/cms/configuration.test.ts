import { describe, expect, test } from "vitest";
import * as z from "zod";
import { cmsConfiguration } from "../../../../../cli/edit/cms/configuration.ts";
import type { CmsField } from "../../../../../cli/edit/cms/widget.ts";
import { action, image, link, markdown, picture, reference, text } from "../../../../../templates/kit/field.ts";
import { jsonSchemaOf } from "../../../../../templates/kit/for-build/json-schema.ts";
import type { TemplateSet } from "../../../../../templates/kit/template-set.ts";

const sectionList = z.array(z.looseObject({ type: z.string() })).min(1);
const places = z.strictObject({
  name: text().describe("As people call it."),
  title: text().max(60),
  sections: sectionList,
});
const every = z.strictObject({
  type: z.literal("every").describe("One of each."),
  heading: text().describe("Above it."),
  lead: text().min(20).max(200),
  body: markdown().optional(),
  count: z.int().min(1).max(24).default(8),
  share: z.number().optional(),
  isShown: z.boolean().default(true),
  day: z.iso.date().optional(),
  look: z.enum(["plain", "boxed"]).default("plain"),
  days: z.array(z.enum(["Monday", "Tuesday"])).max(2),
  place: reference("places"),
  places: z.array(reference("places")).min(1),
  note: reference("notes"),
  group: reference("site.groups").optional(),
  logo: picture(),
  picture: image().optional(),
  link: link(),
  actions: z.array(action()).min(1).max(3),
  cards: z.array(z.strictObject({ title: text(), text: text(), note: text() })),
  words: z.array(text()).optional(),
  ways: z.array(
    z.discriminatedUnion("by", [
      z.strictObject({ by: z.literal("bus"), line: text() }),
      z.strictObject({ by: z.enum(["car", "foot"]), minutes: z.int() }),
    ]),
  ),
  facts: z.record(z.string(), z.string()).optional().describe("Any facts."),
});
const settings = z.strictObject({
  url: z.string(),
  groups: z.array(z.strictObject({ id: z.string(), title: text() })),
});
const templates = {
  settings,
  collections: [
    { name: "places", singular: "a place", format: "yaml", schema: places, path: (slug: string) => `/places/${slug}` },
    {
      name: "notes",
      singular: "a note",
      format: "markdown",
      schema: z.strictObject({ code: text(), heading: text().optional(), order: z.int().default(1), body: markdown() }),
      uniqueBy: "code",
      ownFields: ["heading"],
      starter: false,
    },
  ],
  sections: [{ type: "every", schema: every, Component: () => null }],
} as unknown as TemplateSet;

const urls = { contentDir: "content", siteUrl: "https://www.example.com" };
const made = (hasYaml = true) => {
  const options = { ...urls, backend: { name: "github" }, pagesPath: hasYaml ? "admin/page" : undefined };
  return cmsConfiguration({ templates, jsonSchemaOf }, options);
};

const collectionsOf = (
  hasYaml = true,
): readonly {
  name: string;
  fields?: readonly CmsField[];
  files?: readonly object[];
  view_filters?: readonly object[];
}[] => made(hasYaml).collections;
const fieldsOf = (collection: string, hasYaml?: boolean) =>
  collectionsOf(hasYaml).find(({ name }) => name === collection)?.fields ?? [];
const types = (hasYaml?: boolean) =>
  fieldsOf("places", hasYaml).find(({ name }) => name === "sections")?.types as readonly (CmsField & {
    readonly fields: readonly CmsField[];
  })[];
const fieldOf = (name: string, hasYaml?: boolean) => types(hasYaml)[0]?.fields.find((field) => field.name === name);

describe("the configuration of the CMS", () => {
  test("makes each save a request where the CMS is hosted, and saves into the files of a served site", () => {
    expect([made(false).publish_mode, made(true).publish_mode]).toEqual(["editorial_workflow", undefined]);
  });

  test("has a collection for each folder, and site.yaml", () => {
    const { media_folder, public_folder, editor, output } = made();
    expect(collectionsOf().map(({ fields: _, files: __, view_filters: ___, ...rest }) => rest)).toEqual([
      {
        name: "places",
        label: "Places",
        label_singular: "Place",
        folder: "content/places",
        extension: "yaml",
        format: "yaml",
        create: true,
        identifier_field: "name",
        summary: "{{name}} ({{filename}})",
        preview_path: "admin/page/places/{{slug}}",
      },
      {
        name: "notes",
        label: "Notes",
        label_singular: "Note",
        folder: "content/notes",
        extension: "md",
        format: "yaml-frontmatter",
        create: true,
        identifier_field: "code",
        summary: "{{code}}",
        sortable_fields: ["order", "code"],
      },
      { name: "site", label: "Site" },
    ]);
    expect(collectionsOf()[2]?.files).toMatchObject([{ name: "site", file: "content/site.yaml" }]);
    expect({ media_folder, public_folder, editor, output }).toEqual({
      media_folder: "content/images",
      public_folder: "",
      editor: { preview: false },
      output: { omit_empty_optional_fields: true },
    });
  });

  test("has dates and a switch for drafts in entries, sections and items, but for small ones", () => {
    const DATES = ["draft", "publishFrom", "publishUntil"];
    const named = (fields: readonly CmsField[] | undefined) => fields?.map(({ name }) => name).slice(-3);
    expect([named(fieldsOf("notes")), named(types()[0]?.fields)]).toEqual([DATES, DATES]);
    const until = fieldOf("publishUntil");
    expect(until).toMatchObject({ widget: "string", required: false });
    expect("2026-12-24T18:00").toMatch(RegExp(Object(until?.pattern)[0]));
    const [cards, actions] = ["cards", "actions"].map((name) => fieldOf(name)?.fields as readonly CmsField[]);
    expect([named(cards), named(actions)]).toEqual([DATES, ["label", "href"]]);
  });

  test("gives a field its label, its hint and its limits", () => {
    expect(fieldsOf("places")[0]).toEqual({
      name: "name",
      label: "Name",
      widget: "string",
      required: true,
      hint: "As people call it.",
    });
    expect(fieldsOf("places")[2]).toMatchObject({
      hint: "At most 60 characters.",
      pattern: ["^[\\s\\S]{0,60}$", "at most 60 characters"],
    });
    expect(fieldOf("isShown")).toMatchObject({ label: "Is shown", default: true, required: false });
    expect(fieldOf("lead")).toMatchObject({ hint: "20 to 200 characters." });
  });

  test("lists placeholders behind the first field, and finds entries with some, where the site is served", () => {
    const found = (isServed: boolean) =>
      (made(isServed).collections as readonly { fields?: readonly CmsField[]; view_filters?: unknown }[]).map(
        ({ fields, view_filters }) => [fields?.[1]?.widget === "eventsite-placeholders", view_filters !== undefined],
      );
    expect(found(true)[0]).toEqual([true, true]);
    expect(found(false)[0]).toEqual([false, false]);
  });

  test("says what a field is in a copy, and which picture its words and its focus belong to, where the site is served", () => {
    const inCopies = (isServed: boolean) =>
      fieldsOf("notes", isServed).flatMap(({ name, in_copy }) => (in_copy === undefined ? [] : [[name, in_copy]]));
    expect(inCopies(true)).toEqual([
      ["heading", "empty"],
      ["draft", "draft"],
    ]);
    const controls = (isServed: boolean) => {
      const { fields } = fieldOf("picture", isServed) as unknown as { readonly fields: readonly CmsField[] };
      return fields.map(({ widget }) => widget);
    };
    expect(controls(true)).toEqual(["image", "eventsite-picture-words", "eventsite-focus"]);
    expect([inCopies(false), controls(false)]).toEqual([[], ["image", "text", "object"]]);
  });

  test("makes sections a list of types, each with a line that sums it up", () => {
    const sections = fieldsOf("places").find(({ name }) => name === "sections");
    expect(sections).toMatchObject({ widget: "list", typeKey: "type", min: 1, required: true });
    expect(types()).toMatchObject([{ name: "every", label: "Every", summary: "{{fields.heading}}" }]);
    expect(types()[0]?.fields.map(({ name }) => name)).not.toContain("type");
  });

  test.each<[string, object]>([
    ["lead", { widget: "text", required: true }],
    ["body", { widget: "markdown", modes: ["raw"], required: false }],
    ["count", { widget: "number", value_type: "int", min: 1, max: 24, default: 8, required: false }],
    ["share", { widget: "number", value_type: "float" }],
    ["isShown", { widget: "boolean" }],
    ["day", { widget: "datetime", format: "YYYY-MM-DD", time_format: false }],
    ["look", { widget: "select", options: ["plain", "boxed"], default: "plain" }],
    ["days", { widget: "select", options: ["Monday", "Tuesday"], multiple: true, max: 2 }],
    ["place", { widget: "relation", collection: "places", value_field: "{{slug}}", display_fields: ["name"] }],
    ["places", { widget: "relation", collection: "places", multiple: true, min: 1 }],
    ["note", { search_fields: ["code"], display_fields: ["code"] }],
    ["group", { widget: "relation", collection: "site", file: "site", value_field: "groups.*.id" }],
    ["group", { display_fields: ["groups.*.title"] }],
    ["logo", { widget: "image" }],
    ["picture", { widget: "object", fields: [{ name: "src" }, { name: "alt" }, { name: "focus" }] }],
    ["link", { widget: "string" }],
    ["actions", { widget: "list", min: 1, max: 3, summary: "{{fields.label}}" }],
    ["words", { widget: "list", field: { widget: "text" } }],
    ["ways", { typeKey: "by", types: [{ name: "bus" }, { name: "car" }, { name: "foot" }] }],
  ])("shows %s with the control for it", (name, expected) => {
    expect(fieldOf(name)).toMatchObject(expected);
  });

  test("asks for nothing within what may be left out", () => {
    const { fields } = fieldOf("picture") as unknown as { readonly fields: readonly CmsField[] };
    expect(fields.map(({ name }) => name)).toEqual(["src", "alt", "focus"]);
    for (const { required } of fields) expect(required).toBe(false);
  });

  test("shows what has no fixed shape as YAML, and leaves it alone where nobody hands it over so", () => {
    expect(fieldOf("facts")).toMatchObject({
      widget: "text",
      hint: "Any facts. Written as YAML.",
    });
    expect(fieldOf("facts", false)).toBeUndefined();
  });
});
