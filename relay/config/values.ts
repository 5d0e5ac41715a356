// The text of a variable → its value. Null where it cannot be used, or UnusableError where it is known why.
import { createPrivateKey, type KeyObject } from "node:crypto";
import { readFileSync } from "node:fs";
import { isLoopback, readAddressRanges } from "../client-address.ts";
import { parseEmailAddress } from "../mail/email-address.ts";
import type { MailAddress } from "../mail/mail-message.ts";
import { type MailWordsResult, resolveMailWords } from "../mail/mail-words.ts";
import { longestBounceLocal } from "../mail/parse-bounce.ts";
import { parseJson } from "../parse-json.ts";

/** Its message never repeats the value, which may be a secret. */
export class UnusableError extends Error {
  override readonly name = "UnusableError";
}

export type MailTarget =
  | { readonly type: "maildir"; readonly dir: string }
  | {
      readonly type: "smtp";
      readonly host: string;
      readonly port: number;
      /** TLS from the first byte (smtps). */
      readonly implicitTls: boolean;
      readonly user: string | null;
      readonly password: string | null;
    };

export interface PostgresTarget {
  readonly type: "postgres";
  /** A name or address, or the folder of a local socket. */
  readonly host: string;
  readonly port: number;
  readonly database: string;
  readonly user: string;
  readonly password: string | null;
  /** Null for the role's own. */
  readonly schema: string | null;
  readonly tls: {
    readonly mode: "disable" | "require" | "verify-ca" | "verify-full";
    readonly caFile: string | null;
  };
  /** At most so many at once. */
  readonly connections: number;
  /** A statement may take so long, and wait so long for another relay. */
  readonly timeoutMs: number;
}

export type StoreTarget = { readonly type: "sqlite"; readonly path: string } | PostgresTarget;

/** A setting that forms may have of their own. */
export interface PerForm<Value> {
  /** Of every form that has none of its own. */
  readonly general: Value;
  readonly forms: Readonly<Record<string, Value>>;
}

export const ofForm = <Value>({ general, forms }: PerForm<Value>, form: string): Value =>
  Object.hasOwn(forms, form) ? (forms[form] as Value) : general;

export const ofAllForms = <Value>({ general, forms }: PerForm<Value>): readonly Value[] => [
  general,
  ...Object.values(forms),
];

export interface RateLimit {
  readonly count: number;
  readonly windowMs: number;
}

export function readWhole(text: string, least: number, most: number): number | null {
  const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
  return value >= least && value <= most ? value : null;
}

export const readDays = (text: string) => readWhole(text, 1, 3650);

export function readMailTarget(text: string): MailTarget | null {
  const [, dir] = /^maildir:(?:\/\/(?=\/))?(.+)$/.exec(text) ?? [];
  if (dir !== undefined) return { type: "maildir", dir };
  const url = readUrl(text, ["smtp:", "smtps:"]);
  if (url === null || url.hostname === "" || /[^/]/.test(url.pathname + url.search + url.hash)) return null;
  const implicitTls = url.protocol === "smtps:";
  try {
    return {
      type: "smtp",
      host: url.hostname.replace(/^\[|\]$/g, ""),
      port: url.port === "" ? (implicitTls ? 465 : 587) : Number(url.port),
      implicitTls,
      user: decodeURIComponent(url.username) || null,
      password: decodeURIComponent(url.password) || null,
    };
  } catch {
    return null;
  }
}

function readUrl(text: string, protocols: readonly string[]): URL | null {
  const url = URL.parse?.(text) ?? (URL.canParse(text) ? new URL(text) : null);
  return url !== null && protocols.includes(url.protocol) ? url : null;
}

/** C0 and DEL: what ends a header or hides in it. */
const LINE_CONTROL = /(?![\u0080-\u009f])\p{Cc}/u;

export function readSender(text: string): MailAddress | null {
  const [, name = "", bracketed] = /^([^<>]*)<([^<>]+)>$/.exec(text) ?? [];
  const address = (bracketed ?? text).trim();
  if (parseEmailAddress(address) === null || LINE_CONTROL.test(name)) return null;
  return { name: name.trim().replace(/^"(.*)"$/, "$1") || null, address };
}

