// What the doctor says of what it looked at.
import { accessSync, constants } from "node:fs";
import type { Finding } from "../service/protocol.ts";

export type { Finding };

/** What a check found. What is not well comes with what to do about it. */
export type Outcome = Omit<Finding, "check">;

const outcome =
  <Hint extends [hint?: string | null]>(status: Finding["status"]) =>
  (message: string, ...[hint = null]: Hint): Outcome => ({ status, message, hint });

export const ok = outcome<[]>("ok");
export const skipped = outcome("skipped");
export const warning = outcome<[hint: string]>("warning");
export const failed = outcome<[hint: string]>("failed");

export const finding = (check: string, found: Outcome): Finding => ({ check, ...found });

/** By the names of the checks, in their order. */
export const findings = (found: Readonly<Record<string, Outcome>>): Finding[] =>
  Object.entries(found).map(([check, each]) => finding(check, each));

/** Null where it can. */
export function unwritable(dir: string): Outcome | null {
  try {
    accessSync(dir, constants.W_OK);
    return null;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    return failed(`${dir} cannot be written.`, "give it to the user the relay runs as");
  }
}
