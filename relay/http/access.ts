// Signatures that open pages of the relay, and that nobody can make without its secret: the mailbox's link, the desk's session and the
// token in each of its forms, each with a purpose of its own.
import { createHmac } from "node:crypto";
import { isSame } from "./caller.ts";

type Purpose = "mailbox" | "session" | "form";

export interface Access {
  mark(purpose: Purpose, ...of: readonly string[]): string;
  /** Compares in constant time. */
  isMarked(given: string, purpose: Purpose, ...of: readonly string[]): boolean;
}

export function createAccess(secret: string): Access {
  const mark: Access["mark"] = (purpose, ...of) =>
    createHmac("sha256", secret)
      .update(JSON.stringify([purpose, ...of]))
      .digest("base64url");
  return { mark, isMarked: (given, purpose, ...of) => isSame(given, mark(purpose, ...of)) };
}
