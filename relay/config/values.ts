// What the text of a variable is read as. No message repeats a text, which may be a secret.

import { readFileSync } from "node:fs";
import { isIP } from "node:net";
import * as z from "zod";
import { longestBounceLocal } from "../bounces/bounce-address.ts";
import { readAddressRanges } from "../client-address.ts";
import { isLoopback } from "../loopback.ts";
import { addressKey, parseEmailAddress } from "../text/email-address.ts";
import { parseSender } from "../text/parse-sender.ts";
import { parseDocument } from "../words/site-document.ts";

export interface DkimKey {
  /** The sender's own: what the signature vouches for. */
  readonly domain: string;
  /** Under which the DNS has the public half: SELECTOR._domainkey.DOMAIN. */
  readonly selector: string;
  /** In PEM. */
  readonly privateKey: string;
}

/** What `read` makes of a text. It cannot be used where that is null, or where something in it is not percent-encoded as it should be. */
export const readBy = <Value>(read: (text: string) => Value | null) =>
  z.string().transform((text, context) => {
    try {
      const value = read(text);
      if (value !== null) return value;
    } catch (error) {
      if (!(error instanceof URIError)) throw error;
    }
    context.addIssue({ code: "custom" });
    return z.NEVER;
  });

/** "a, b" → its items; empty ones are left out. */
const splitList = (text: string): string[] =>
  text
    .split(",")
    .map((item) => item.trim())
    .filter(Boolean);

export const list = <Item>(item: z.ZodType<Item, string>) => z.string().transform(splitList).pipe(z.array(item).min(1));

export const unique = (items: readonly string[]): readonly string[] => [...new Set(items)];
export const matching = (form: RegExp) => z.string().regex(form);

/** "20/10m". Null where there is none. */
export const rateLimit = z.union([readBy(readLimit), matching(/^off$/i).transform(() => null)]);

function readLimit(text: string) {
  const [, count = "", amount = "", unit = ""] = /^(\d{1,7})\/(\d{0,5})([smhd])$/.exec(text.replace(/\s+/g, "")) ?? [];
  const unitMs = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 }[unit];
  if (unitMs === undefined || Number(count) === 0 || amount === "0") return null;
  return { count: Number(count), windowMs: Number(amount || 1) * unitMs };
}

// Addresses of people.

/** One of each mailbox, as it is written first: "Team@example.com" is "team@example.com". */
export const uniqueAddresses = (addresses: readonly string[]): readonly string[] => {
  const keys = addresses.map(addressKey);
  return addresses.filter((_, index) => keys.indexOf(keys[index] ?? "") === index);
};

export const emailAddress = z.string().refine((address) => parseEmailAddress(address) !== null);

export const sender = readBy(parseSender);

export const bounceAddress = readBy((text) => {
  const { local = "", domain } = parseEmailAddress(text) ?? {};
  return /^[a-z0-9._-]+$/i.test(local) && local.length <= longestBounceLocal ? `${local}@${domain}` : null;
});

// Addresses of servers and pages.

export function readUrl(text: string, protocol = /^https?:$/): URL | null {
  const url = URL.canParse(text) ? new URL(text) : null;
  return url !== null && protocol.test(url.protocol) ? url : null;
}

export const DATABASE = /^\/([^/]+)$/;

export const origins = list(
  readBy((text) => (/^https?:\/\/[^/?#@*]+\/?$/i.test(text) ? (readUrl(text)?.origin ?? null) : null)),
).transform(unique);

/** With a slash at its end. */
export const siteUrl = readBy((text) => {
  const url = readUrl(text);
  if (url === null || url.search + url.hash + url.username + url.password !== "") return null;
  return url.href.endsWith("/") ? url.href : `${url.href}/`;
});

export const deskOrigin = readBy((text) => {
  const url = readUrl(text);
  return url !== null && /^\/(?:desk\/?)?$/.test(url.pathname) && url.search + url.hash === "" ? url.origin : null;
});

/** https, or http on this machine; without a user, a password and what no server gets. In one spelling. */
const readSafeUrl = (text: string): string | null => {
  const url = readUrl(text);
  if (url === null || url.username + url.password + url.hash !== "") return null;
  return url.protocol === "https:" || isLoopback(url.hostname) ? url.href : null;
};

export const safeUrl = readBy(readSafeUrl);
export const receivers = list(safeUrl).transform(unique);

/** A name with a dot, or an address in brackets (RFC 5321 4.1.3): [203.0.113.7]. */
export const heloName = readBy((text) => {
  const literal = /^\[(?:IPv6:)?([0-9a-f:.]+)\]$/i.exec(text)?.[1];
  if (literal !== undefined) return isIP(literal) === 0 ? null : text;
  return isFullName(text) ? text.toLowerCase() : null;
});

/** Of a machine, as other machines may know it: "relay.example.com"; no address, and no name without a dot. */
export const isFullName = (name: string): boolean =>
  name.length <= 253 &&
  isIP(name) === 0 &&
  /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9-]*[a-z][a-z0-9-]*$/i.test(name);

/** As addresses, or as ranges of them. */
export const networks = readBy((text) => readAddressRanges(splitList(text)));

// Keys, and the site's document.

/** RFC 8301: verifiers ignore shorter keys. */
export const LEAST_BITS = 1024;

/** The site's document for its relay, from a file; or null and the address that has it. */
export const siteDocument = z.string().transform((text, context) => {
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(text)) {
    const place = readSafeUrl(text);
    if (place === null) context.addIssue({ code: "custom" });
    return { place: place ?? z.NEVER, document: null };
  }
  const { document, problems } = readDocument(text);
  for (const problem of problems) context.addIssue(`${text}${problem}`);
  return { place: text, document: document ?? z.NEVER };
});

function readDocument(path: string) {
  try {
    const { document, problems } = parseDocument(readFileSync(path));
    return { document, problems: problems.map((problem) => `: ${problem}`) };
  } catch (error) {
    return { document: null, problems: [` cannot be read (${(error as NodeJS.ErrnoException).code})`] };
  }
}
