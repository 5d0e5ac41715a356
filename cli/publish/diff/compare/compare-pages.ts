// Two versions of a page → the changes that visitors notice. Pure.

import type { LinkPart, PicturePart } from "./page-body.ts";
import type { PageContent } from "./page-content.ts";
import { HEAD_NAMES, type HeadName } from "./page-head.ts";
import { onlyIn, sequenceDiff, takeFirst } from "./sequence-diff.ts";
import { type ChangedPart, compareTexts, type WordsChange } from "./text-changes.ts";

export interface HeadChange {
  readonly what: "head";
  /** "shared": the texts of a shared link, if they are not the page's title and description. */
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
  /** "described": the same picture with another alternative text. "cropped": another part of the same picture. */
  readonly kind: "added" | "removed" | "replaced" | "cropped" | "described" | "moved";
  /** "card": the picture of a shared link. */
  readonly place: "page" | "card";
  readonly under: string;
  readonly before?: ShownPicture | undefined;
  readonly after?: ShownPicture | undefined;
}

export interface LinkChange {
  readonly what: "link";
  readonly text: string;
  readonly under: string;
  /** Its former target; undefined for a new link. */
  readonly before?: string | undefined;
  /** Its target now; undefined for a removed link. */
  readonly after?: string | undefined;
}

export type VisibleChange = HeadChange | WordsChange | PictureChange | LinkChange;

const LOOKS = ["style", "layout", "scripts", "data"] as const;
/** Differences of the file without a change of words, pictures or links. */
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
    what: "head",
    name,
    before: before.get(name),
    after: after.get(name),
  }));

const shownPicture = ({ src, alt }: ShownPicture): ShownPicture => ({ src, alt });
const filesKey = ({ files }: PicturePart) => files.join(" ");
/** The same picture may be cropped differently elsewhere on the page. */
const partKey = (picture: PicturePart) => picture.original ?? filesKey(picture);

function comparePictures(before: readonly PicturePart[], after: readonly PicturePart[]): PictureChange[] {
  const pairs = pairUp(before, after);
  const removedKeys = new Set(pairs.flatMap(({ old, next }) => (old && !next ? partKey(old) : [])));
  const newPictures = pairs.flatMap(({ old, next }) => (next && !old ? next : []));
  const movedKeys = new Set(newPictures.map(partKey).filter((key) => removedKeys.has(key)));
  return pairs.flatMap(({ old, next }): PictureChange[] => {
    const place = { what: "picture", place: "page", under: (next ?? old)?.under ?? "" } as const;
    if (old && next) {
      const kind = pairKind(old, next);
      return kind ? [{ ...place, kind, before: shownPicture(old), after: shownPicture(next) }] : [];
    }
    if (next) return [{ ...place, kind: movedKeys.has(partKey(next)) ? "moved" : "added", after: shownPicture(next) }];
    return old && !movedKeys.has(partKey(old)) ? [{ ...place, kind: "removed", before: shownPicture(old) }] : [];
  });
}

function pairKind(old: PicturePart, next: PicturePart): PictureChange["kind"] | undefined {
  const isSame = filesKey(old) === filesKey(next);
  if (isSame && old.focus === next.focus) return old.alt === next.alt ? undefined : "described";
  return isSame || (old.original !== undefined && old.original === next.original) ? "cropped" : "replaced";
}

function compareCards({ card: before }: PageContent, { card: after }: PageContent): PictureChange[] {
  if (before?.src === after?.src && before?.alt === after?.alt) return [];
  return [{ what: "picture", place: "card", under: "", kind: cardKind(before, after), before, after }];
}

function cardKind(before: ShownPicture | undefined, after: ShownPicture | undefined): PictureChange["kind"] {
  if (!before) return "added";
  if (!after) return "removed";
  return before.src === after.src ? "described" : "replaced";
}

/** Links with another target, and links that are new or removed. A link with nothing but other words is a change of words. */
function compareLinks(before: readonly LinkPart[], after: readonly LinkPart[]): LinkChange[] {
  const key = ({ text, href }: LinkPart) => `${text}\0${href}`;
  const removedLinks = onlyIn(before, after, key);
  const newLinks = onlyIn(after, before, key);
  const changes = removedLinks.flatMap(({ text, href, under }): LinkChange[] => {
    const next = takeFirst(newLinks, (link) => link.text === text);
    if (next) return [{ what: "link", text, under: next.under, before: href, after: next.href }];
    return takeFirst(newLinks, (link) => link.href === href) ? [] : [{ what: "link", text, under, before: href }];
  });
  return [
    ...changes,
    ...newLinks.map(({ text, href, under }): LinkChange => ({ what: "link", text, under, after: href })),
  ];
}

/** New or removed words that are one link are reported as that link. A link within such words is not reported. */
function linksAndWords(wordsChanges: readonly WordsChange[], links: readonly LinkChange[]) {
  const isWhole = (change: WordsChange, { text, under, before, after }: LinkChange) =>
    change.kind === linkKind(before, after) &&
    change.under === under &&
    change.parts.every((part) => part.text === text);
  const texts = (state: ChangedPart["state"]) =>
    wordsChanges.flatMap(({ parts }) => parts.flatMap((part) => (part.state === state ? part.text : []))).join(" ");
  const removedText = texts("removed");
  const addedText = texts("added");
  const reported = links.filter(
    (link) =>
      (link.before !== undefined && link.after !== undefined) ||
      wordsChanges.some((change) => isWhole(change, link)) ||
      !(link.after === undefined ? removedText : addedText).includes(link.text),
  );
  return [...wordsChanges.filter((change) => !reported.some((link) => isWhole(change, link))), ...reported];
}

function linkKind(before: string | undefined, after: string | undefined): "added" | "removed" | undefined {
  if (after === undefined) return "removed";
  return before === undefined ? "added" : undefined;
}

/** Whether a change adds or removes elements, which makes another layout. */
function isStructural(change: VisibleChange): boolean {
  if (change.what === "words") return change.kind !== "changed";
  if (change.what === "link") return change.before === undefined || change.after === undefined;
  return change.what === "picture" && change.place === "page" && ["added", "removed", "moved"].includes(change.kind);
}

type PicturePair = Partial<Record<"old" | "next", PicturePart | undefined>>;

/** Pairs the pictures of both pages: equal files, then the same item, then the same original, and at last the only remaining ones. */
const pairUp = (before: readonly PicturePart[], after: readonly PicturePart[]): PicturePair[] => {
  const key = (picture: PicturePart) => `${picture.under}\0${filesKey(picture)}`;
  return sequenceDiff(before, after, key).flatMap(
    ({ isSame, before: oldPictures, after: newPictures }): PicturePair[] => {
      if (isSame) return oldPictures.map((old, index) => ({ old, next: newPictures[index] }));
      const unpaired = [...newPictures];
      const pairs = oldPictures.map((old) => ({ old, next: takeFirst(unpaired, ({ under }) => under === old.under) }));
      for (const pair of pairs) pair.next ??= takeFirst(unpaired, (next) => partKey(next) === partKey(pair.old));
      const [alone, ...others] = pairs.filter(({ next }) => next === undefined);
      if (alone && others.length === 0 && unpaired.length === 1) alone.next = unpaired.pop();
      return [...pairs, ...unpaired.map((next) => ({ next }))];
    },
  );
};
