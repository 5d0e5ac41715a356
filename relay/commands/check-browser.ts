// The relay as a browser meets it from a page of the site: the question before the call, and an error that the page may read.
import { CALL_PATH } from "../contract.ts";
import { type Finding, failed, finding, findings, type Outcome, ok, warning } from "./finding.ts";

interface BrowserProbe {
  readonly url: string;
  readonly origins: readonly string[];
  readonly publicKey: string | null;
}

/** What clients of several generations send, and what our own pages add. */
const HEADERS = ["apikey", "authorization", "content-type", "x-client-info", "x-region", "idempotency-key"];
/** An origin that nobody allows: its name cannot exist (RFC 6761). */
const STRANGER = "https://stranger.invalid";

export async function checkBrowser(probe: BrowserProbe): Promise<Finding[]> {
  const call = new URL(`${probe.url.replace(/\/+$/, "")}${CALL_PATH}`);
  try {
    const found: Finding[] = [];
    for (const origin of probe.origins)
      found.push(
        finding(`browser: preflight from ${origin}`, await preflight(call, origin)),
        finding(`browser: errors for ${origin}`, await readableError(call, origin, probe)),
      );
    return [...found, finding("browser: other origins", await stranger(call))];
  } catch (error) {
    const { code, message } = ((error as Error).cause ?? error) as NodeJS.ErrnoException;
    const hint = "start the relay, or give the address that browsers use: --url https://relay.example.com";
    return findings({ "browser: reach": failed(`${call.origin} does not answer (${code ?? message}).`, hint) });
  }
}

const sendPreflight = (call: URL, origin: string): Promise<Response> =>
  request(call, "OPTIONS", {
    origin,
    "access-control-request-method": "POST",
    "access-control-request-headers": HEADERS.join(","),
  });

const listOf = (value: string | null): string[] =>
  (value ?? "")
    .trim()
    .toLowerCase()
    .split(/\s*,\s*/);

async function preflight(call: URL, origin: string): Promise<Outcome> {
  const { status, headers } = await sendPreflight(call, origin);
  if (headers.get("access-control-allow-origin") !== origin)
    return failed(
      `${status} without the permission for this origin: browsers refuse the call.`,
      "name the origin in RELAY_ALLOWED_ORIGINS, exactly as the browser's address bar has it; see also what a proxy in between removes",
    );
  if (status < 200 || status > 299)
    return failed(`Answered with ${status}; browsers want 2xx.`, "a proxy in between may answer OPTIONS itself");
  const allowed = listOf(headers.get("access-control-allow-headers"));
  const missing = HEADERS.filter((name) => !allowed.includes(name));
  if (missing.length > 0)
    return failed(`These headers are not allowed: ${missing.join(", ")}.`, "a proxy in between shortens the list");
  return listOf(headers.get("access-control-allow-methods")).includes("post")
    ? ok("allowed, with all headers that clients send")
    : failed("POST is not allowed.", "a proxy in between answers for the relay");
}

/** An empty call is refused; the page must be able to read why. Nothing is stored. */
async function readableError(call: URL, origin: string, { publicKey }: BrowserProbe): Promise<Outcome> {
  const key: Record<string, string> = publicKey === null ? {} : { apikey: publicKey };
  const { status, headers } = await request(call, "POST", { origin, "content-type": "application/json", ...key });
  if (headers.get("access-control-allow-origin") !== origin)
    return failed(`${status} without permission: the page sees a network failure.`, "see what a proxy removes");
  if (status === 429) return warning("The limit for this address is used up.", "run the doctor again later");
  if (status !== 400) return failed(`An empty call got ${status} instead of 400.`, "a proxy may change the body");
  return ok("readable by the page");
}

async function stranger(call: URL): Promise<Outcome> {
  const allowed = (await sendPreflight(call, STRANGER)).headers.get("access-control-allow-origin");
  if (allowed === null) return ok("refused");
  const hint = "a proxy in between adds the header itself: leave it to the relay";
  return warning(`${STRANGER} is allowed too (${allowed}).`, hint);
}

/** For the whole answer: one that trickles is none. */
const TIMEOUT_MS = 10_000;

/** Resolves with any answer; rejects with the connection's error, or after ten seconds. The body is thrown away. */
async function request(url: URL, method: string, headers: Readonly<Record<string, string>>): Promise<Response> {
  const answer = await fetch(url, { method, headers, redirect: "manual", signal: AbortSignal.timeout(TIMEOUT_MS) });
  await answer.arrayBuffer();
  return answer;
}
