// Two versions of a page → what visitors notice. Pure.

import type { LinkPart } from "./page-body.ts";
import type { PageContent, PicturePart } from "./page-facts.ts";
import { HEAD_NAMES, type HeadName } from "./page-head.ts";
import { onlyIn, sequenceDiff, takeFirst } from "./sequence-diff.ts";
import { type ChangedPart, compareTexts, type WordsChange } from "./text-changes.ts";

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
  /** "described": the same picture with another alternative text; "cropped": another part of it is shown. */
  readonly kind: "added" | "removed" | "replaced" | "cropped" | "described" | "moved";
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
  /** Where it leads; undefined where it is gone. */
  readonly after?: string | undefined;
}

export type VisibleChange = HeadChange | WordsChange | PictureChange | LinkChange;

const LOOKS = ["style", "layout", "scripts", "data"] as const;
/** What differs in the file without a change of words, pictures or links. */
export type LookChange = (typeof LOOKS)[number];

export function comparePages(before: PageContent, after: PageContent) {
  const changes = [
    ...compareHeads(before, after),
    ...linksAndWords(compareTexts(before.blocks, after.blocks), compareLinks(before.links, after.links)),
    ...comparePictures(before.pictures, after.pictures),
    ...compareCards(before, after),
  ];
  const differs = (name: LookChange) =>
    before[name] !== after[name] && !(name === "layout" && changes.some(isStructural));
  // A menu that is on the page twice, for two widths of the screen, changes once.
  const single = new Map<string, VisibleChange>(changes.map((change) => [changeKey(change), change]));
  return { changes: [...single.values()].sort(byPlace), look: LOOKS.filter(differs) };
}

const isPlaced = (change: VisibleChange): boolean => change.what !== "head" && change.under !== "";
/** Changes under no heading come first: later they would seem to belong to the heading before them. */
export const byPlace = (a: VisibleChange, b: VisibleChange) => Number(isPlaced(a)) - Number(isPlaced(b));

/** A key that is the same for the same change on any page. */
export const changeKey = (change: VisibleChange): string => JSON.stringify({ ...change, under: "" });

const compareHeads = ({ says: before }: PageContent, { says: after }: PageContent): HeadChange[] =>
  HEAD_NAMES.filter((name) => before.get(name) !== after.get(name)).map((name) => ({
    ...{ what: "head", name, before: before.get(name), after: after.get(name) },
  }));

const shown = ({ src, alt }: ShownPicture): ShownPicture => ({ src, alt });
const filesKey = ({ files }: PicturePart) => files.join(" ");
/** The same picture may be cropped differently elsewhere on the page. */
const pictureKey = (picture: PicturePart) => picture.original ?? filesKey(picture);

function comparePictures(before: readonly PicturePart[], after: readonly PicturePart[]): PictureChange[] {
  const pairs = pairUp(before, after);
  const gone = new Set(pairs.flatMap(({ old, next }) => (old && !next ? pictureKey(old) : [])));
  const come = pairs.flatMap(({ old, next }) => (next && !old ? next : []));
  const moved = new Set(come.map(pictureKey).filter((key) => gone.has(key)));
  return pairs.flatMap(({ old, next }): PictureChange[] => {
    const place = { what: "picture", place: "page", under: (next ?? old)?.under ?? "" } as const;
    if (old && next) {
      const kind = pairKind(old, next);
      return kind ? [{ ...place, kind, before: shown(old), after: shown(next) }] : [];
    }
    if (next) return [{ ...place, kind: moved.has(pictureKey(next)) ? "moved" : "added", after: shown(next) }];
    return old && !moved.has(pictureKey(old)) ? [{ ...place, kind: "removed", before: shown(old) }] : [];
  });
}

function pairKind(old: PicturePart, next: PicturePart): PictureChange["kind"] | undefined {
  const isSame = filesKey(old) === filesKey(next);
  if (isSame && old.focus === next.focus) return old.alt === next.alt ? undefined : "described";
  return isSame || (old.original !== undefined && old.original === next.original) ? "cropped" : "replaced";
}

function compareCards({ card: before }: PageContent, { card: after }: PageContent): PictureChange[] {
  if (before?.src === after?.src && before?.alt === after?.alt) return [];
  const kind = !before ? "added" : !after ? "removed" : before.src === after.src ? "described" : "replaced";
  return [{ what: "picture", place: "card", under: "", kind, before, after }];
}

/** Where the same words lead elsewhere; links that came or went. A link that changed its words alone is part of the words. */
function compareLinks(before: readonly LinkPart[], after: readonly LinkPart[]): LinkChange[] {
  const key = ({ text, href }: LinkPart) => `${text}\0${href}`;
  const lost = onlyIn(before, after, key);
  const come = onlyIn(after, before, key);
  const changes = lost.flatMap(({ text, href, under }): LinkChange[] => {
    const next = takeFirst(come, (link) => link.text === text);
    if (next) return [{ what: "link", text, under: next.under, before: href, after: next.href }];
    return takeFirst(come, (link) => link.href === href) ? [] : [{ what: "link", text, under, before: href }];
  });
  return [...changes, ...come.map(({ text, href, under }): LinkChange => ({ what: "link", text, under, after: href }))];
}

/** Words that came or went and are a link as a whole are that link; a link within such words is no change of its own. */
function linksAndWords(words: readonly WordsChange[], links: readonly LinkChange[]) {
  const isWhole = (change: WordsChange, { text, under, before, after }: LinkChange) =>
    change.kind === (after === undefined ? "removed" : before === undefined ? "added" : undefined) &&
    change.under === under &&
    change.parts.every((part) => part.text === text);
  const texts = (state: ChangedPart["state"]) =>
    words.flatMap(({ parts }) => parts.flatMap((part) => (part.state === state ? part.text : []))).join(" ");
  const [removed, added] = [texts("removed"), texts("added")];
  const reported = links.filter(
    (link) =>
      (link.before !== undefined && link.after !== undefined) ||
      words.some((change) => isWhole(change, link)) ||
      !(link.after === undefined ? removed : added).includes(link.text),
  );
  return [...words.filter((change) => !reported.some((link) => isWhole(change, link))), ...reported];
}

/** What puts elements on the page or takes them off: another layout follows from it. */
function isStructural(change: VisibleChange): boolean {
  if (change.what === "words") return change.kind !== "changed";
  if (change.what === "link") return change.before === undefined || change.after === undefined;
  return change.what === "picture" && change.place === "page" && ["added", "removed", "moved"].includes(change.kind);
}

type Pair = Partial<Record<"old" | "next", PicturePart | undefined>>;

/** Pictures of both pages side by side: those of the same item, the same ones first, then the same of others, then the only one left of each. */
const pairUp = (before: readonly PicturePart[], after: readonly PicturePart[]): Pair[] => {
  const key = (picture: PicturePart) => `${picture.under}\0${filesKey(picture)}`;
  return sequenceDiff(before, after, key).flatMap(({ isSame, before: gone, after: come }): Pair[] => {
    if (isSame) return gone.map((old, index) => ({ old, next: come[index] }));
    const left = [...come];
    const pairs = gone.map((old) => ({ old, next: takeFirst(left, ({ under }) => under === old.under) }));
    for (const pair of pairs) pair.next ??= takeFirst(left, (next) => pictureKey(next) === pictureKey(pair.old));
    const [alone, ...others] = pairs.filter(({ next }) => next === undefined);
    if (alone && others.length === 0 && left.length === 1) alone.next = left.pop();
    return [...pairs, ...left.map((next) => ({ next }))];
  });
};
