import * as z from "zod";
import { isLoopback } from "../loopback.ts";
import { readUrl } from "./url-values.ts";
import { DATABASE, readBy } from "./values.ts";

export type MailTarget = z.infer<typeof mailTarget>;

export const mailTarget = readBy((text) => {
  const [, dir] = /^maildir:(?:\/\/(?=\/))?(.+)$/.exec(text) ?? [];
  if (dir !== undefined) return { type: "maildir" as const, dir };
  const url = readUrl(text, /^smtps?:$/);
  if (url === null || url.hostname === "" || /[^/]/.test(url.pathname + url.search + url.hash)) return null;
  // A password alone is never used, and no server has port 0.
  if ((url.username === "" && url.password !== "") || url.port === "0") return null;
  const implicitTls = url.protocol === "smtps:";
  const usualPort = implicitTls ? 465 : 587;
  return {
    type: "smtp" as const,
    host: url.hostname.replace(/^\[|\]$/g, ""),
    port: url.port === "" ? usualPort : Number(url.port),
    /** TLS from the first byte (smtps). */
    implicitTls,
    user: decodeURIComponent(url.username) || null,
    password: decodeURIComponent(url.password) || null,
  };
});

export type StoreTarget = z.infer<typeof storeTarget>;
export type PostgresTarget = ReturnType<typeof postgresTarget>;

export const storeTarget = z.string().transform((text, context) => {
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
