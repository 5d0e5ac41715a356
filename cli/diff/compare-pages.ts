// Two versions of a page → what visitors notice. Pure.
import type { LinkFact, PageFacts } from "./page-facts.ts";
import type { PictureFact } from "./page-files.ts";
import { HEAD_NAMES, type HeadName } from "./page-head.ts";
import { segmentsOf } from "./segments.ts";
import { compareTexts, type WordsChange } from "./text-changes.ts";

export interface HeadChange {
  readonly what: "head";
  /** "shared": what a shared link shows, where it is not the page's own title and description. */
  readonly name: HeadName;
  readonly before?: string | undefined;
  readonly after?: string | undefined;
}

export interface ShownPicture {
  /** A path of the site, or a whole address. */
  readonly src: string;
  readonly alt: string;
}

export interface PictureChange {
  readonly what: "picture";
  /** "described": the same picture with another alternative text. */
  readonly kind: "added" | "removed" | "replaced" | "described" | "moved";
  /** "card": the picture that a shared link shows. */
  readonly place: "page" | "card";
  readonly under: string;
  readonly before?: ShownPicture | undefined;
  readonly after?: ShownPicture | undefined;
}

export interface LinkChange {
  readonly what: "link";
  readonly text: string;
  readonly under: string;
  /** Where it led; undefined for a new one. */
  readonly before?: string | undefined;
  readonly after?: string | undefined;
}

export type VisibleChange = HeadChange | WordsChange | PictureChange | LinkChange;

/** What is different in the file, and shows in no word, picture or link. */
export type LookChange = "style" | "layout" | "scripts" | "data";

export interface PageComparison {
  readonly changes: readonly VisibleChange[];
  readonly look: readonly LookChange[];
}

export function comparePages(before: PageFacts, after: PageFacts): PageComparison {
  const look = (["style", "layout", "scripts", "data"] as const).filter((name) => before[name] !== after[name]);
  const changes = [
    ...compareHeads(before, after),
    ...compareTexts(before.blocks, after.blocks),
    ...comparePictures(before.pictures, after.pictures),
    ...compareCards(before, after),
    ...compareLinks(before.links, after.links),
  ];
  return { changes: withoutRepeats(changes), look };
}

/** A menu that is on the page twice, for two widths of the screen, changes once. */
export const changeKey = (change: VisibleChange): string => JSON.stringify({ ...change, under: "" });

const withoutRepeats = (changes: readonly VisibleChange[]): VisibleChange[] => [
  ...new Map(changes.map((change) => [changeKey(change), change])).values(),
];

const compareHeads = ({ says: before }: PageFacts, { says: after }: PageFacts): HeadChange[] =>
  HEAD_NAMES.filter((name) => before.get(name) !== after.get(name)).map((name) => ({
    ...{ what: "head", name, before: before.get(name), after: after.get(name) },
  }));

const shown = ({ src, alt }: ShownPicture): ShownPicture => ({ src, alt });
const filesKey = ({ files }: PictureFact) => files.join(" ");

function comparePictures(before: readonly PictureFact[], after: readonly PictureFact[]): PictureChange[] {
  const changes: PictureChange[] = [];
  const pairs = pairUp(before, after, filesKey);
  const gone = new Map(pairs.flatMap(({ old, next }) => (old && !next ? [[filesKey(old), old] as const] : [])));
  const moved = new Set<string>();
  for (const { old, next, isSame } of pairs) {
    const place = { what: "picture", place: "page", under: (next ?? old)?.under ?? "" } as const;
    if (old && next && isSame) {
      if (old.alt !== next.alt) changes.push({ ...place, kind: "described", before: shown(old), after: shown(next) });
    } else if (old && next) changes.push({ ...place, kind: "replaced", before: shown(old), after: shown(next) });
    else if (next && gone.has(filesKey(next))) {
      moved.add(filesKey(next));
      changes.push({ ...place, kind: "moved", after: shown(next) });
    } else if (next) changes.push({ ...place, kind: "added", after: shown(next) });
    else if (old) changes.push({ ...place, kind: "removed", before: shown(old) });
  }
  return changes.filter(({ kind, before: old }) => kind !== "removed" || !movedSrc(moved, old));
}

const movedSrc = (moved: ReadonlySet<string>, old: ShownPicture | undefined): boolean =>
  old !== undefined && [...moved].some((files) => files.split(" ")[0] === old.src);

function compareCards({ card: before }: PageFacts, { card: after }: PageFacts): PictureChange[] {
  if (before?.src === after?.src && before?.alt === after?.alt) return [];
  const kind = !before ? "added" : !after ? "removed" : before.src === after.src ? "described" : "replaced";
  return [{ what: "picture", place: "card", under: "", kind, before, after }];
}

/** Links whose words changed with them are part of the words; what is left is where they lead. */
function compareLinks(before: readonly LinkFact[], after: readonly LinkFact[]): LinkChange[] {
  const texts = (links: readonly LinkFact[]) => new Set(links.map(({ text }) => text));
  const [old, next] = [texts(before), texts(after)];
  const both = ({ text }: LinkFact) => old.has(text) && next.has(text);
  const byText = (links: readonly LinkFact[]) => {
    const found = new Map<string, string[]>();
    for (const { text, href } of links.filter(both)) found.set(text, [...(found.get(text) ?? []), href]);
    return found;
  };
  const [led, leads] = [byText(before), byText(after)];
  const under = new Map(after.map((link) => [link.text, link.under]));
  return [...led].flatMap(([text, hrefs]): LinkChange[] => {
    const now = leads.get(text) ?? [];
    const lost = hrefs.filter((href) => !now.includes(href));
    const come = now.filter((href) => !hrefs.includes(href));
    return Array.from({ length: Math.max(lost.length, come.length) }, (_, index) => ({
      ...{ what: "link", text, under: under.get(text) ?? "", before: lost[index], after: come[index] },
    }));
  });
}

interface Pair<Item> {
  readonly old?: Item;
  readonly next?: Item;
  readonly isSame: boolean;
}

/** Items of both lists side by side; those that are not the same are paired in their order. */
const pairUp = <Item>(before: readonly Item[], after: readonly Item[], keyOf: (item: Item) => string): Pair<Item>[] =>
  segmentsOf(before, after, keyOf).flatMap(({ isSame, before: gone, after: come }) =>
    Array.from({ length: Math.max(gone.length, come.length) }, (_, index) => {
      const [old, next] = [gone[index], come[index]];
      return { ...(old !== undefined && { old }), ...(next !== undefined && { next }), isSame };
    }),
  );
