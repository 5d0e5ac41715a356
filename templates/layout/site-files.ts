import type { IconFile, SiteFile, SiteView } from "eventsite/kit";
import { palette } from "./palette.ts";

/** Icons have fixed names, because browsers and phones request some of them without a link. */
export const iconPaths = {
  ico: "/favicon.ico",
  svg: "/icon.svg",
  apple: "/apple-touch-icon.png",
  png192: "/icon-192.png",
  png512: "/icon-512.png",
  maskable: "/icon-maskable-512.png",
} as const;

export const manifestPath = "/site.webmanifest";

/** Phones crop a maskable icon to any shape, but always show the middle four fifths: w3.org/TR/appmanifest, "icon masks". */
const SAFE_INSET = 0.1;

export function iconFiles({ settings }: Pick<SiteView, "settings">): readonly IconFile[] {
  const drawn = { src: settings.icon, colours: palette };
  const ground = settings.head.backgroundColor ?? palette["ink-950"];
  return [
    { ...drawn, path: iconPaths.svg, format: "svg", sizes: [] },
    { ...drawn, path: iconPaths.ico, format: "ico", sizes: [16, 32, 48] },
    { ...drawn, path: iconPaths.apple, format: "png", sizes: [180], ground },
    { ...drawn, path: iconPaths.png192, format: "png", sizes: [192] },
    { ...drawn, path: iconPaths.png512, format: "png", sizes: [512] },
    { ...drawn, path: iconPaths.maskable, format: "png", sizes: [512], inset: SAFE_INSET, ground },
  ];
}

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
