// What changes for visitors, as lines of at most 80 columns, for people who decide whether it may go live.

import type { LookChange, VisibleChange } from "../publish/diff/compare/compare-pages.ts";
import { pictureName } from "../publish/diff/compare/page-files.ts";
import {
  countPages,
  type FileChange,
  isCounted,
  type PageChange,
  type RedirectChange,
  type RepeatedChange,
  type SiteChange,
} from "../publish/diff/compare/site-change.ts";
import { siteText } from "../publish/diff/compare/site-side.ts";
import type { ChangedPart } from "../publish/diff/compare/text-changes.ts";
import { sizeText } from "./report.ts";

const WIDTH = 80;
/** Changes of one page, and pages of one kind, that are shown; --json and --html have all. */
const MOST_CHANGES = 12;
const MOST_PAGES = 60;

export function diffTable(change: SiteChange): string {
  const { before, after, repeated } = change;
  const lines = [
    ...wrap(`Before: ${siteText(before)}`, "  "),
    ...wrap(`After:  ${siteText(after)}`, "  "),
    "",
    ...pageLines(change),
    ...section("ON SEVERAL PAGES", repeated.flatMap(repeatedLines)),
    ...section("LOOK", lookLines(change)),
    ...section("OLD ADDRESSES", change.redirects.flatMap(redirectLines)),
    ...section("OTHER FILES", change.files.map(fileLine)),
    summary(change),
  ];
  return `${lines.join("\n")}\n`;
}

const section = (heading: string, lines: readonly string[]): string[] =>
  lines.length === 0 ? [] : [heading, ...lines, ""];

const KINDS: Readonly<Record<PageChange["kind"], string>> = {
  added: "NEW PAGES",
  changed: "CHANGED PAGES",
  moved: "MOVED PAGES",
  gone: "PAGES THAT ARE GONE",
};

function pageLines({ pages }: SiteChange): string[] {
  return (Object.keys(KINDS) as PageChange["kind"][]).flatMap((kind) => {
    const all = pages.filter((page) => page.kind === kind);
    const own = all.filter(({ changes }) => kind !== "changed" || changes.length > 0);
    const rest = own.length - MOST_PAGES;
    const follow = all.filter((page) => !own.includes(page)).map(({ address }) => address);
    const visited = follow.filter(isCounted);
    const others = `${count(visited.length, "page")}${visited.length < follow.length ? " and the not-found page" : ""}`;
    return section(KINDS[kind], [
      ...own.slice(0, MOST_PAGES).flatMap(onePage),
      ...(rest > 0 ? [`  and ${rest} more: --json and --html list them`] : []),
      ...(follow.length > 0 ? wrap(`${others} with nothing but what is below, under "On several pages"`, "  ") : []),
    ]);
  });
}

function onePage(page: PageChange): string[] {
  const { kind, address, to, name, changes, repeated, weight } = page;
  const head = to === undefined ? address : `${address} → ${to}`;
  if (kind === "added" || kind === "gone")
    return [
      `  ${address}`,
      ...wrap(`${quote(name)}, ${wholeText(page)}`, "    "),
      ...(to === undefined ? [] : wrap(`removed, its address leads to ${to}`, "    ")),
    ];
  const shown = changes
    .slice(0, MOST_CHANGES)
    .flatMap((change, index) => [...placeLines(change, changes[index - 1], "    "), ...changeLines(change, "    ")]);
  const rest = changes.length - MOST_CHANGES;
  return [
    `  ${head}`,
    ...(kind === "moved" && changes.length === 0 ? ["    the same page at another address"] : shown),
    ...(rest > 0 ? [`    and ${count(rest, "more change")}`] : []),
    ...(repeated.length > 0 ? [`    and ${count(repeated.length, "change")} that several pages have`] : []),
    ...weightLines(weight),
  ];
}

function wholeText({ changes, weight }: PageChange): string {
  const words = changes.flatMap((change) => (change.what === "words" ? change.parts : []));
  const number = words.reduce((sum, { text }) => sum + text.split(/\s+/).length, 0);
  const pictures = changes.filter(({ what }) => what === "picture").length;
  const bytes = weight.after ?? weight.before ?? 0;
  return `${count(number, "word")}, ${count(pictures, "picture")}, ${sizeText(bytes)}`;
}

const placeOf = (change: VisibleChange): string => (change.what === "head" ? "" : change.under);

/** The heading above a change, where it is another than that of the change before. */
function placeLines(change: VisibleChange, last: VisibleChange | undefined, indent: string): string[] {
  const place = placeOf(change);
  const isShown = last?.what === "words" && last.isHeading && partsText(last.parts) === quote(place);
  if (place === "" || isShown || (last && place === placeOf(last))) return [];
  return wrap(`under ${quote(place)}:`, indent);
}

/** A tenth more or less is noticed by nobody. */
function weightLines({ before, after }: PageChange["weight"]): string[] {
  if (before === undefined || after === undefined || Math.abs(after - before) < Math.max(before / 10, 10_000))
    return [];
  return [`    ${"weight".padEnd(LABEL)}${sizeText(before)} → ${sizeText(after)} on a phone`];
}

const LABEL = 13;
const labelled = (label: string, text: string, indent: string): string[] => {
  const [first = "", ...more] = wrap(text, indent + " ".repeat(LABEL));
  return [indent + label.padEnd(LABEL) + first.trimStart(), ...more];
};

