// Access to the desk: where a request comes from, by which host name, and who is signed in.

import { createHmac, randomBytes } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { clientKey, isAskedInside, readClient } from "../../client-address.ts";
import { HOUR_MS } from "../../clock.ts";
import type { HttpParts } from "../server/http-parts.ts";
import { isSame } from "../server/token-check.ts";
import { DESK_PATH, type Visitor } from "./desk-frame.ts";

export type Desk = NonNullable<HttpParts["config"]["desk"]>;

const COOKIE = "relay-desk";
const SESSION = new RegExp(`(?:^|;)\\s*${COOKIE}=(\\d{1,16})\\.([\\w-]{1,40})\\.([\\w-]{1,60})(?:\\s|;|$)`);
/** A working day. */
const SESSION_MS = 10 * HOUR_MS;
/** Wrong tokens, from one address and from all: guessing has no chance, and nobody is locked out by another for long. */
const TRIES = { count: 10, windowMs: 900_000 };
const TRIES_OVERALL = { count: 200, windowMs: 900_000 };
const MAX_LOGIN = 100;

export function createDeskAuth(desk: Desk, { isTrusted, outbox, clock: { now } }: HttpParts) {
  const deskHost = desk.origin === null ? null : new URL(desk.origin).host;
  const isSecure = desk.origin?.startsWith("https:") === true;
  const attributes = `Path=${DESK_PATH}; HttpOnly; SameSite=Strict`;
  const secret = desk.token ?? randomBytes(32);
  /** What the desk gives out is known by it: its sessions, and the token in each of its forms. */
  const sign = (purpose: "session" | "form", ...of: readonly string[]) =>
    createHmac("sha256", secret)
      .update(JSON.stringify([purpose, ...of]))
      .digest("base64url");
  const isByName = ({ headers }: IncomingMessage) => deskHost !== null && headers.host?.toLowerCase() === deskHost;
  const login = (request: IncomingMessage): string | null => {
    if (desk.loginHeader === null || !isTrusted(readClient(request, isTrusted).peer, 0)) return null;
    // Given twice, one of them is not the proxy's.
    const [header = "", ...others] = request.headersDistinct[desk.loginHeader] ?? [];
    const name = Buffer.from(header, "latin1").toString("utf8").trim();
    const isName = name !== "" && name.length <= MAX_LOGIN && !/\p{Cc}/u.test(name);
    // The record says this of commands.
    return isName && others.length === 0 && !name.startsWith("command:") ? name : null;
  };

  return {
    /** Whether it was asked for by a name of the own network, or by its own. */
    isOpenTo: (request: IncomingMessage) => isAskedInside(request) || isByName(request),
    /** Null for a visitor who is not signed in, or no longer. */
    visitorOf(request: IncomingMessage): Visitor | null {
      const name = login(request);
      if (name !== null) return { actor: name, csrf: sign("form", "login", name), hasSession: false };
      const [, until = "", id = "", mark = ""] = SESSION.exec(request.headers.cookie ?? "") ?? [];
      const isOurs = desk.token !== null && isSame(mark, sign("session", until, id));
      if (!isOurs || Number(until) <= now()) return null;
      return { actor: "desk", csrf: sign("form", "session", id), hasSession: true };
    },
    /** Whether a form was sent from a page of the desk. */
    isFromOwnPage: ({ headers: { origin, host } }: IncomingMessage) =>
      origin !== undefined && (origin === desk.origin || origin === `http://${host}`),
    /** A cookie for the right token. Rejects with StoreError. */
    async signIn(request: IncomingMessage, token: string): Promise<{ readonly cookie: string } | "wrong" | "limited"> {
      const client = clientKey(readClient(request, isTrusted).address);
      const isRight = desk.token !== null && isSame(token, desk.token);
      // People of one office share an address: only wrong tokens count.
      const limits = [
        { key: `desk:${client}`, ...TRIES, checkOnly: isRight },
        { key: "desk", ...TRIES_OVERALL, checkOnly: isRight },
      ];
      const { retryAfterMs } = await outbox.spend(limits, now());
      if (retryAfterMs !== null) return "limited";
      if (!isRight) return "wrong";
      const until = String(now() + SESSION_MS);
      const id = randomBytes(12).toString("base64url");
      const value = `${until}.${id}.${sign("session", until, id)}`;
      const secure = isSecure && isByName(request) ? "; Secure" : "";
      return { cookie: `${COOKIE}=${value}; ${attributes}; Max-Age=${SESSION_MS / 1000}${secure}` };
    },
    signedOut: `${COOKIE}=; ${attributes}; Max-Age=0`,
  };
}
