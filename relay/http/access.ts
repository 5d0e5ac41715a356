// What opens pages of the relay: marks that nobody can make without its secret. The mailbox's link, the desk's session and the token in each
// of its forms are such marks, each for its own purpose.
import { createHmac } from "node:crypto";
import { isSame } from "./caller.ts";

export interface Access {
  mark(purpose: "mailbox" | "session" | "form", ...of: readonly string[]): string;
  /** In a time that says nothing of where they differ. */
  isMarked(given: string, purpose: "mailbox" | "session" | "form", ...of: readonly string[]): boolean;
}

/** With another secret, all marks of the one before are void. */
export function createAccess(secret: () => string): Access {
  const mark: Access["mark"] = (purpose, ...of) =>
    createHmac("sha256", secret())
      .update(JSON.stringify([purpose, ...of]))
      .digest("base64url");
  return { mark, isMarked: (given, purpose, ...of) => isSame(given, mark(purpose, ...of)) };
}
