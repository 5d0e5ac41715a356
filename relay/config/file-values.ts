import { createPrivateKey, type KeyObject } from "node:crypto";
import { LEAST_BITS, readBy } from "./values.ts";

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
