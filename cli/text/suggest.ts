import { distance } from "fastest-levenshtein";

/** The candidate that `written` most likely meant, or undefined if none is near: about a third of its letters may differ, at most three. */
export function nearest(written: string, candidates: Iterable<string>): string | undefined {
  const all = [...candidates];
  return misspelt(written, all) ?? sharingWords(written, all);
}

/** The candidate that was meant, however it is spelled; not one that merely shares words with it. */
export function misspelt(written: string, candidates: Iterable<string>): string | undefined {
  const all = [...candidates];
  const limit = Math.min(3, Math.max(1, Math.floor((written.length + 1) / 3)));
  const folded = fold(written);
  let best: string | undefined;
  let bestDistance = limit + 1;
  for (const candidate of all) {
    if (Math.abs(candidate.length - written.length) >= bestDistance + 2) continue;
    const found = typoDistance(folded, fold(candidate));
    if (found < bestDistance) [best, bestDistance] = [candidate, found];
  }
  return best ?? longerOrShorter(folded, all);
}

/** Two swapped letters are one mistake, like one letter too many. */
function typoDistance(written: string, candidate: string): number {
  let least = distance(written, candidate);
  for (let index = 1; index < written.length && least > 1; index++) {
    const swapped = written.slice(0, index - 1) + written[index] + written[index - 1] + written.slice(index + 1);
    least = Math.min(least, distance(swapped, candidate) + 1);
  }
  return least;
}

/** "alternative" for "alt", "desc" for "description": if only one name begins like that. */
function longerOrShorter(folded: string, candidates: readonly string[]): string | undefined {
  if (folded.length < 3 || folded.includes("/")) return undefined;
  const alike = candidates.filter(
    (name) => name.length >= 3 && (fold(name).startsWith(folded) || folded.startsWith(fold(name))),
  );
  return alike.length === 1 ? alike[0] : undefined;
}

/** A name in other words shares at least this part of them (Dice's coefficient): one of two, or one of two with one of three. */
const LEAST_SHARED = 0.4;

/** "trade-fairs" for "trade-shows": of names with several words, the only one that shares the most. Words in many names count little. */
export function sharingWords(name: string, candidates: readonly string[]): string | undefined {
  const folded = fold(name);
  const written = wordsOf(folded);
  if (written.length === 0) return undefined;
  const alike = candidates
    .filter((name) => written.some((word) => name.toLowerCase().includes(word)))
    .map((name) => ({ name, words: wordsOf(fold(name)) }))
    .map((each) => ({ ...each, shared: each.words.filter((word) => written.includes(word)) }))
    .filter(({ shared }) => shared.length > 0);
  const owners = new Map<string, number>();
  for (const word of alike.flatMap(({ shared }) => shared)) owners.set(word, (owners.get(word) ?? 0) + 1);
  const ranked = alike
    .filter(({ words, shared }) => (2 * shared.length) / (written.length + words.length) >= LEAST_SHARED)
    .map(({ name, shared }) => ({
      name,
      rank: shared.reduce(
        (sum, word) => sum + 1 / (owners.get(word) ?? 1),
        folderOf(name) === folderOf(folded) ? BESIDE : 0,
      ),
    }))
    .sort((a, b) => b.rank - a.rank);
  const [first, second] = ranked;
  return first && first.rank - (second?.rank ?? 0) > BESIDE / 2 ? first.name : undefined;
}

/** Chooses between two pages that share the same words with `written`. */
const BESIDE = 0.01;

/** The words of the last part of an address: all pages of a folder share the others. Plural equals singular; "and" does not count. */
const wordsOf = (folded: string): string[] => [
  ...new Set(
    folded
      .slice(folded.lastIndexOf("/") + 1)
      .split("-")
      .filter((word) => word.length > 2 && !/^(?:and|for|the|with)$/.test(word))
      .map((word) => word.replace(/s$/, "")),
  ),
];

/** The share of the words of a name, or of the last part of an address, that are in a text: what is in a copied file fits its first name. */
export function nameInWords(name: string, text: string): number {
  const words = (/[^/]*(?=\/*$)/.exec(name)?.[0] ?? "").toLowerCase().split("-");
  const known = new Set(text.toLowerCase().split(/[^\p{L}\p{N}]+/u));
  return words.filter((word) => known.has(word)).length / words.length;
}

const folderOf = (name: string): string => name.slice(0, name.lastIndexOf("/") + 1);

/** Names that differ only in case, or in hyphens, underscores and spaces, are the same. */
const fold = (name: string) => name.toLowerCase().replace(/[_ ]/g, "-");

const MAX_SHOWN = 24;

/** A hint that names the nearest candidate, or else the first few that are possible. */
export function suggestionHint(
  written: string,
  candidates: readonly string[],
  otherwise = "use one of",
  mostShown = MAX_SHOWN,
): string | undefined {
  const near = misspelt(written, candidates);
  if (near !== undefined) return `did you mean "${near}"?`;
  const alike = sharingWords(written, candidates);
  if (alike !== undefined) return `"${alike}" shares words with it; where what was meant is gone, take this out`;
  return candidates.length === 0 ? undefined : unknownNameHint(candidates, otherwise, mostShown);
}

/** The first few of what there is. */
export function unknownNameHint(candidates: readonly string[], otherwise: string, mostShown = MAX_SHOWN): string {
  const shown = candidates.slice(0, mostShown).join(", ");
  return `${otherwise}: ${shown}${candidates.length > mostShown ? ", ..." : ""}`;
}
