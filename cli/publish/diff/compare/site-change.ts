// The result of comparing two sites: plain data for the terminal, for scripts and for the report.

import { NOT_FOUND_FILE } from "../../../routes/addresses.ts";
import type { LookChange, VisibleChange } from "./compare-pages.ts";
import type { ComparedSite } from "./site-side.ts";

export interface PageChange {
  readonly kind: "added" | "changed" | "moved" | "gone";
  /** The address for visitors: "/contact/". For a moved page: the old one. */
  readonly address: string;
  /** The new address of a moved page, or the target of the address of a gone one. */
  readonly to?: string;
  /** The main heading; for a gone page, its last one. */
  readonly name: string;
  /** The changes of this page; for an added or gone page, all of it. Changes that are the same on several pages are in `repeated`. */
  readonly changes: readonly VisibleChange[];
  /** Positions in `SiteChange.repeated`. */
  readonly repeated: readonly number[];
  readonly look: readonly LookChange[];
  /** The bytes that a phone loads with the page. */
  readonly weight: { readonly before?: number; readonly after?: number };
}

export interface RepeatedChange {
  readonly change: VisibleChange;
  /** Addresses. */
  readonly pages: readonly string[];
}

export interface RedirectChange {
  /** The old address. */
  readonly address: string;
  /** Its former target and its target now; undefined for none. */
  readonly before?: string | undefined;
  readonly after?: string | undefined;
}

export interface FileChange {
  readonly kind: "added" | "changed" | "gone";
  readonly path: string;
  /** Bytes. */
  readonly before?: number | undefined;
  readonly after?: number | undefined;
}

export interface SiteTotals {
  readonly pages: number;
  readonly files: number;
  readonly bytes: number;
}

export interface SiteChange {
  readonly before: ComparedSite & SiteTotals;
  readonly after: ComparedSite & SiteTotals;
  /** Sorted by kind, then by address. */
  readonly pages: readonly PageChange[];
  /** Changes that are the same on three pages or more. */
  readonly repeated: readonly RepeatedChange[];
  /** Addresses of pages by the differences of their files besides words, pictures and links. */
  readonly look: Readonly<Record<LookChange, readonly string[]>>;
  /** Pages whose files differ, but look and read the same. */
  readonly alike: readonly string[];
  /** Number of pages whose files are the same. */
  readonly unchanged: number;
  readonly redirects: readonly RedirectChange[];
  /** Files that are neither pages nor parts of pages, such as downloads and icons. */
  readonly files: readonly FileChange[];
}

/** The not-found page is compared, but not counted: nobody goes there on purpose. */
export const isCounted = (address: string): boolean => address !== `/${NOT_FOUND_FILE}`;

/** Numbers of pages of both sites by what has become of them. A `styled` page has the same content and another look. */
export function countPages({ pages, look, alike, unchanged }: SiteChange) {
  const visited = pages.filter(({ address }) => isCounted(address));
  const number = (kind: PageChange["kind"]) => visited.filter((page) => page.kind === kind).length;
  const changedAddresses = new Set(visited.map(({ address, to }) => to ?? address));
  const styled = new Set(
    Object.values(look)
      .flat()
      .filter((address) => isCounted(address) && !changedAddresses.has(address)),
  );
  return {
    added: number("added"),
    changed: number("changed"),
    moved: number("moved"),
    gone: number("gone"),
    styled: styled.size,
    same: unchanged + alike.filter(isCounted).length,
  };
}
