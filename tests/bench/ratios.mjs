// The ratios that builds are held to: written down, and compared with those of a run.
import { readFileSync, writeFileSync } from "node:fs";

const file = new URL("ratios.json", import.meta.url);
/** A ratio above what is written down, times this, is worse. */
const WORSE = 1.2;

const read = () => JSON.parse(readFileSync(file, "utf8"));

/** The measured ratios that are worse than those written down, by their names. */
export function worseRatios(measured) {
  const known = read();
  return Object.entries(measured).flatMap(([size, ratios]) =>
    Object.entries(ratios).flatMap(([name, ratio]) => {
      const limit = known[size]?.[name];
      return limit !== undefined && ratio > limit * WORSE ? [{ name: `${size} pages, ${name}`, ratio, limit }] : [];
    }),
  );
}

/** Sizes that were not measured stay as they are. */
export const writeRatios = (measured) =>
  writeFileSync(file, `${JSON.stringify({ ...read(), ...measured }, null, 2)}\n`);
