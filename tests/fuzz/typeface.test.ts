// Titles are drawn into the cards of shared links: whatever letters they hold, measuring and drawing them never throws.
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { openTypeface } from "../../cli/assets/fonts/typeface.ts";
import { fonts } from "../../templates/look/fonts.ts";
import { rounds } from "../support/process/rounds.ts";
import { projectDir } from "../support/site/with-site.ts";

const [display] = fonts;

test("a typeface measures and draws any title, spaces and all", async () => {
  if (!display) throw new Error("The site has no typeface.");
  const letters = fc.constantFrom(..."abcdefghijklmnoprstuvwyzABDEHQTW 0123&.,’é \u00a0\u2009😀Ł|");
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: letters, minLength: 1, maxLength: 30 }), async (title) => {
      const typeface = await openTypeface(
        [display],
        [...new Set(`${title}… `)].sort().join(""),
        join(projectDir, "templates"),
      );
      expect(typeface.measure(title)).toBeGreaterThanOrEqual(0);
      expect(typeface.outline(title, 0, 100, 60)).not.toContain("NaN");
    }),
    rounds(15, 500),
  );
});
