// The one grammar of mail addresses: a dot-atom, an at sign, a domain name. No quoted local part, no comment, no address literal,
// no list: forms of an address that programs read differently are how mail goes astray.
import { domainToASCII } from "node:url";

/** Octets, RFC 5321 4.5.3.1. */
const MAX_LOCAL = 64;
const MAX_ADDRESS = 254;

const ATOM = /^[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+$/u;
const LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

export interface EmailAddress {
  readonly local: string;
  /** In lower case, as the visitor wrote it: an international name stays readable. */
  readonly domain: string;
}

/** Null where the text is no address that mail can be sent to. Expects text in NFC without blanks around it. */
export function parseEmailAddress(text: string): EmailAddress | null {
  const at = text.lastIndexOf("@");
  if (at < 1 || Buffer.byteLength(text) > MAX_ADDRESS) return null;
  const [local, domain] = [text.slice(0, at), text.slice(at + 1).toLowerCase()];
  if (Buffer.byteLength(local) > MAX_LOCAL || !local.split(".").every((atom) => ATOM.test(atom))) return null;
  return isDomain(domain) ? { local, domain } : null;
}

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
