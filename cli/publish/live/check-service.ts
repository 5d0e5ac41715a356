// Checks of a whole site: http leads to https, the certificate is valid, and the relay accepts what forms send.
import { ask, type HttpAnswer, isUnanswered, type NoAnswer } from "./ask.ts";
import { differ, leadsOn, statusText } from "./check-answers.ts";
import type { Difference } from "./host-fixes.ts";

const LEAST_CERTIFICATE_DAYS = 14;
const DAY_MS = 86_400_000;

const INCOMPLETE = [
  "its chain is not complete",
  "serve the certificate with those of its authorities (fullchain.pem)",
] as const;
/** Errors of a connection → the problem of the certificate, and how to correct it. */
const CERTIFICATES: Readonly<Record<string, readonly [found: string, fix: string]>> = {
  CERT_HAS_EXPIRED: ["it has expired", "renew the certificate, and let the server load the new one"],
  CERT_NOT_YET_VALID: ["it is not valid yet", "check the clock of this machine, and the certificate"],
  DEPTH_ZERO_SELF_SIGNED_CERT: ["it is self-signed", "get a certificate from an authority, such as Let's Encrypt"],
  ERR_TLS_CERT_ALTNAME_INVALID: ["it is for another name", "get a certificate that has this name, and serve it"],
  SELF_SIGNED_CERT_IN_CHAIN: ["its authority is unknown", "get a certificate from an authority, such as Let's Encrypt"],
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: INCOMPLETE,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: INCOMPLETE,
};

/** Why browsers show a warning instead of the site; undefined if they do not. */
export function certificateProblem(url: string, { failure }: NoAnswer): Difference | undefined {
  if (!Object.hasOwn(CERTIFICATES, failure) && !/CERT|SELF_SIGNED|UNABLE_TO/.test(failure)) return undefined;
  const { host } = new URL(url);
  const [found, fix] = CERTIFICATES[failure] ?? [failure, "renew the certificate"];
  return { check: "certificate", address: `${url}/`, expected: `a valid one for ${host}`, found, fix };
}

export async function checkHttps(url: string, now: () => number, signal?: AbortSignal): Promise<Difference[]> {
  const plain = url.replace(/^https:/, "http:").replace(/:\d+$/, "");
  const [start, http] = await Promise.all([ask(`${url}/`, { signal }), ask(`${plain}/`, { signal })]);
  const differences: Difference[] = [];
  if (!leadsToHttps(http, plain))
    differences.push(differ("https", `${plain}/`, `301 to ${url}/`, statusText(http), http));
  if (!isUnanswered(start) && start.certificateEndsAt !== undefined) {
    const days = Math.floor((start.certificateEndsAt - now()) / DAY_MS);
    if (days < LEAST_CERTIFICATE_DAYS)
      differences.push(differ("certificate", url, `${LEAST_CERTIFICATE_DAYS} days or more`, `${days} days`, start));
  }
  return differences;
}

function leadsToHttps(answer: HttpAnswer | NoAnswer, plain: string): boolean {
  if (isUnanswered(answer) || !leadsOn(answer.status)) return false;
  const { location = "" } = answer.headers;
  const target = URL.canParse(location, plain) ? new URL(location, plain) : undefined;
  return target?.protocol === "https:" && target.hostname === new URL(plain).hostname;
}

/** Browsers first ask the relay whether pages of this site may send to it. */
export async function checkRelay(url: string, call: string, signal?: AbortSignal): Promise<Difference[]> {
  const { origin } = new URL(url);
  if (new URL(call).origin === origin) return [];
  const expected = `allows ${origin}`;
  const answer = await ask(call, {
    method: "OPTIONS",
    signal,
    headers: {
      origin,
      "access-control-request-method": "POST",
      "access-control-request-headers": "apikey, authorization, content-type, idempotency-key",
    },
  });
  if (isUnanswered(answer)) return [differ("relay", call, expected, statusText(answer))];
  const allowed = answer.headers["access-control-allow-origin"];
  const isAllowed = answer.status >= 200 && answer.status < 300 && (allowed === origin || allowed === "*");
  return isAllowed ? [] : [differ("relay", call, expected, `${answer.status}, allows ${allowed ?? "none"}`)];
}
