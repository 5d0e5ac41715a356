// Variables whose value comes from a file: keys, and the site's document.
import { createPrivateKey, type KeyObject } from "node:crypto";
import { readFileSync } from "node:fs";
import * as z from "zod";
import { parseDocument } from "../words/site-document.ts";
import { readSafeUrl } from "./url-values.ts";
import { readBy } from "./values.ts";

/** An RSA key in PEM, as PKCS #8. In a variable the lines may end with \n. */
export const privateKey = readBy((text) => {
  const key = parseKey(text.replaceAll("\\n", "\n"));
  const bits = key?.asymmetricKeyType === "rsa" ? (key.asymmetricKeyDetails?.modulusLength ?? 0) : 0;
  return key === null || bits < LEAST_BITS ? null : key.export({ type: "pkcs8", format: "pem" }).toString();
});

function parseKey(pem: string): KeyObject | null {
  try {
    return createPrivateKey(pem);
  } catch {
    return null;
  }
}

/** RFC 8301: verifiers ignore shorter keys. */
const LEAST_BITS = 1024;

/** The site's document for its relay, from a file; or null and the address that has it. */
export const siteDocument = z.string().transform((text, context) => {
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(text)) {
    const place = readSafeUrl(text);
    if (place === null) context.addIssue({ code: "custom" });
    return { place: place ?? z.NEVER, document: null };
  }
  const { document, problems } = readDocument(text);
  for (const problem of problems) context.addIssue(`${text}${problem}`);
  return { place: text, document: document ?? z.NEVER };
});

function readDocument(path: string) {
  try {
    const { document, problems } = parseDocument(readFileSync(path));
    return { document, problems: problems.map((problem) => `: ${problem}`) };
  } catch (error) {
    return { document: null, problems: [` cannot be read (${(error as NodeJS.ErrnoException).code})`] };
  }
}
