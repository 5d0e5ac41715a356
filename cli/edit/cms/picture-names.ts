// How uploaded pictures are named: a-z, 0-9 and hyphens, and never as another one.

import { existsSync, readFileSync } from "node:fs";
import { basename, extname, join } from "node:path";
import { latinName } from "../../text/latin-name.ts";

export interface NewName {
  readonly name: string;
  /** The name that it would get, which another picture has. */
  readonly taken?: string;
}

/** For each picture that is chosen, a name that none of the site has, nor another of these. */
export function newNames(names: readonly string[], pictures: readonly string[]): readonly NewName[] {
  const taken = new Set(pictures.map((src) => basename(src).toLowerCase()));
  return names.map((name) => {
    const plain = plainName(name);
    const free = firstFree(plain, taken);
    taken.add(free);
    return { name: free, ...(free !== plain && { taken: plain }) };
  });
}

export const plainStem = (name: string): string =>
  latinName(name.slice(0, name.length - extname(name).length)) || "picture";

const plainName = (name: string): string =>
  plainStem(name) +
  extname(name)
    .toLowerCase()
    .replace(/^\.jpe$|^\.jpeg$/, ".jpg");

function firstFree(name: string, taken: ReadonlySet<string>): string {
  const ending = extname(name);
  const stem = name.slice(0, name.length - ending.length);
  for (let count = 1; ; count++) {
    const numbered = count === 1 ? name : `${stem}-${count}${ending}`;
    if (!taken.has(numbered)) return numbered;
  }
}

/** A picture that is there already, under the name without the number that the form gave it, is not kept twice. */
export function keptName(imagesDir: string, name: string, type: string, bytes: Uint8Array): string {
  const [, first] = /^(.+)-\d+$/.exec(name) ?? [];
  const same = join(imagesDir, `${first}.${type}`);
  if (first !== undefined && existsSync(same) && readFileSync(same).equals(bytes)) return `${first}.${type}`;
  return freeName(imagesDir, name, type, bytes);
}

/** Another picture is never written over: other pages may show it. */
function freeName(imagesDir: string, name: string, type: string, bytes: Uint8Array): string {
  for (let count = 1; ; count++) {
    const src = `${name}${count === 1 ? "" : `-${count}`}.${type}`;
    const path = join(imagesDir, src);
    if (!existsSync(path) || readFileSync(path).equals(bytes)) return src;
  }
}