const MOST_KEYS = 10;

/** The one to use first, then those that are still valid. */
export function readKeys(text: string): readonly string[] | null {
  const keys = listOf(text);
  const isUsable = keys.length > 0 && keys.length <= MOST_KEYS && new Set(keys).size === keys.length;
  return isUsable && keys.every((key) => /^[\x21-\x7e]+$/.test(key)) ? keys : null;
}

export function readAddresses(text: string): readonly string[] | null {
  const addresses = listOf(text);
  return addresses.length > 0 && addresses.every((address) => parseEmailAddress(address) !== null)
    ? [...new Set(addresses)]
    : null;
}

export const readAddress = (text: string): string | null => (parseEmailAddress(text) === null ? null : text);

/** "a, b" → its items; empty ones are left out. */
export const listOf = (text: string): string[] =>
  text
    .split(",")
    .map((item) => item.trim())
    .filter(Boolean);

export function readStore(text: string): StoreTarget | null {
  const [, path] = /^sqlite:(?:\/\/(?=\/))?(.+)$/.exec(text) ?? [];
  if (path !== undefined) return path.includes("?") || path === ":memory:" ? null : { type: "sqlite", path };
  return readPostgres(text);
}

function readPostgres(text: string): PostgresTarget | null {
  const url = readUrl(text.replace(/^postgresql:/, "postgres:"), ["postgres:"]);
  const parameters = new Map(url?.searchParams ?? []);
  const unknown = [...parameters.keys()].filter((name) => !POSTGRES_PARAMETERS.includes(name));
  if (url === null || url.hash !== "" || unknown.length > 0) return null;
  try {
    const [, database = ""] = /^\/([^/]+)$/.exec(url.pathname) ?? [];
    // A path is the folder of a local socket.
    const host = parameters.get("host") || decodeURIComponent(url.hostname).replace(/^\[|\]$/g, "");
    const user = decodeURIComponent(url.username);
    const schema = parameters.get("schema") || null;
    const mode = parameters.get("sslmode") || (host.startsWith("/") || isLoopback(host) ? "disable" : "verify-full");
    if (database === "" || host === "" || user === "" || !isTlsMode(mode)) return null;
    if (schema !== null && !/^[a-z_][a-z0-9_]{0,30}$/.test(schema)) return null;
    return {
      type: "postgres",
      host,
      port: url.port === "" ? 5432 : Number(url.port),
      database: decodeURIComponent(database),
      user,
      password: decodeURIComponent(url.password) || null,
      schema,
      tls: { mode, caFile: parameters.get("sslrootcert") || null },
      connections: 10,
      timeoutMs: 5000,
    };
  } catch {
    return null;
  }
}

const POSTGRES_PARAMETERS = ["sslmode", "sslrootcert", "schema", "host"];
const TLS_MODES = ["disable", "require", "verify-ca", "verify-full"] as const;
const isTlsMode = (text: string): text is (typeof TLS_MODES)[number] => (TLS_MODES as readonly string[]).includes(text);

export function readOrigins(text: string): readonly string[] | null {
  const origins = listOf(text).map((item) => {
    const url = readUrl(item, ["http:", "https:"]);
    return url !== null && /^https?:\/\/[^/?#@]+\/?$/i.test(item) && !item.includes("*") ? url.origin : null;
  });
  return origins.length > 0 && origins.every((origin) => origin !== null) ? [...new Set(origins as string[])] : null;
}

export function readSiteUrl(text: string): string | null {
  const url = readUrl(text, ["http:", "https:"]);
  if (url === null || url.search !== "" || url.hash !== "" || url.username !== "") return null;
  return url.href.endsWith("/") ? url.href : `${url.href}/`;
}

export function readTrust(text: string): number | readonly string[] | null {
  return /^\d+$/.test(text) ? readWhole(text, 0, 10) : readAddressRanges(listOf(text));
}

/** "20/10m". */
export function readLimit(text: string): RateLimit | "off" | null {
  if (text.toLowerCase() === "off") return "off";
  const [, count = "", amount = "", unit = ""] = /^(\d{1,7})\/(\d{0,5})([smhd])$/.exec(text.replace(/\s+/g, "")) ?? [];
  const unitMs = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 }[unit];
  if (unitMs === undefined || Number(count) === 0 || amount === "0") return null;
  return { count: Number(count), windowMs: Number(amount || 1) * unitMs };
}

