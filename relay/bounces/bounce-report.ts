// What somebody reports of a mail that did not arrive.
import { type BounceToken, readBounceAddress } from "../message/bounce-address.ts";

export interface BounceReport {
  /** The return path that it came to: it proves which mail is meant. */
  readonly token: BounceToken | null;
  /** "<id>@example.com" of the mail: believed only of callers that are known. */
  readonly messageId: string | null;
  /** It will never arrive; otherwise it did not arrive yet, or for a reason that may pass. */
  readonly isPermanent: boolean;
  /** RFC 3463: "5.1.1". */
  readonly status: string | null;
  /** The server's words. They often repeat the address. */
  readonly diagnostic: string | null;
}

const MAX_WORDS = 300;

/** RFC 3464: what failed for a reason of the class 5 is permanent; what is delayed, or failed for one of the class 4, is not. */
export function isPermanentBounce(action: string | null, status: string | null): boolean {
  if (action !== null && action !== "failed") return false;
  return status === null || !status.startsWith("4");
}

export const shortWords = (text: string | null): string | null => {
  const words = text?.replace(/[\p{Cc}\s]+/gu, " ").trim() ?? "";
  return words === "" ? null : words.slice(0, MAX_WORDS);
};

/** The first of the addresses that we gave out. */
export const tokenIn = (addresses: readonly string[]): BounceToken | null =>
  addresses.map(readBounceAddress).find((token) => token !== null) ?? null;
