import { expect, expectTypeOf, test } from "vitest";
import * as z from "zod";
import { defineCollection, type SummaryOf } from "../../../../templates/kit/define-collection.ts";
import type { Listed } from "../../../../templates/kit/site-view.ts";

const shared = {
  singular: "a person",
  format: "yaml",
  schema: z.strictObject({ name: z.string(), order: z.int() }),
} as const;
const team = defineCollection({
  ...{ ...shared, name: "team" },
  path: (slug) => `/team/${slug}`,
  summarize: ({ name }) => ({ name }),
});
const quotes = defineCollection({ ...shared, name: "quotes" });

test("what is listed of a collection with pages has an address, and of another may have none", () => {
  expectTypeOf<Listed<SummaryOf<typeof team>>["path"]>().toEqualTypeOf<string>();
  expectTypeOf<Listed<SummaryOf<typeof team>>["data"]["name"]>().toEqualTypeOf<string>();
  expectTypeOf<Listed<SummaryOf<typeof quotes>>["path"]>().toEqualTypeOf<string | undefined>();
  // A test makes entries from plain data.
  const listed: Listed<SummaryOf<typeof team>> = { slug: "ada", path: "/team/ada", data: { name: "Ada" } };
  expect(team.path?.(listed.slug)).toBe(listed.path);
});
