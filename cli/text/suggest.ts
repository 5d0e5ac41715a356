import { distance } from "fastest-levenshtein";

/** The candidate that is most likely meant, or undefined if none is near: about a third of the letters may differ, at most three. */
export function nearest(name: string, candidates: Iterable<string>): string | undefined {
  const all = [...candidates];
  return misspelt(name, all) ?? sharingWords(name, all);
}

/** The candidate that is meant by a name with a spelling mistake. One that merely shares words with the name does not count. */
export function misspelt(name: string, candidates: Iterable<string>): string | undefined {
  const all = [...candidates];
  const limit = Math.min(3, Math.max(1, Math.floor((name.length + 1) / 3)));
  const folded = fold(name);
  let best: string | undefined;
  let bestDistance = limit + 1;
  for (const candidate of all) {
    if (Math.abs(candidate.length - name.length) >= bestDistance + 2) continue;
    const edits = typoDistance(folded, fold(candidate));
    if (edits < bestDistance) [best, bestDistance] = [candidate, edits];
  }
  return best ?? longerOrShorter(folded, all);
}

/** The number of mistakes between two names: two swapped letters are one, like one letter too many. */
function typoDistance(name: string, candidate: string): number {
  let least = distance(name, candidate);
  for (let index = 1; index < name.length && least > 1; index++) {
    const swapped = name.slice(0, index - 1) + name[index] + name[index - 1] + name.slice(index + 1);
    least = Math.min(least, distance(swapped, candidate) + 1);
  }
  return least;
}

/** "alternative" for "alt", "description" for "desc": the candidate that one extends, or is the beginning of, if it is the only one. */
function longerOrShorter(folded: string, candidates: readonly string[]): string | undefined {
  if (folded.length < 3 || folded.includes("/")) return undefined;
  const alike = candidates.filter(
    (name) => name.length >= 3 && (fold(name).startsWith(folded) || folded.startsWith(fold(name))),
  );
  return alike.length === 1 ? alike[0] : undefined;
}

/** A name in other words shares at least this part of them (Dice's coefficient): one of two, or one of two with one of three. */
const LEAST_SHARED = 0.4;

/** "trade-shows" for "trade-fairs": the one candidate that shares most words with the name. Words in many candidates count little. */
export function sharingWords(name: string, candidates: readonly string[]): string | undefined {
  const folded = fold(name);
  const nameWords = wordsOf(folded);
  if (nameWords.length === 0) return undefined;
  const alike = candidates
    .filter((name) => nameWords.some((word) => name.toLowerCase().includes(word)))
    .map((name) => ({ name, words: wordsOf(fold(name)) }))
    .map((each) => ({ ...each, shared: each.words.filter((word) => nameWords.includes(word)) }))
    .filter(({ shared }) => shared.length > 0);
  const owners = new Map<string, number>();
  for (const word of alike.flatMap(({ shared }) => shared)) owners.set(word, (owners.get(word) ?? 0) + 1);
  const ranked = alike
    .filter(({ words, shared }) => (2 * shared.length) / (nameWords.length + words.length) >= LEAST_SHARED)
    .map(({ name, shared }) => ({
      name,
      rank: shared.reduce(
        (sum, word) => sum + 1 / (owners.get(word) ?? 1),
        folderOf(name) === folderOf(folded) ? SAME_FOLDER_BONUS : 0,
      ),
    }))
    .sort((a, b) => b.rank - a.rank);
  const [first, second] = ranked;
  return first && first.rank - (second?.rank ?? 0) > SAME_FOLDER_BONUS / 2 ? first.name : undefined;
}

/** Decides between two candidates that share the same words with a name. */
const SAME_FOLDER_BONUS = 0.01;

/** The words of the last part of an address: all pages of a folder share the other parts. Plural equals singular, and "and" does not count. */
const wordsOf = (folded: string): string[] => [
  ...new Set(
    folded
      .slice(folded.lastIndexOf("/") + 1)
      .split("-")
      .filter((word) => word.length > 2 && !/^(?:and|for|the|with)$/.test(word))
      .map((word) => word.replace(/s$/, "")),
  ),
];

/** The share of the words of a name, or of the last part of an address, that occur in a text. The text of a copy fits the name of the original. */
export function nameInWords(name: string, text: string): number {
  const words = (/[^/]*(?=\/*$)/.exec(name)?.[0] ?? "").toLowerCase().split("-");
  const textWords = new Set(text.toLowerCase().split(/[^\p{L}\p{N}]+/u));
  return words.filter((word) => textWords.has(word)).length / words.length;
}

const folderOf = (name: string): string => name.slice(0, name.lastIndexOf("/") + 1);

/** Names are compared without regard to case, and to hyphens, underscores and spaces. */
const fold = (name: string) => name.toLowerCase().replace(/[_ ]/g, "-");

const MAX_SHOWN = 24;

/** A hint that names the nearest candidate, or else the first few that are possible. */
export function suggestionHint(
  name: string,
  candidates: readonly string[],
  otherwise = "use one of",
  mostShown = MAX_SHOWN,
): string | undefined {
  const near = misspelt(name, candidates);
  if (near !== undefined) return `did you mean "${near}"?`;
  const alike = sharingWords(name, candidates);
  if (alike !== undefined) return `"${alike}" shares words with it; where what was meant is gone, take this out`;
  return candidates.length === 0 ? undefined : unknownNameHint(candidates, otherwise, mostShown);
}

/** As `suggestionHint`, for a name that a command was called with: there is nothing to take out. */
export function argumentHint(name: string, candidates: readonly string[], otherwise?: string): string | undefined {
  const near = nearest(name, candidates);
  return near === undefined ? suggestionHint(name, candidates, otherwise) : `did you mean "${near}"?`;
}

/** A hint that lists the first few candidates. */
export function unknownNameHint(candidates: readonly string[], otherwise: string, mostShown = MAX_SHOWN): string {
  const names = candidates.slice(0, mostShown).join(", ");
  return `${otherwise}: ${names}${candidates.length > mostShown ? ", ..." : ""}`;
}
