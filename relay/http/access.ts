// Signatures that open pages of the relay, and that nobody can make without its secret: the mailbox's link, the desk's session and the
// token in each of its forms, each with a purpose of its own.
import { createHmac } from "node:crypto";
import { isSame } from "./caller.ts";

type Purpose = "mailbox" | "session" | "form";

export interface Access {
  sign(purpose: Purpose, ...of: readonly string[]): string;
  /** Compares in constant time. */
  isSigned(given: string, purpose: Purpose, ...of: readonly string[]): boolean;
}

export function createAccess(secret: string): Access {
  const sign: Access["sign"] = (purpose, ...of) =>
    createHmac("sha256", secret)
      .update(JSON.stringify([purpose, ...of]))
      .digest("base64url");
  return { sign, isSigned: (given, purpose, ...of) => isSame(given, sign(purpose, ...of)) };
}
