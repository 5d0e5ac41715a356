import * as fc from "fast-check";
import { expect, test } from "vitest";
import { publishedPath, type RoutableEntry } from "../../cli/routes/addresses.ts";
import { planRoutes } from "../../cli/routes/plan-routes.ts";
import { sitemap } from "../../cli/routes/sitemap.ts";
import { rounds } from "../support/process/rounds.ts";

const part = fc.oneof(
  fc.constantFrom("a", "A", "é", "e\u0301", "404", "index", "services", "b-1"),
  fc.string({ minLength: 1, maxLength: 5 }).filter((text) => !/[/?#]/.test(text)),
);
const path = fc.oneof(
  fc.constant("/"),
  fc.array(part, { minLength: 1, maxLength: 3 }).map((parts) => `/${parts.join("/")}`),
);
const entry = fc.record({ collection: fc.constantFrom("pages", "services"), slug: part, path, listed: fc.boolean() });
const entries = fc
  .array(entry, { maxLength: 12 })
  .map((list): RoutableEntry[] => list.map((each, index) => ({ ...each, file: `content/${index}.yaml` })));
const style = fc.constantFrom("slash", "bare");

test("every entry becomes a route of its own, or a collision that names it", () => {
  fc.assert(
    fc.property(entries, style, (list, links) => {
      const { routes, diagnostics } = planRoutes(list, links);
      const fold = (text: string) => text.toLowerCase().normalize("NFC");
      expect(new Set(routes.map(({ output }) => fold(output))).size).toBe(routes.length);
      expect(new Set(routes.map((route) => fold(route.path))).size).toBe(routes.length);
      expect(diagnostics.every(({ code, severity }) => code === "ROUTE_COLLISION" && severity === "error")).toBe(true);
      const reported = [...routes.map(({ source }) => source), ...diagnostics.map(({ file }) => file ?? "")];
      expect(reported.sort()).toEqual(list.map(({ file }) => file).sort());
    }),
    rounds(500, 20_000),
  );
});

test("a published path keeps query and fragment, and publishing it again changes nothing", () => {
  const target = fc
    .tuple(path, fc.constantFrom("", "?a=1", "?a=/b/"), fc.constantFrom("", "#part", "#a/b"))
    .map((parts) => parts.join(""));
  fc.assert(
    fc.property(target, style, (address, links) => {
      const published = publishedPath(address, links);
      expect(publishedPath(published, links)).toBe(published);
      expect(published.replace(/^[^?#]*/, "")).toBe(address.replace(/^[^?#]*/, ""));
    }),
    rounds(500, 20_000),
  );
});

test("the sitemap is well-formed XML whatever the addresses hold", () => {
  fc.assert(
    fc.property(entries, (list) => {
      const { routes } = planRoutes(list, "slash");
      const inside = sitemap(routes, "https://example.com/?a=1&b=<2>").replace(
        /<\/?(?:urlset|url|loc|\?xml)[^<>]*>/g,
        "",
      );
      expect(inside).not.toMatch(/[<>]|&(?!#\d+;)/);
    }),
    rounds(150, 5_000),
  );
});
