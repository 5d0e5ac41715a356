import { distance } from "fastest-levenshtein";

/** The candidate that `written` most likely meant, or nothing where none is near: a third of its letters may differ, at most three. */
export function nearest(written: string, candidates: Iterable<string>): string | undefined {
  const limit = Math.min(3, Math.max(1, Math.floor(written.length / 3)));
  const folded = fold(written);
  let best: string | undefined;
  let bestDistance = limit + 1;
  for (const candidate of candidates) {
    if (Math.abs(candidate.length - written.length) >= bestDistance + 2) continue;
    const found = distance(folded, fold(candidate));
    if (found < bestDistance) [best, bestDistance] = [candidate, found];
  }
  return best;
}

/** Case, and hyphens against underscores or spaces, are not what makes two names differ. */
const fold = (name: string) => name.toLowerCase().replace(/[_ ]/g, "-");

/** A hint that names the nearest candidate, or else the first few that would do. */
export function suggestionHint(
  written: string,
  candidates: readonly string[],
  otherwise = "use one of",
): string | undefined {
  const near = nearest(written, candidates);
  if (near !== undefined) return `did you mean "${near}"?`;
  if (candidates.length === 0) return undefined;
  const shown = candidates.slice(0, 12).join(", ");
  return `${otherwise}: ${shown}${candidates.length > 12 ? ", ..." : ""}`;
}
