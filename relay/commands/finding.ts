// What the doctor says of what it looked at.
import { accessSync, constants } from "node:fs";
import type { Finding } from "../service/protocol.ts";

export type { Finding };

/** What is not well comes with what to do about it. */
const finding =
  <Hint extends [hint?: string | null]>(status: Finding["status"]) =>
  (check: string, message: string, ...[hint = null]: Hint): Finding => ({ check, status, message, hint });

export const ok = finding<[]>("ok");
export const skipped = finding("skipped");
export const warning = finding<[hint: string]>("warning");
export const failed = finding<[hint: string]>("failed");

/** Null where it can. */
export function unwritable(check: string, dir: string): Finding | null {
  try {
    accessSync(dir, constants.W_OK);
    return null;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    return failed(check, `${dir} cannot be written.`, "give it to the user the relay runs as");
  }
}
