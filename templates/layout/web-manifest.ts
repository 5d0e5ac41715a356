import type { SiteFile, SiteView } from "eventsite/kit";
import { palette } from "../look/palette.ts";
import { iconPaths } from "./icons.ts";

export const manifestPath = "/site.webmanifest";

export function siteFiles(site: SiteView): readonly SiteFile[] {
  return [
    { path: manifestPath, text: `${JSON.stringify(webManifest(site), null, 2)}\n` },
    { path: "/robots.txt", text: `User-agent: *\nAllow: /\n\nSitemap: ${site.absolute("/sitemap.xml")}\n` },
  ];
}

function webManifest({ settings, href }: SiteView) {
  const png = { type: "image/png" };
  return {
    name: settings.brand.legalName,
    short_name: settings.brand.name,
    lang: settings.language,
    start_url: href("/"),
    display: "browser",
    theme_color: settings.head.themeColor ?? palette["ink-950"],
    background_color: settings.head.backgroundColor ?? palette["ink-950"],
    icons: [
      { src: href(iconPaths.png192), sizes: "192x192", ...png },
      { src: href(iconPaths.png512), sizes: "512x512", ...png },
      { src: href(iconPaths.maskable), sizes: "512x512", purpose: "maskable", ...png },
    ],
  };
}
