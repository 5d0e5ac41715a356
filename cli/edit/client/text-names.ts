// Names of texts and of their places, for people.
import type { WordsOrigin } from "../source-map/page-words.ts";

/** Keys that are not everyday words. */
const NAMES: Readonly<Record<string, string>> = { alt: "alternative text", body: "text" };

/** ["sections", 2, "linkLabel"] → ["section 3", "link label"], in everyday words. */
export function plainPath(path: WordsOrigin["path"]): string[] {
  const steps: string[] = [];
  for (const step of path) {
    if (typeof step === "number") steps.push(`${singular(steps.pop() ?? "")} ${step + 1}`.trim());
    else steps.push(NAMES[step] ?? step.replace(/([a-z])([A-Z])/g, "$1 $2").toLowerCase());
  }
  return steps;
}

const singular = (name: string): string =>
  name
    .replace(/ies$/, "y")
    .replace(/(ss|sh|ch|x)es$/, "$1")
    .replace(/(?<![su])s$/, "");

/** ["sections", 2, "heading"] → "section 3 › heading". */
export function whatOf({ kind, path }: Pick<WordsOrigin, "kind" | "path">): string {
  const name = plainPath(path).join(" › ");
  return kind === "image" ? `picture: ${name}` : name;
}

export const onOneLine = (words: string): string => words.trim().replace(/\s+/g, " ");

export const shorten = (words: string): string => {
  const line = onOneLine(words);
  return line.length > 90 ? `${line.slice(0, 89)}…` : line;
};
