// What a person typed into a posted form: bytes of UTF-8 or, from pages and programs of the nineties, of windows-1252, which Latin-1 is a
// part of.

import { RefusedError } from "../../errors.ts";
import { parametersOf } from "./header-parameters.ts";

const utf8 = new TextDecoder("utf-8", { fatal: true });

/** What windows-1252 has in place of Latin-1's controls 0x80 to 0x9f. Node's own decoder takes both for one (nodejs/node#56542). */
const WINDOWS_1252 = "€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ";

const decodeWindows1252 = (bytes: Buffer): string =>
  bytes.toString("latin1").replace(/[\u0080-\u009f]/g, (unit) => WINDOWS_1252.charAt(unit.charCodeAt(0) - 0x80));

/** Decodes each text separately, so that one that was cut within a character spoils no other. */
export function decodeTyped(bytes: Buffer): string {
  try {
    return utf8.decode(bytes);
  } catch {
    return decodeWindows1252(bytes);
  }
}

export const UTF_8 = /^(?:utf-?8|us-ascii)$/i;
export const UTF_8_OR_LATIN = /^(?:utf-?8|us-ascii|iso-?8859-1|latin-?1|windows-1252|cp-?1252)$/i;

/** Of a content type; undefined where it names none. */
export const charsetOf = (contentType: string): string | undefined =>
  /[\w-]+/.exec(parametersOf(contentType).get("charset") ?? "")?.[0];

/** Throws RefusedError where another character set is named. */
export function checkCharset(charset: string | undefined, isTaken: RegExp): void {
  if (charset !== undefined && !isTaken.test(charset))
    throw new RefusedError("unsupported_type", "The body's character set is not taken.", { hint: "Send UTF-8." });
}
