// Beside the store is a small file with the store's identity. By it, a store that was emptied, lost or swapped while the relay was down is
// noticed at the start instead of being silently created again.
import { readFileSync, statSync } from "node:fs";
import { resolve } from "node:path";
import { writeWhole } from "../../../durable-files.ts";
import { StoreError } from "../../../errors.ts";
import type { Marks } from "../assert-usable.ts";

const identityPath = (path: string): string => `${path}.id`;

/** Called before the file is opened, which would create it. Rejects with StoreError "emptied". */
export function assertNotEmptied(path: string): void {
  if ((statSync(path, { throwIfNoEntry: false })?.size ?? 0) === 0) assertSameStore(path, null);
}

/** `marks`: what the store says, null where there is nothing in it. Rejects with StoreError "emptied" or "swapped". */
export function assertSameStore(path: string, marks: Marks | null): void {
  const file = identityPath(path);
  const expected = readIdentity(path);
  if (expected === null) return;
  if (marks === null)
    throw new StoreError("emptied", `the store ${path} is missing or empty, and ${file} says that there was one`);
  if (marks.get("identity") !== expected)
    throw new StoreError("swapped", `the store ${path} is another one than ${file} says`);
}

/** Writes down, once, which store it is. */
export async function keepIdentity(path: string, identity: string): Promise<void> {
  if (readIdentity(path) !== identity) await writeWhole(resolve(identityPath(path)), `${identity}\n`);
}

/** What the file beside a store says; null where there is none. */
export function readIdentity(path: string): string | null {
  try {
    return readFileSync(identityPath(path), "utf8").trim() || null;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}
