// Moves a site that is below a path to the root of its host, so that both sides have the same addresses.

import { contentTypeOf, isText } from "../../../hosting/file-headers.ts";
import { basePathOf } from "../../../routes/base-path.ts";
import type { SiteSide } from "./site-side.ts";

/** The start page names the address of the site. */
const CANONICAL = /<link\s[^>]*\brel="canonical"[^>]*\bhref="([^"]+)"/i;

const escapeRegExp = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

export async function atRoot(side: SiteSide): Promise<SiteSide> {
  const [, address = ""] = CANONICAL.exec(String((await side.read("index.html")) ?? "")) ?? [];
  const base = basePathOf(address);
  if (base === "") return side;
  const { origin } = new URL(address);
  const carried = new RegExp(`(^|["'\\s(,;=>])(${escapeRegExp(origin)})?${escapeRegExp(base)}(?=/)`, "gm");
  const withoutBase = (text: string) => text.replace(carried, (_, before: string, host = "") => before + host);
  return {
    ...side,
    async read(path) {
      const bytes = await side.read(path);
      const isRead = bytes !== undefined && (isText(contentTypeOf(path)) || /^_\w+$/.test(path));
      return isRead ? Buffer.from(withoutBase(bytes.toString("utf8"))) : bytes;
    },
  };
}
