// What changes for visitors, as lines of at most 80 columns, for people who decide whether it may go live.

import type { LookChange } from "../publish/diff/compare/compare-pages.ts";
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
import { count, quote, wrap } from "./diff-text.ts";
import { sizeText } from "./report.ts";
import { changeLines, LABEL, placeLines } from "./visible-change-lines.ts";

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
    const listed = all.filter(({ changes }) => kind !== "changed" || changes.length > 0);
    const omitted = listed.length - MOST_PAGES;
    const others = all.filter((page) => !listed.includes(page)).map(({ address }) => address);
    const counted = others.filter(isCounted);
    const sum = `${count(counted.length, "page")}${counted.length < others.length ? " and the not-found page" : ""}`;
    return section(KINDS[kind], [
      ...listed.slice(0, MOST_PAGES).flatMap(onePage),
      ...(omitted > 0 ? [`  and ${omitted} more: --json and --html list them`] : []),
      ...(others.length > 0 ? wrap(`${sum} with nothing but what is below, under "On several pages"`, "  ") : []),
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
  const changeRows = changes
    .slice(0, MOST_CHANGES)
    .flatMap((change, index) => [...placeLines(change, changes[index - 1], "    "), ...changeLines(change, "    ")]);
  const omitted = changes.length - MOST_CHANGES;
  return [
    `  ${head}`,
    ...(kind === "moved" && changes.length === 0 ? ["    the same page at another address"] : changeRows),
    ...(omitted > 0 ? [`    and ${count(omitted, "more change")}`] : []),
    ...(repeated.length > 0 ? [`    and ${count(repeated.length, "change")} that several pages have`] : []),
    ...weightLines(weight),
  ];
}

function wholeText({ changes, weight }: PageChange): string {
  const parts = changes.flatMap((change) => (change.what === "words" ? change.parts : []));
  const number = parts.reduce((sum, { text }) => sum + text.split(/\s+/).length, 0);
  const pictures = changes.filter(({ what }) => what === "picture").length;
  const bytes = weight.after ?? weight.before ?? 0;
  return `${count(number, "word")}, ${count(pictures, "picture")}, ${sizeText(bytes)}`;
}

/** Nobody notices a tenth more or less. */
function weightLines({ before, after }: PageChange["weight"]): string[] {
  if (before === undefined || after === undefined || Math.abs(after - before) < Math.max(before / 10, 10_000))
    return [];
  return [`    ${"weight".padEnd(LABEL)}${sizeText(before)} → ${sizeText(after)} on a phone`];
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
