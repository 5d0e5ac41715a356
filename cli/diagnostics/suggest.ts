import { distance } from "fastest-levenshtein";

/** The candidate that `written` most likely meant, or nothing where none is near: about a third of its letters may differ, at most three. */
export function nearest(written: string, candidates: Iterable<string>): string | undefined {
  const limit = Math.min(3, Math.max(1, Math.floor((written.length + 1) / 3)));
  const folded = fold(written);
  const all = [...candidates];
  let best: string | undefined;
  let bestDistance = limit + 1;
  for (const candidate of all) {
    if (Math.abs(candidate.length - written.length) >= bestDistance + 2) continue;
    const found = typoDistance(folded, fold(candidate));
    if (found < bestDistance) [best, bestDistance] = [candidate, found];
  }
  return best ?? longerOrShorter(folded, all);
}

/** Two letters in the wrong order are one slip, as one letter too many is. */
function typoDistance(written: string, candidate: string): number {
  let least = distance(written, candidate);
  for (let index = 1; index < written.length && least > 1; index++) {
    const swapped = written.slice(0, index - 1) + written[index] + written[index - 1] + written.slice(index + 1);
    least = Math.min(least, distance(swapped, candidate) + 1);
  }
  return least;
}

/** "alternative" for "alt", "desc" for "description": where only one name begins like that. */
function longerOrShorter(folded: string, candidates: readonly string[]): string | undefined {
  if (folded.length < 3 || folded.includes("/")) return undefined;
  const alike = candidates.filter(
    (name) => name.length >= 3 && (fold(name).startsWith(folded) || folded.startsWith(fold(name))),
  );
  return alike.length === 1 ? alike[0] : undefined;
}

/** Case, and hyphens against underscores or spaces, are not what makes two names differ. */
const fold = (name: string) => name.toLowerCase().replace(/[_ ]/g, "-");

const MAX_SHOWN = 24;

/** A hint that names the nearest candidate, or else the first few that would do. */
export function suggestionHint(
  written: string,
  candidates: readonly string[],
  otherwise = "use one of",
): string | undefined {
  const near = nearest(written, candidates);
  if (near !== undefined) return `did you mean "${near}"?`;
  if (candidates.length === 0) return undefined;
  const shown = candidates.slice(0, MAX_SHOWN).join(", ");
  return `${otherwise}: ${shown}${candidates.length > MAX_SHOWN ? ", ..." : ""}`;
}
