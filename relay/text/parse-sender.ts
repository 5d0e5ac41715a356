// Our own sender as an operator writes it → its name and address: the name between quotation marks or not, as letters or as encoded words.

import { decodeWords } from "postal-mime";
import { type MailAddress, parseEmailAddress } from "./email-address.ts";

/** C0 and DEL: what ends a header or hides in it. */
const LINE_CONTROL = /(?![\u0080-\u009f])\p{Cc}/u;

/** "Example Inc. <web@example.com>", or the address alone. Null where it is no single address. */
export function parseSender(text: string): MailAddress | null {
  const [, quoted, plain = "", bracketed] = /^(?:"((?:[^"\\]|\\.)*)"\s*|([^<>]*))<([^<>]+)>$/.exec(text) ?? [];
  const address = (bracketed ?? text).trim();
  const name = decodeWords(quoted?.replace(/\\(.)/g, "$1") ?? plain).trim();
  if (parseEmailAddress(address) === null || LINE_CONTROL.test(name)) return null;
  return { name: name || null, address };
}
