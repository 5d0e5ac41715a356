import { describe, expect, test } from "vitest";
import { buildSite } from "../support/site/built-site.ts";
import { outline } from "../support/site/html.ts";

const readings: readonly { name: string; variants: Record<string, string> }[] = [
  { name: "the default readings", variants: {} },
  { name: "the other readings", variants: { home: "no-form", "event-planning": "b" } },
];

describe.each(readings)("with $name", async ({ variants }) => {
  const react = await buildSite({ variants, renderer: "react" });
  const preact = await buildSite({ variants, renderer: "preact" });

  test.each(react.paths)("React and Preact write the same elements, attributes and words on %s", (path) => {
    const expected = outline(react.page(path));
    expect(expected.length).toBeGreaterThan(100);
    expect(outline(preact.page(path))).toEqual(expected);
  });

  test("both publish the same files beside the pages", () => {
    const others = (site: typeof react) =>
      site.result.files.filter(({ path }) => !path.endsWith(".html")).map(({ path, hash }) => [path, hash]);
    expect(preact.paths).toEqual(react.paths);
    expect(others(preact)).toEqual(others(react));
  });
});
