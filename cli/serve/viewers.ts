import type { ServerResponse } from "node:http";

/** An open page. */
export interface Viewer {
  /** The address it shows, without the host. */
  readonly url: string;
  readonly response: ServerResponse;
  /** The hash of the page that it shows. */
  hash: string;
  /** Whether the page is on this machine: it then gets the full paths of files. */
  readonly isHere: boolean;
}
export const COMMENT_EVERY_MS = 20_000;
