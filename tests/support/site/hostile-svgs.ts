// SVG pictures that try to run a script or to load something: `http://elsewhere.test/` is asked for, or "ran" is written to the console.
import { readTable } from "../process/read-table.ts";

export const svg = (inner: string, attributes = "") =>
  `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="40" height="30" viewBox="0 0 40 30"${attributes}>${inner}</svg>`;

type Picture = readonly [what: "refused" | "cleaned", name: string, source: string];

const named = (kind: Picture[0]): Readonly<Record<string, string>> =>
  Object.fromEntries(
    readTable<Picture>("hostile-svgs").flatMap(([what, name, source]) => (what === kind ? [[name, source]] : [])),
  );

/** What may not be published in any form: the picture is refused. */
export const REFUSED = named("refused");

/** What is published without the part that runs or loads something. */
export const CLEANED = named("cleaned");
