// What a schema that has checked many values says of one, compared with its first answer.
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { loadTemplates } from "../../cli/bundle/load-templates.ts";
import { resolveConfig } from "../../cli/config/resolve-config.ts";
import { validateEntry } from "../../cli/content/entries/validate-entry.ts";
import { parseSource } from "../../cli/content/sources/parse-source.ts";
import { rounds } from "../support/process/rounds.ts";
import { damagedFile } from "../support/site/mutations.ts";
import { sourceOf } from "../support/site/sources.ts";
import { frozenDir } from "../support/site/with-site.ts";

/** More than a schema checks before zod writes a function for it. */
const MANY = 200;

test("a damaged entry has the same values and problems whether its schemas have checked many others or none", async () => {
  const { templates, checkValue } = await loadTemplates(resolveConfig({ root: frozenDir }));
  const collections = new Map(templates.collections.map(({ name, schema }) => [name, schema]));
  const sections = new Map(templates.sections.map(({ type, schema }) => [type, schema]));
  for (const schema of [...collections.values(), ...sections.values()])
    for (let count = 0; count < MANY; count++) checkValue(schema, undefined);
  let valid = 0;
  fc.assert(
    fc.property(damagedFile(), ({ path, text }) => {
      const schema = collections.get(path.split("/")[0] ?? "");
      const parsed = parseSource(sourceOf(text, path.endsWith(".md") ? "markdown" : "yaml"));
      if (!schema) return;
      const first = validateEntry(parsed, schema, sections);
      expect(validateEntry(parsed, schema, sections, checkValue)).toStrictEqual(first);
      expect(JSON.stringify(validateEntry(parsed, schema, sections, checkValue).data)).toBe(JSON.stringify(first.data));
      if (first.isValid) valid++;
    }),
    rounds(300, 15_000),
  );
  expect(valid).toBeGreaterThan(0);
});
