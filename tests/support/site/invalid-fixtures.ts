// The folders of tests/fixtures/invalid, each for the layer that sees its mistake soonest: in the file alone, in the content, or in the site.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { projectDir } from "./with-site.ts";

export const invalidFixtures = join(projectDir, "tests/fixtures/invalid");

export const fixtureNames: readonly string[] = readdirSync(invalidFixtures).sort();

export const reportOf = (name: string): string => readFileSync(join(invalidFixtures, name, "report.txt"), "utf8");

/** What a fixture lays over content/: paths below it, and their bytes. */
export function filesOf(name: string): readonly (readonly [path: string, content: Buffer])[] {
  const dir = join(invalidFixtures, name, "files/content");
  if (!existsSync(dir)) return [];
  return readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name: file }) => join(parentPath, file))
    .map((path) => [relative(dir, path), readFileSync(path)] as const);
}

/** Reported of the list of files, before one is read. */
const LISTED = /^SOURCE_(?:UNKNOWN_(?:FILE|FOLDER)|VARIANT|BAD_NAME|DUPLICATE|UNREADABLE|NOT_TEXT|TOO_LARGE|OUTSIDE)/;
/** Of pictures, of finished pages, and of options. */
const OF_SITE =
  /^(?:VERIFY|RENDER|CONTENT_IMAGE|CONTENT_CARD_CHARACTERS|CONTENT_EMPTY_COLLECTION|CONTENT_PLACEHOLDER$|ROUTE_UNLINKED|ROUTE_COLLISION--generated)/;

export function layerOf(name: string): "file" | "content" | "site" {
  const files = filesOf(name);
  const hasTemplates = existsSync(join(invalidFixtures, name, "files/templates"));
  if (OF_SITE.test(name) || files.length === 0 || hasTemplates) return "site";
  const codes = [...reportOf(name).matchAll(/^\S+ {2}([A-Z_]+)/gm)].map(([, code = ""]) => code);
  const isParsed = files.length === 1 && /^(?:\w+\/[\w@-]+|site)\.(?:yaml|md)$/.test(files[0]?.[0] ?? "");
  const isAlone =
    isParsed && /^SOURCE_/.test(name) && codes.every((code) => /^SOURCE_/.test(code) && !LISTED.test(code));
  return isAlone ? "file" : "content";
}
