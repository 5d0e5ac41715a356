// The one grammar of mail addresses: a dot-atom, an at sign, a domain name. No quoted local part, no comment, no address literal,
// no list: forms of an address that programs read differently are how mail goes astray.
import { domainToASCII } from "node:url";

/** Octets, RFC 5321 4.5.3.1. */
const MAX_LOCAL = 64;
const MAX_ADDRESS = 254;

const ATOM = /^[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+$/u;
const LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

/**
 * Null where the text is no address that mail can be sent to. Expects text in NFC without blanks around it. `domain`: in lower case, as the
 * visitor wrote it: an international name stays readable.
 */
export function parseEmailAddress(text: string) {
  const at = text.lastIndexOf("@");
  if (at < 1 || Buffer.byteLength(text) > MAX_ADDRESS) return null;
  const local = text.slice(0, at);
  const domain = text.slice(at + 1).toLowerCase();
  if (Buffer.byteLength(local) > MAX_LOCAL || !local.split(".").every((atom) => ATOM.test(atom))) return null;
  return isDomain(domain) ? { local, domain } : null;
}

/** Of any address, in small letters. */
export const domainOf = (address: string): string => address.slice(address.lastIndexOf("@") + 1).toLowerCase();

/** The domain in ASCII, as mail servers and the DNS take it: zoe@münchen.example → zoe@xn--mnchen-3ya.example. */
export function asciiAddress(address: string): string {
  const at = address.lastIndexOf("@");
  const domain = address.slice(at + 1);
  return `${address.slice(0, at + 1)}${domainToASCII(domain) || domain}`;
}

/** A domain has an ASCII spelling; the part before the at sign has none, and takes the extension SMTPUTF8. */
export const needsSmtpUtf8 = (address: string): boolean =>
  /[^\0-\x7f]/.test(address.slice(0, Math.max(0, address.lastIndexOf("@"))));

/** At least two labels, and a last one that is no number. */
function isDomain(domain: string): boolean {
  if (!/^[\p{L}\p{M}\p{N}.-]+$/u.test(domain)) return false;
  const ascii = domainToASCII(domain);
  const labels = ascii.split(".");
  const last = labels.at(-1) ?? "";
  return ascii.length <= 253 && labels.length > 1 && !/^\d+$/.test(last) && labels.every((label) => LABEL.test(label));
}

/** What two spellings of one address have in common: limits and searches compare this. */
export function addressKey(address: string): string {
  const text = address.normalize("NFC").trim().toLowerCase();
  const at = text.lastIndexOf("@");
  return at < 0 ? text : `${text.slice(0, at)}@${domainToASCII(text.slice(at + 1)) || text.slice(at + 1)}`;
}

/** Behind these sits a program, a list or a postmaster (RFC 2142, RFC 3834): nobody that asks for events. */
const MACHINES = new RegExp(
  [
    "^(?:no|do[-_.]?not|never)[-_.]?repl",
    "^(?:abuse|daemon|hostmaster|listserv|mailer-?daemon|majordomo|nobody|postmaster|root|unsubscribe)[+@]",
    "^(?:owner|bounces?|prvs|srs\\d?)[-+=@]",
    "-(?:owner|request|bounces?|noreply)@",
  ].join("|"),
);

/** Whether it may be sent an automatic confirmation at all; `own`: the keys (below) of addresses that lead back to us. */
export const mayBeAcknowledged = (address: string, ownAddresses: ReadonlySet<string>): boolean =>
  !ownAddresses.has(acknowledgementKey(address)) && !MACHINES.test(addressKey(address));

/** What is counted as one address: the part behind a plus sign leads to the same mailbox. */
export function acknowledgementKey(address: string): string {
  const key = addressKey(address);
  const at = key.lastIndexOf("@");
  return key.slice(0, at).replace(/\+.*$/s, "") + key.slice(at);
}

export interface MailAddress {
  readonly name: string | null;
  readonly address: string;
}
