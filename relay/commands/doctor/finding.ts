// What the doctor looks at, and what it says of it.

export type FindingStatus = "ok" | "warning" | "failed" | "skipped";

export interface Finding {
  /** What was looked at: "preflight", "mail server: login". */
  readonly check: string;
  readonly status: FindingStatus;
  /** What was found, in plain words. */
  readonly message: string;
  /** What to do about it. */
  readonly hint: string | null;
}

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
