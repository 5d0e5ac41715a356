// What makes mailboxes believe our mail, and how we hear of what did not arrive: the DKIM key and the address of bounces.
import { createPrivateKey, type KeyObject } from "node:crypto";
import { longestBounceLocal } from "../message/bounce-address.ts";
import { parseEmailAddress } from "../message/email-address.ts";
import type { Given, Report } from "./environment.ts";

export interface DkimKey {
  readonly algorithm: "rsa-sha256" | "ed25519-sha256";
  /** The sender's own: what the signature vouches for. */
  readonly domain: string;
  /** Under which the DNS has the public half: SELECTOR._domainkey.DOMAIN. */
  readonly selector: string;
  /** In PEM. */
  readonly privateKey: string;
}

/** RFC 8301: verifiers ignore shorter keys. */
const LEAST_BITS = 1024;

/** None where mails are not signed here; with several, each signs. */
export function readDkim(given: Given, from: string, report: Report): readonly DkimKey[] {
  const [text, selectors] = [given("RELAY_DKIM_KEY"), given("RELAY_DKIM_SELECTOR")];
  if (text === undefined && selectors === undefined) return [];
  if (text === undefined)
    report("RELAY_DKIM_KEY", "is not set, and RELAY_DKIM_SELECTOR is", "the private key in PEM, or none of the two");
  if (selectors === undefined)
    report(
      "RELAY_DKIM_SELECTOR",
      "is not set, and RELAY_DKIM_KEY is",
      "the name in front of ._domainkey in the DNS: RELAY_DKIM_SELECTOR=relay1",
    );
  const names = selectors?.split(",").map((name) => name.trim().toLowerCase()) ?? [];
  const areNames = names.every((name) => /^[a-z0-9](?:[a-z0-9.-]{0,61}[a-z0-9])?$/.test(name));
  if (!areNames)
    report(
      "RELAY_DKIM_SELECTOR",
      "the value cannot be used",
      "letters, digits, dots and dashes: relay1, or relay1,relay2",
    );
  const keys = text === undefined ? [] : blocksOf(text).map((block) => readPrivateKey(block, report));
  if (text === undefined || selectors === undefined || !areNames) return [];
  if (names.length !== keys.length || new Set(names).size !== names.length)
    report(
      "RELAY_DKIM_SELECTOR",
      `names ${count(new Set(names).size, "record")} in the DNS, and RELAY_DKIM_KEY has ${count(keys.length, "key")}`,
      "one selector for each key, in the same order: relay1,relay2",
    );
  const domain = from.slice(from.lastIndexOf("@") + 1).toLowerCase();
  return keys.flatMap((key, index) => (key === null ? [] : [{ ...key, domain, selector: names[index] ?? "" }]));
}

const count = (number: number, noun: string) => `${number} ${noun}${number === 1 ? "" : "s"}`;

/** PEM, one key after another, also on one line with \n for the line ends, as variables often have it. Text without a key is refused later. */
function blocksOf(text: string): readonly string[] {
  const lines = text.replaceAll("\\n", "\n");
  return lines.match(/-----BEGIN ([A-Z ]*PRIVATE KEY)-----[^-]*-----END \1-----/g) ?? [lines];
}

const KEY_HINT =
  "`openssl genrsa -out dkim.pem 2048` makes one; name the file in RELAY_DKIM_KEY_FILE (deliverability.md)";

function readPrivateKey(text: string, report: Report): Pick<DkimKey, "algorithm" | "privateKey"> | null {
  const key = parseKey(text);
  if (key === null) {
    report("RELAY_DKIM_KEY", "is no private key in PEM", KEY_HINT);
    return null;
  }
  const privateKey = key.export({ type: "pkcs8", format: "pem" }).toString();
  if (key.asymmetricKeyType === "ed25519") return { algorithm: "ed25519-sha256", privateKey };
  if (key.asymmetricKeyType !== "rsa") {
    report("RELAY_DKIM_KEY", `is a key of the kind ${key.asymmetricKeyType}; DKIM has RSA and Ed25519`, KEY_HINT);
    return null;
  }
  const bits = key.asymmetricKeyDetails?.modulusLength ?? 0;
  if (bits < LEAST_BITS) {
    report("RELAY_DKIM_KEY", `has ${bits} bits; verifiers take ${LEAST_BITS} at least`, KEY_HINT);
    return null;
  }
  return { algorithm: "rsa-sha256", privateKey };
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
