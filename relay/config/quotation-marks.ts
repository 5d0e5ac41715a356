import type { Report } from "../errors.ts";

/** `docker --env-file` and others, which are no shell, pass them on. */
export const isQuoted = (text: string): boolean => /^(["'`]).*\1$|^[“„«‘].*[”“»’]$/s.test(text) && text.length > 1;

export const reportQuoted = (name: string, report: Report): void =>
  report(
    name,
    "is in quotation marks, which are passed on as a part of the value",
    "write the value without them: an env file is not read by a shell",
  );
