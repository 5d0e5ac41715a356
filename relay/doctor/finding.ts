// What the doctor says of what it looked at.
import type { Finding } from "../service/protocol.ts";

export type { Finding };

const finding =
  (status: Finding["status"]) =>
  (check: string, message: string, hint: string | null = null): Finding => ({ check, status, message, hint });

export const ok = finding("ok");
export const skipped = finding("skipped");
/** What is not well comes with what to do about it. */
export const warning: (check: string, message: string, hint: string) => Finding = finding("warning");
export const failed: typeof warning = finding("failed");
