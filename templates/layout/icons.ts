import type { IconFile, SiteView } from "eventsite/kit";
import { palette } from "../look/palette.ts";

/** Icons have fixed names, because browsers and phones request some of them without a link. */
export const iconPaths = {
  ico: "/favicon.ico",
  svg: "/icon.svg",
  apple: "/apple-touch-icon.png",
  png192: "/icon-192.png",
  png512: "/icon-512.png",
  maskable: "/icon-maskable-512.png",
} as const;

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
