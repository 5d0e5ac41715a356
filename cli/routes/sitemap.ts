import type { Route } from "./addresses.ts";

const escapeXml = (text: string) => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

/** sitemap.xml of the listed routes, in the given order. */
export function sitemap(routes: readonly Pick<Route, "path" | "listed">[], baseUrl: string): string {
  const urls = routes
    .filter(({ listed }) => listed)
    .map(({ path }) => `  <url><loc>${escapeXml(baseUrl + path)}</loc></url>\n`);
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls.join("")}</urlset>\n`;
}
