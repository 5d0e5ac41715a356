// Laws of the whole pipeline over damaged and shuffled content.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { check, diagnosticCodes } from "../../cli/index.ts";
import { rounds } from "../support/process/rounds.ts";
import { contentTexts, damagedFile } from "../support/site/mutations.ts";
import { withSite } from "../support/site/with-site.ts";

/** Problems of a file as a whole. */
const WITHOUT_PLACE = ["SOURCE_NOT_TEXT", "SOURCE_TOO_LARGE"];

test("a check of damaged content tells problems with a code and a place, and never throws", () =>
  withSite(
    {},
    async ({ root }) => {
      const law = fc.asyncProperty(fc.array(damagedFile(), { minLength: 1, maxLength: 3 }), async (damaged) => {
        for (const { path, text } of damaged) writeFileSync(join(root, "content", path), text);
        try {
          const { routes, diagnostics } = await check({ root });
          const isValid = diagnostics.every(({ severity }) => severity === "warning");
          expect(routes).toHaveLength(isValid ? 26 : 0);
          for (const { code, message, file, line, column } of diagnostics) {
            expect(Object.keys(diagnosticCodes)).toContain(code);
            expect(message).not.toMatch(/undefined|\[object|NaN/);
            if (file === undefined || WITHOUT_PLACE.includes(code)) continue;
            const lines = readFileSync(join(root, file), "utf8").split(/\r\n|\n/);
            expect(line, message).toBeGreaterThanOrEqual(1);
            expect(line, message).toBeLessThanOrEqual(lines.length);
            expect(column, message).toBeGreaterThanOrEqual(1);
          }
        } finally {
          for (const { path, text } of contentTexts) writeFileSync(join(root, "content", path), text);
        }
      });
      await fc.assert(law, rounds(2, 60));
    },
    "frozen",
  ));