/** Words from a JSON file. */
export function readMailWords(path: string): MailWordsResult {
  try {
    return resolveMailWords(parseJson(readFileSync(path, "utf8")));
  } catch (error) {
    const problem = error instanceof SyntaxError ? "is not JSON" : "cannot be read";
    return { words: null, problems: [`the file ${path} ${problem}`] };
  }
}

/** Fewer characters could be found by trying. */
const LEAST_TOKEN = 16;

export function readToken(text: string): string {
  if (text.length < LEAST_TOKEN) throw new UnusableError(`has less than ${LEAST_TOKEN} characters`);
  return text;
}

/** In lower case. */
export function readHeaderName(text: string): string {
  if (!/^[a-z0-9-]+$/i.test(text)) throw new UnusableError("is no name of a header");
  return text.toLowerCase();
}

export function readDeskOrigin(text: string): string | null {
  const url = readUrl(text, ["http:", "https:"]);
  return url !== null && /^\/(?:desk\/?)?$/.test(url.pathname) && url.search + url.hash === "" ? url.origin : null;
}

/** In one spelling, and once each. */
export const readReceivers = (text: string): readonly string[] => [
  ...new Set(
    listOf(text).map((item) => {
      const problem = receiverProblem(item);
      if (problem !== null) throw new UnusableError(problem);
      return new URL(item).href;
    }),
  ),
];

function receiverProblem(text: string): string | null {
  const url = readUrl(text, ["http:", "https:"]);
  if (url === null) return "is no https address";
  if (url.username !== "" || url.password !== "") return "holds a user or a password";
  if (url.hash !== "") return "has a part behind #, which no server gets";
  if (url.protocol === "http:" && !isLoopback(url.hostname)) return `would send requests unprotected to ${url.host}`;
  return null;
}

/** One, or two while one takes the place of the other. */
export function readSecrets(text: string): readonly string[] {
  const secrets = listOf(text);
  if (secrets.length > 2) throw new UnusableError("holds more than two secrets");
  return secrets;
}

export const readSelector = (text: string): string | null =>
  /^[a-z0-9](?:[a-z0-9.-]{0,61}[a-z0-9])?$/i.test(text) ? text.toLowerCase() : null;

export interface DkimKey {
  /** The sender's own: what the signature vouches for. */
  readonly domain: string;
  /** Under which the DNS has the public half: SELECTOR._domainkey.DOMAIN. */
  readonly selector: string;
  /** In PEM. */
  readonly privateKey: string;
}

/** RFC 8301: verifiers ignore shorter keys. */
const LEAST_BITS = 1024;

/** In PEM. In a variable the lines may end with \n. */
export function readPrivateKey(text: string): string {
  const key = parseKey(text.replaceAll("\\n", "\n"));
  const bits = key.asymmetricKeyDetails?.modulusLength ?? 0;
  if (key.asymmetricKeyType !== "rsa")
    throw new UnusableError(`is a key of the kind ${key.asymmetricKeyType}, and mails are signed with RSA`);
  if (bits < LEAST_BITS) throw new UnusableError(`has ${bits} bits; verifiers take ${LEAST_BITS} at least`);
  return key.export({ type: "pkcs8", format: "pem" }).toString();
}

function parseKey(text: string): KeyObject {
  try {
    return createPrivateKey(text);
  } catch {
    throw new UnusableError("is no private key in PEM");
  }
}

/** An address whose mailbox takes mail with a suffix. */
export function readBounceAddress(text: string): string | null {
  const address = parseEmailAddress(text);
  if (address === null || !/^[a-z0-9._-]+$/i.test(address.local) || address.local.length > longestBounceLocal)
    return null;
  return `${address.local}@${address.domain}`;
}
