// What the doctor says of what it looked at.

import { accessSync, constants } from "node:fs";
import type { Finding } from "../service/protocol.ts";

export type { Finding };

export const ok = (check: string, message: string): Finding => ({ check, status: "ok", message, hint: null });
export const skipped = (check: string, message: string, hint: string | null = null): Finding => ({
  check,
  status: "skipped",
  message,
  hint,
});
export const warning = (check: string, message: string, hint: string): Finding => ({
  check,
  status: "warning",
  message,
  hint,
});
export const failed = (check: string, message: string, hint: string): Finding => ({
  check,
  status: "failed",
  message,
  hint,
});

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
