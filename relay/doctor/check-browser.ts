// The relay as a browser meets it from a page of the site: the question before the call, and an error that the page may read.

import { CALL_PATH } from "../contract.ts";
import type { Finding } from "../service/protocol.ts";
import { failed, ok, warning } from "./finding.ts";

interface BrowserProbe {
  readonly url: string;
  readonly origins: readonly string[];
  readonly publicKey: string | null;
}

/** What clients of several generations send, and what our own pages add. */
const HEADERS = ["apikey", "authorization", "content-type", "x-client-info", "x-region", "idempotency-key"];

export async function checkBrowser({ url, origins, publicKey }: BrowserProbe): Promise<Finding[]> {
  const call = new URL(`${url.replace(/\/+$/, "")}${CALL_PATH}`);
  try {
    const findings: Finding[] = [];
    for (const origin of origins)
      findings.push(await preflight(call, origin), await readableError(call, origin, publicKey));
    return findings;
  } catch (error) {
    const { code, message } = ((error as Error).cause ?? error) as NodeJS.ErrnoException;
    const hint = "start the relay, or give the address that browsers use: --url https://relay.example.com";
    return [failed("browser: reach", `${call.origin} does not answer (${code ?? message}).`, hint)];
  }
}

async function preflight(call: URL, origin: string): Promise<Finding> {
  const check = `browser: preflight from ${origin}`;
  const { status, headers } = await request(call, "OPTIONS", {
    origin,
    "access-control-request-method": "POST",
    "access-control-request-headers": HEADERS.join(","),
  });
  if (headers.get("access-control-allow-origin") !== origin)
    return failed(
      check,
      `${status} without the permission for this origin: browsers refuse the call.`,
      "name the origin in RELAY_ALLOWED_ORIGINS, exactly as the browser's address bar has it; see also what a proxy in between removes",
    );
  if (status < 200 || status > 299)
    return failed(check, `Answered with ${status}; browsers want 2xx.`, "a proxy in between may answer OPTIONS itself");
  const allowed = (headers.get("access-control-allow-headers") ?? "").toLowerCase().split(/\s*,\s*/);
  const missing = HEADERS.filter((name) => !allowed.includes(name));
  return missing.length === 0
    ? ok(check, "allowed, with all headers that clients send")
    : failed(check, `These headers are not allowed: ${missing.join(", ")}.`, "a proxy in between shortens the list");
}

/** An empty call is refused; the page must be able to read why. Nothing is stored. */
async function readableError(call: URL, origin: string, publicKey: string | null): Promise<Finding> {
  const check = `browser: errors for ${origin}`;
  const key: Record<string, string> = publicKey === null ? {} : { apikey: publicKey };
  const { status, headers } = await request(call, "POST", { origin, "content-type": "application/json", ...key });
  if (headers.get("access-control-allow-origin") !== origin)
    return failed(check, `${status} without permission: the page sees a network failure.`, "see what a proxy removes");
  if (status === 429) return warning(check, "The limit for this address is used up.", "run the doctor again later");
  if (status !== 400)
    return failed(check, `An empty call got ${status} instead of 400.`, "a proxy may change the body");
  return ok(check, "readable by the page");
}

/** For the whole answer: one that trickles is none. */
const TIMEOUT_MS = 10_000;

/** Resolves with any answer; rejects with the connection's error, or after ten seconds. The body is thrown away. */
async function request(url: URL, method: string, headers: Readonly<Record<string, string>>): Promise<Response> {
  const answer = await fetch(url, { method, headers, redirect: "manual", signal: AbortSignal.timeout(TIMEOUT_MS) });
  await answer.arrayBuffer();
  return answer;
}
