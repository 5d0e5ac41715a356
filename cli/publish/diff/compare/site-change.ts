// What a comparison of two sites gives: plain data, the same for the terminal, for scripts and for the report.

import { NOT_FOUND_FILE } from "../../../routes/addresses.ts";
import type { LookChange, VisibleChange } from "./compare-pages.ts";
import type { ComparedSite } from "./site-side.ts";

export interface PageChange {
  readonly kind: "added" | "changed" | "moved" | "gone";
  /** As visitors know it: "/contact/". Of a moved page, the old one. */
  readonly address: string;
  /** Where a moved page is now; where the address of a page that is gone leads. */
  readonly to?: string;
  /** The main heading; of a page that is gone, the last one. */
  readonly name: string;
  /** What is different on this page; of an added or gone page, all of it. What is the same on several pages is in `repeated`. */
  readonly changes: readonly VisibleChange[];
  /** Positions in `SiteChange.repeated`. */
  readonly repeated: readonly number[];
  readonly look: readonly LookChange[];
  /** What a phone loads with the page, in bytes. */
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
  /** Where it led, and where it leads; undefined for none. */
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
  /** What is the same change on three pages or more. */
  readonly repeated: readonly RepeatedChange[];
  /** Addresses of pages by what is different in their files beside words, pictures and links. */
  readonly look: Readonly<Record<LookChange, readonly string[]>>;
  /** Pages whose files differ, and that look and read the same. */
  readonly alike: readonly string[];
  /** Number of pages whose files are the same. */
  readonly unchanged: number;
  readonly redirects: readonly RedirectChange[];
  /** Files that are neither pages nor parts of pages, such as downloads and icons. */
  readonly files: readonly FileChange[];
}

/** The not-found page is compared and not counted: nobody goes there on purpose. */
export const isCounted = (address: string): boolean => address !== `/${NOT_FOUND_FILE}`;

/** What became of every page that either site has. `styled` says the same and looks different. */
export function countPages({ pages, look, alike, unchanged }: SiteChange) {
  const visited = pages.filter(({ address }) => isCounted(address));
  const number = (kind: PageChange["kind"]) => visited.filter((page) => page.kind === kind).length;
  const listed = new Set(visited.map(({ address, to }) => to ?? address));
  const styled = new Set(
    Object.values(look)
      .flat()
      .filter((address) => isCounted(address) && !listed.has(address)),
  );
  return {
    ...{ added: number("added"), changed: number("changed"), moved: number("moved"), gone: number("gone") },
    ...{ styled: styled.size, same: unchanged + alike.filter(isCounted).length },
  };
}
