// What makes mailboxes believe our mail, and how we hear of what did not arrive: the DKIM key and the address of bounces.
import { createPrivateKey, type KeyObject } from "node:crypto";
import { longestBounceLocal } from "../mail/bounce-address.ts";
import { parseEmailAddress } from "../mail/email-address.ts";
import type { Given, Report } from "./environment.ts";

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

/** Null where mails are not signed here. */
export function readDkim(given: Given, from: string, report: Report): DkimKey | null {
  const [text, selector] = [given("RELAY_DKIM_KEY"), given("RELAY_DKIM_SELECTOR")?.toLowerCase()];
  if (text === undefined && selector === undefined) return null;
  if (text === undefined)
    report("RELAY_DKIM_KEY", "is not set, and RELAY_DKIM_SELECTOR is", "the private key in PEM, or none of the two");
  if (selector === undefined)
    report(
      "RELAY_DKIM_SELECTOR",
      "is not set, and RELAY_DKIM_KEY is",
      "the name in front of ._domainkey in the DNS: RELAY_DKIM_SELECTOR=relay1",
    );
  else if (!/^[a-z0-9](?:[a-z0-9.-]{0,61}[a-z0-9])?$/.test(selector))
    report("RELAY_DKIM_SELECTOR", "the value cannot be used", "letters, digits, dots and dashes: relay1");
  // In a variable the lines may end with \n.
  const privateKey = text === undefined ? null : readPrivateKey(text.replaceAll("\\n", "\n"), report);
  const domain = from.slice(from.lastIndexOf("@") + 1).toLowerCase();
  return privateKey === null || selector === undefined ? null : { domain, selector, privateKey };
}

const KEY_HINT =
  "`openssl genrsa -out dkim.pem 2048` makes one; name the file in RELAY_DKIM_KEY_FILE (deliverability.md)";

function readPrivateKey(text: string, report: Report): string | null {
  const key = parseKey(text);
  const bits = key?.asymmetricKeyDetails?.modulusLength ?? 0;
  const problem =
    key === null
      ? "is no private key in PEM"
      : key.asymmetricKeyType !== "rsa"
        ? `is a key of the kind ${key.asymmetricKeyType}, and mails are signed with RSA`
        : bits < LEAST_BITS
          ? `has ${bits} bits; verifiers take ${LEAST_BITS} at least`
          : null;
  if (problem !== null) report("RELAY_DKIM_KEY", problem, KEY_HINT);
  return key === null || problem !== null ? null : key.export({ type: "pkcs8", format: "pem" }).toString();
}

function parseKey(text: string): KeyObject | null {
  try {
    return createPrivateKey(text);
  } catch {
    return null;
  }
}

/** Null where bounces go to the sender's address. */
export function readBounceTo(given: Given, report: Report): string | null {
  const text = given("RELAY_BOUNCE_TO");
  if (text === undefined) return null;
  const address = parseEmailAddress(text);
  const hint = `an address whose mailbox takes mail with a +suffix, at most ${longestBounceLocal} characters before the at sign: bounces@example.com`;
  if (address !== null && /^[a-z0-9._-]+$/i.test(address.local) && address.local.length <= longestBounceLocal)
    return `${address.local}@${address.domain}`;
  report("RELAY_BOUNCE_TO", "the value cannot be used", hint);
  return null;
}
