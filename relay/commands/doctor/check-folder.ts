// Whether a folder for mails can be written, or made.
import { accessSync, constants } from "node:fs";
import { type Finding, failed } from "./finding.ts";

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
