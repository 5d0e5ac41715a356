import type { Listed, PictureSlot, WordmarkPath } from "../../templates/kit/index.ts";
import type { PictureFacts } from "../assets/images/picture-facts.ts";
import type { LinkStyle } from "../routes/addresses.ts";

/** All that templates can read, as plain data that can be sent to other threads. */
export interface SiteData {
  readonly settings: Readonly<Record<string, unknown>>;
  readonly lists: Readonly<Record<string, readonly Listed<unknown>[]>>;
  /** By path below content/images. */
  readonly images: ReadonlyMap<string, PictureFacts>;
  /** Where pictures of Markdown texts appear. */
  readonly proseSlot: PictureSlot;
  readonly fonts: {
    readonly css: string;
    readonly urls: readonly string[];
    readonly wordmark?: WordmarkPath | undefined;
  };
  /** Collections with so many pages that they share their cards. */
  readonly sharedCards: readonly string[];
  /** The version of the template set's look of cards. */
  readonly cardVersion: number | string;
  readonly links: LinkStyle;
  /** Without a slash at its end. */
  readonly baseUrl: string;
  /** "" if forms send nothing. */
  readonly relayUrl: string;
  /** Whether search engines are to stay out. */
  readonly isPreview?: boolean;
}

/** For pages that are only checked. */
export const NO_FONTS: SiteData["fonts"] = { css: "", urls: [] };
