// Which pages read what, as text: the readers of a few keys are found in it without opening all of it.

export interface PageReads {
  /** A line for each page: its name and its keys, each before a tab; without those of `common`. */
  readonly lines: string;
  /** Keys with more readers than are looked for. */
  readonly common: readonly string[];
}

/** More readers of one key are not looked for. */
export const READERS_AT_MOST = 500;

/** The key of what an entry refers to, as `targets` of a resolved entry has it: whether it is there. */
export const targetRead = (target: string): string => `target ${target}`;

/** What each page reads, by its name: the path of its source. */
export function packReads(pages: Iterable<readonly [page: string, keys: Iterable<string>]>): PageReads {
  const all = [...pages].map(([page, keys]) => ({ page, keys: [...keys] }));
  const counts = new Map<string, number>();
  for (const { keys } of all) for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  const common = new Set<string>();
  for (const [key, count] of counts) if (count > READERS_AT_MOST || /[\t\n]/.test(key)) common.add(key);
  const lines = all.map(({ page, keys }) => `${[page, ...keys.filter((key) => !common.has(key))].join("\t")}\t\n`);
  return { lines: lines.join(""), common: [...common] };
}

/** Of all pages of the parts; of a page that several have, their keys together. */
export const joinReads = (parts: readonly PageReads[]): PageReads => ({
  lines: parts.map(({ lines }) => lines).join(""),
  common: [...new Set(parts.flatMap(({ common }) => common))],
});

/** Of each page by itself. */
export const splitReads = ({ lines, common }: PageReads = { lines: "", common: [] }): ReadonlyMap<string, PageReads> =>
  new Map(
    lines
      .split(/(?<=\n)/)
      .filter((line) => line !== "")
      .map((line) => [line.slice(0, line.indexOf("\t")), { lines: line, common }]),
  );

/**
 * The names of all pages that read one of the keys; undefined where these are not known one by one. Later parts replace earlier ones, page
 * by page.
 */
export function findReaders(parts: readonly PageReads[], keys: Iterable<string>): ReadonlySet<string> | undefined {
  const found = new Set<string>();
  for (const key of keys) {
    for (const [position, { lines, common }] of parts.entries()) {
      if (common.includes(key)) return undefined;
      const later = parts.slice(position + 1);
      for (const page of readersIn(lines, key)) if (!later.some((part) => hasPage(part, page))) found.add(page);
    }
  }
  return found;
}

function* readersIn(lines: string, key: string): Generator<string> {
  const wanted = `\t${key}\t`;
  for (let at = lines.indexOf(wanted); at !== -1; at = lines.indexOf(wanted, at + 1)) {
    const start = lines.lastIndexOf("\n", at) + 1;
    yield lines.slice(start, lines.indexOf("\t", start));
  }
}

const hasPage = ({ lines }: PageReads, page: string): boolean =>
  lines.startsWith(`${page}\t`) || lines.includes(`\n${page}\t`);
