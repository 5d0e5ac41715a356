// What the text of a variable is read as. No message repeats a text, which may be a secret.
import { createPrivateKey, type KeyObject } from "node:crypto";
import { readFileSync } from "node:fs";
import { isIP } from "node:net";
import * as z from "zod";
import { readAddressRanges } from "../client-address.ts";
import { isLoopback } from "../loopback.ts";
import { addressKey, parseEmailAddress } from "../mail/email-address.ts";
import { longestBounceLocal } from "../mail/parse-bounce.ts";
import { parseSender } from "../mail/parse-sender.ts";
import { parseDocument } from "../mail/site-document.ts";

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

export interface DkimKey {
  /** The sender's own: what the signature vouches for. */
  readonly domain: string;
  /** Under which the DNS has the public half: SELECTOR._domainkey.DOMAIN. */
  readonly selector: string;
  /** In PEM. */
  readonly privateKey: string;
}

/** What `read` makes of a text. It cannot be used where that is null, or where something in it is not percent-encoded as it should be. */
const readBy = <Value>(read: (text: string) => Value | null) =>
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

function readUrl(text: string, protocol = /^https?:$/): URL | null {
  const url = URL.canParse(text) ? new URL(text) : null;
  return url !== null && protocol.test(url.protocol) ? url : null;
}

export type MailTarget = z.infer<typeof mailTarget>;

export const mailTarget = readBy((text) => {
  const [, dir] = /^maildir:(?:\/\/(?=\/))?(.+)$/.exec(text) ?? [];
  if (dir !== undefined) return { type: "maildir" as const, dir };
  const url = readUrl(text, /^smtps?:$/);
  if (url === null || url.hostname === "" || /[^/]/.test(url.pathname + url.search + url.hash)) return null;
  const implicitTls = url.protocol === "smtps:";
  return {
    type: "smtp" as const,
    host: url.hostname.replace(/^\[|\]$/g, ""),
    port: url.port === "" ? (implicitTls ? 465 : 587) : Number(url.port),
    /** TLS from the first byte (smtps). */
    implicitTls,
    user: decodeURIComponent(url.username) || null,
    password: decodeURIComponent(url.password) || null,
  };
});

export type StoreTarget = z.infer<typeof store>;
export type PostgresTarget = ReturnType<typeof postgresTarget>;

export const store = z.string().transform((text, context) => {
  const report = (message?: string) => {
    context.addIssue(message ?? { code: "custom" });
    return z.NEVER;
  };
  const [, path] = /^sqlite:(?:\/\/(?=\/))?(.+)$/.exec(text) ?? [];
  if (path === ":memory:") return report();
  if (path?.includes("?")) return report("has a part behind a question mark, which a file does not have");
  if (path !== undefined) return { type: "sqlite" as const, path };
  const url = readUrl(text.replace(/^postgresql:/, "postgres:"), /^postgres:$/);
  if (url === null) return report();
  // Where an address has no user, a password may be in any part of it: none is repeated.
  if (url.username === "") return report("has no user");
  const { data: parameters, error } = postgresParameters.safeParse(Object.fromEntries(parametersOf(url)));
  for (const problem of [
    ...addressProblems(url, parameters?.host),
    ...(error?.issues ?? []).flatMap(parameterProblems),
  ])
    report(problem);
  if (parameters === undefined) return z.NEVER;
  try {
    return postgresTarget(url, parameters);
  } catch {
    return report();
  }
});

export const readStore = (text: string): StoreTarget | null => store.safeParse(text).data ?? null;

const SSL_MODES = ["disable", "require", "verify-ca", "verify-full"] as const;

const postgresParameters = z.strictObject({
  sslmode: z.enum(SSL_MODES, { error: `is none of ${SSL_MODES.join(", ")}` }).optional(),
  sslrootcert: z.string().optional(),
  schema: z
    .string()
    .regex(/^[a-z_][a-z0-9_]{0,30}$/, "is no name of small letters, digits and _")
    .optional(),
  /** A path is the folder of a local socket. */
  host: z.string().optional(),
});

const parametersOf = ({ searchParams }: URL) => [...searchParams].filter(([, value]) => value !== "");

const DATABASE = /^\/([^/]+)$/;

function addressProblems({ pathname, hostname, hash }: URL, host: string | undefined): string[] {
  return [
    ...(DATABASE.test(pathname) ? [] : ["names no database: postgres://user:password@host/database"]),
    ...(hostname === "" && host === undefined ? ["names no host"] : []),
    ...(hash === "" ? [] : ["has a part behind #; within a password it is written as %23"]),
  ];
}

/** Names of parameters are repeated, values are not. */
const parameterProblems = (issue: z.core.$ZodIssue): string[] =>
  issue.code === "unrecognized_keys"
    ? issue.keys.map(
        (name) => `has a part that the relay does not know: ${/^\w{1,40}$/.test(name) ? name : "one without a name"}`,
      )
    : [`has a part that cannot be used: ${issue.path.join(".")} ${issue.message}`];

/** Throws URIError where a part is not percent-encoded as it should be. */
const postgresTarget = (url: URL, parameters: z.infer<typeof postgresParameters>) => {
  const host = parameters.host ?? decodeURIComponent(url.hostname).replace(/^\[|\]$/g, "");
  return {
    type: "postgres" as const,
    /** A name or address, or the folder of a local socket. */
    host,
    port: url.port === "" ? 5432 : Number(url.port),
    database: decodeURIComponent(DATABASE.exec(url.pathname)?.[1] ?? ""),
    user: decodeURIComponent(url.username),
    password: decodeURIComponent(url.password) || null,
    /** Null for the role's own. */
    schema: parameters.schema ?? null,
    tls: {
      mode: parameters.sslmode ?? (host.startsWith("/") || isLoopback(host) ? "disable" : "verify-full"),
      caFile: parameters.sslrootcert ?? null,
    },
    connections: 10,
    /** A statement may take so long, and wait so long for another relay. */
    timeoutMs: 5000,
  };
};

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
const LEAST_BITS = 1024;

/** An RSA key in PEM, as PKCS #8. In a variable the lines may end with \n. */
export const privateKey = readBy((text) => {
  const key = parseKey(text.replaceAll("\\n", "\n"));
  const bits = key?.asymmetricKeyType === "rsa" ? (key.asymmetricKeyDetails?.modulusLength ?? 0) : 0;
  return key === null || bits < LEAST_BITS ? null : key.export({ type: "pkcs8", format: "pem" }).toString();
});

function parseKey(pem: string): KeyObject | null {
  try {
    return createPrivateKey(pem);
  } catch {
    return null;
  }
}

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
