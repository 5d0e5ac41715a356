// What should be live, and how an address of it is asked and reported.
import type { MovedAddresses } from "../../emit/redirect-files.ts";
import type { HeaderRule } from "../../render/host-headers.ts";
import { addressOf } from "../../routes/plan-routes.ts";
import type { Answer, NoAnswer } from "./ask.ts";
import { type Difference, familyOf, fixFor, type LiveCheck } from "./host-fixes.ts";

export interface ExpectedSite extends MovedAddresses {
  /** The address that visitors have, without a slash at its end. */
  readonly url: string;
  readonly files: readonly ExpectedFile[];
  readonly headers: readonly HeaderRule[];
  /** Where forms are posted; undefined for a site without forms. */
  readonly relayCall: string | undefined;
}

export interface ExpectedFile {
  /** Relative to the site. */
  readonly path: string;
  /** Read when its address has answered: a site may be large. */
  read(): Buffer;
}

/** One difference, of an answer that is known; `expected` where it is another than of the whole answer. */
export type Differs = (check: LiveCheck, found: string, expected?: string) => Difference[];

/** Asks for an address of the site, and compares the answer; no answer is a difference of its own. */
export type Ask = (
  address: string,
  expected: string,
  compare: (answer: Answer, differs: Differs) => Difference[],
) => Promise<Difference[]>;

export const requestPath = (path: string): string => encodeURI(addressOf(path));

export const differ = (
  check: LiveCheck,
  address: string,
  expected: string,
  found: string,
  answer?: Answer | NoAnswer,
): Difference => ({
  check,
  address,
  expected,
  found,
  fix: fixFor(check, answer && "headers" in answer ? familyOf(answer.headers) : undefined),
});

/** "200", "301 to /new/" */
export const statusText = ({ status, headers: { location } }: Answer): string =>
  location ? `${status} to ${location}` : String(status);
