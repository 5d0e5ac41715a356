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
