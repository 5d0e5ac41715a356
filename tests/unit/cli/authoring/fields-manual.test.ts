import { describe, expect, test } from "vitest";
import * as z from "zod";
import { FIELDS_BEGIN, FIELDS_END, withFields } from "../../../../cli/authoring/fields-manual.ts";
import { action, image, markdown, reference, text } from "../../../../templates/kit/field.ts";
import { jsonSchemaOf } from "../../../../templates/kit/json-schema.ts";
import type { TemplateSet } from "../../../../templates/kit/template-set.ts";

const hours = z.strictObject({
  type: z.literal("hours").describe("When the office is open."),
  heading: text().describe("Shown above | the <hours>."),
  look: z.enum(["plain", "boxed"]).default("plain"),
  days: z
    .array(z.strictObject({ day: text(), opens: z.int().min(0).max(24).optional() }))
    .min(1)
    .max(7),
  venues: z.array(reference("venues")).default([]),
  group: reference("site.groups").optional(),
  picture: image().optional(),
  actions: z.array(action()).max(2).default([]),
  body: markdown().optional(),
  ways: z
    .array(
      z.discriminatedUnion("by", [
        z.strictObject({ by: z.literal("bus"), line: text() }),
        z.strictObject({ by: z.enum(["car", "foot"]), minutes: z.int() }),
      ]),
    )
    .optional(),
});
const program = {
  templates: {
    collections: [
      { name: "notes", singular: "a note", format: "markdown", schema: z.strictObject({ body: markdown() }) },
    ],
    sections: [{ type: "hours", schema: hours, Component: () => null }],
  } as unknown as TemplateSet,
  jsonSchemaOf,
};
const manual = (part: string) => `# Manual\n\n${FIELDS_BEGIN}\n${part}\n${FIELDS_END}\n\nThe end.\n`;

describe("the fields in a manual", () => {
  test("are written between their two lines, each with its value, whether it is needed, and what it is for", () => {
    const written = withFields(manual("outdated"), program) ?? "";
    const [head, notes = ""] = written.split("\n### `notes/`\n");
    expect(head).toContain(`# Manual\n\n${FIELDS_BEGIN}\n\n## Folders and their fields\n`);
    expect(head).toContain('Where the value is "Markdown", the text may hold Markdown.');
    expect(notes).toMatch(/^\nOne `\.md` file .* and the text below them, in Markdown\.\n/);
    expect(written.endsWith(`${FIELDS_END}\n\nThe end.\n`)).toBe(true);
    expect(written).not.toContain("outdated");
    // The text of a Markdown file is no field; that of a section is one.
    expect(written.match(/^\| `body`/gm)).toHaveLength(1);
    const [, section = ""] = written.split("### `type: hours`\n\n");
    expect(section.split("\n").slice(0, 44)).toEqual([
      "When the office is open.",
      "",
      "| field | value | needed | what it is for |",
      "| --- | --- | --- | --- |",
      "| `heading` | plain text | yes | Shown above \\| the &lt;hours>. |",
      "| `look` | one of `plain`, `boxed` | no: `plain` |  |",
      "| `days` | list of items, 1 to 7 | yes |  |",
      "| `days › day` | plain text | yes |  |",
      "| `days › opens` | whole number, at most 24 | no |  |",
      "| `venues` | list of names of files in `venues/` | no |  |",
      "| `group` | an `id` of `groups` in `site.yaml` | no |  |",
      "| `picture` | picture | no |  |",
      "| `actions` | list of links with their words: `label`, `href`, at most 2 | no |  |",
      "| `body` | Markdown | no |  |",
      "| `ways` | list of items | no |  |",
      "| `ways › by` | one of `bus`, `car`, `foot` | yes |  |",
      "| `ways › line` | plain text | no |  |",
      "| `ways › minutes` | whole number | no |  |",
      "",
      "```yaml",
      "  - type: hours",
      "    heading: Words of your own",
      "    #look: plain",
      "    days:",
      "      - day: Day",
      "        #opens: 1",
      "    #venues:",
      "    #  - file-name",
      "    #group: file-name",
      "    #picture:",
      "    #  src: picture.webp",
      "    #  alt: A set table in a bright room",
      "    #actions:",
      "    #  - label: Read more",
      "    #    href: /",
      "    #body: |",
      "    #  A paragraph with **strong words** and [a link](/contact).",
      "    #ways:",
      "    #  - by: bus",
      "    #    line: Line",
      "```",
      "",
      FIELDS_END,
      "",
    ]);
  });

  test("stay as they are when they are written a second time", () => {
    const written = withFields(manual("outdated"), program) ?? "";
    expect(withFields(written, program)).toBe(written);
  });

  test.each(["", "# Manual\n", FIELDS_BEGIN, FIELDS_END, `${FIELDS_END}\n${FIELDS_BEGIN}`])(
    "need both lines: %j",
    (text) => {
      expect(withFields(text, program)).toBe(null);
    },
  );
});