function changeLines(change: VisibleChange, indent: string): string[] {
  switch (change.what) {
    case "head": {
      const { name, before, after } = change;
      const label = name.length < LABEL ? name : "";
      return [
        ...(label === "" ? [`${indent}${name}`] : []),
        ...(before === undefined ? [] : labelled(label, quote(before), indent)),
        ...(after === undefined ? [] : labelled(before === undefined ? label : "→", quote(after), indent)),
      ];
    }
    case "words":
      return labelled(WORDS[change.kind], partsText(change.parts), indent);
    case "picture": {
      const { kind, place, before, after } = change;
      const label = place === "card" ? "share card" : "picture";
      const alts = `described as ${quote(after?.alt ?? "")}, before ${quote(before?.alt ?? "")}`;
      if (kind === "described") return labelled(label, alts, indent);
      const named = new Set(
        [before, after].map((picture) => (picture ? pictureName(picture.src) : "")).filter(Boolean),
      );
      const isReworded = before && after && before.alt !== after.alt;
      return [
        ...labelled(label, `${kind === "cropped" ? "cut differently" : kind}: ${[...named].join(" → ")}`, indent),
        ...(isReworded ? labelled("", alts, indent) : []),
      ];
    }
    case "link": {
      const { text, before, after } = change;
      if (before !== undefined && after !== undefined)
        return labelled("~ link", `${quote(text)}: ${before} → ${after}`, indent);
      return labelled(after === undefined ? "- link" : "+ link", `${quote(text)} to ${after ?? before}`, indent);
    }
  }
}

const WORDS = { added: "+ text", removed: "- text", changed: "~ text", moved: "> text moved" } as const;

/** A run of the same words is cut to its ends. */
const CONTEXT = 5;

function partsText(parts: readonly ChangedPart[]): string {
  return parts
    .map(({ state, text }, index) => {
      if (parts.length === 1) return quote(text.length > 240 ? `${text.slice(0, 240).replace(/\s+\S*$/, "")} …` : text);
      if (state === "removed") return text.replace(/^(\s*)(.*?)(\s*)$/s, "$1[-$2-]$3");
      if (state === "added") return text.replace(/^(\s*)(.*?)(\s*)$/s, "$1{+$2+}$3");
      return shorten(text, index > 0, index < parts.length - 1);
    })
    .join("");
}

function shorten(text: string, hasBefore: boolean, hasAfter: boolean): string {
  const words = text.split(/(?<=\s)/);
  const [head, tail] = [hasBefore ? CONTEXT : 0, hasAfter ? CONTEXT : 0];
  if (words.length <= head + tail + 3) return text;
  return `${words.slice(0, head).join("")}… ${tail > 0 ? words.slice(-tail).join("") : ""}`;
}

const repeatedLines = ({ change, pages }: RepeatedChange): string[] => [
  ...placeLines(change, undefined, "  "),
  ...changeLines(change, "  "),
  ...wrap(`on ${someOf(pages)}`, " ".repeat(LABEL + 2)),
];

const someOf = (pages: readonly string[]): string =>
  `${count(pages.length, "page")}: ${pages.slice(0, 4).join(" ")}${pages.length > 4 ? " …" : ""}`;

const LOOKS: Readonly<Record<LookChange, string>> = {
  style: "style",
  layout: "layout",
  scripts: "scripts",
  data: "data for search engines",
};

function lookLines({ pages, look, alike, unchanged }: SiteChange): string[] {
  const compared = pages.filter(({ kind }) => kind === "changed").map(({ address }) => address);
  const both = unchanged + alike.length + new Set([...compared, ...Object.values(look).flat()]).size;
  const listed = new Set(pages.map(({ address }) => address));
  return (Object.keys(LOOKS) as LookChange[]).flatMap((name) => {
    const all = look[name];
    const only = all.filter((address) => !listed.has(address));
    if (all.length === 0 || (only.length === 0 && all.length < both)) return [];
    return wrap(`${LOOKS[name]} changed on ${all.length === both ? "all pages" : someOf(only)}`, "  ");
  });
}

function redirectLines({ address, before, after }: RedirectChange): string[] {
  const now = after === undefined ? `no longer leads to ${before}` : `leads to ${after}`;
  return wrap(`${address} ${now}${before && after ? `, before to ${before}` : ""}`, "  ");
}

function fileLine({ kind, path, before = 0, after = 0 }: FileChange): string {
  const size = kind === "changed" ? `${sizeText(before)} → ${sizeText(after)}` : sizeText(before + after);
  return `  ${kind.padEnd(7)}  /${path} (${size})`;
}

function summary(change: SiteChange): string {
  const { before, after } = change;
  const { added, changed, moved, gone, styled, same } = countPages(change);
  const counted = [
    [added, "new"],
    [changed, "changed"],
    [moved, "moved"],
    [styled, "with another look"],
    [same, "the same"],
  ] as const;
  const now = counted.flatMap(([number, what]) => (number > 0 ? [`${number} ${what}`] : [])).join(", ");
  const ended = gone > 0 ? `; ${gone} gone` : "";
  const pages = `${count(after.pages, "page")} now, ${before.pages} before, the not-found page not counted: ${now}${ended}.`;
  return [
    ...wrap(pages, ""),
    `Site: ${sizeText(before.bytes)} → ${sizeText(after.bytes)} in ${after.files} files.`,
  ].join("\n");
}

const quote = (text: string): string => `“${text}”`;
const count = (number: number, what: string): string => `${number} ${what}${number === 1 ? "" : "s"}`;

/** Lines of at most 80 columns; a word that is longer stays whole. */
function wrap(text: string, indent: string): string[] {
  const line = new RegExp(`(?:^| )(.{1,${WIDTH - indent.length}}|[^ ]+)(?= |$)`, "g");
  return Array.from(text.matchAll(line), ([, words]) => indent + words);
}
