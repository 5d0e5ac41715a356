// Pictures in the values that a form sends: a form knows some by another name than they are stored under. Pure.

import { basename } from "node:path";
import type { EntryValues } from "./entry-text.ts";

/** `images` are the stored pictures, `renamed` gives the stored name of those that were just uploaded. */
export function withStoredNames(
  values: EntryValues,
  images: readonly string[],
  renamed: ReadonlyMap<string, string>,
): EntryValues {
  // A picture that was chosen from a folder has its name alone.
  const inFolders = images.filter((src) => !images.includes(basename(src))).map((src) => [basename(src), src] as const);
  const uploaded = [...renamed].filter(([name]) => !images.includes(name));
  const names = new Map([...inFolders, ...uploaded]);
  return JSON.parse(JSON.stringify(values), (_, value) => names.get(String(value).replace(/^\/+/, "")) ?? value);
}
