import { expect, test } from "vitest";
import { planRoutes } from "../../../../cli/routes/plan-routes.ts";
import { sitemap } from "../../../../cli/routes/sitemap.ts";

const entries = ["/", "/contact", "/404", "/hidden"].map((path) => ({
  collection: "pages",
  slug: path.slice(1),
  path,
  file: `content/pages${path}.yaml`,
  listed: path !== "/hidden",
}));

test("lists every listed page with its full address, and no other", () => {
  expect(sitemap(planRoutes(entries, "slash").routes, "https://www.example.com")).toBe(
    [
      '<?xml version="1.0" encoding="UTF-8"?>',
      '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
      "  <url><loc>https://www.example.com/</loc></url>",
      "  <url><loc>https://www.example.com/contact/</loc></url>",
      "</urlset>",
      "",
    ].join("\n"),
  );
});

test("escapes what XML keeps for itself", () => {
  const { routes } = planRoutes(entries.slice(0, 1), "slash");
  expect(sitemap(routes, "https://example.com/?a=1&b='<\">")).toContain(
    "<loc>https://example.com/?a=1&#38;b=&#39;&#60;&#34;&#62;/</loc>",
  );
});
