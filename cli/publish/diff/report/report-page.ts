// The changes for visitors → one page of HTML without scripts and requests.

import { escapeHtml } from "../../../text/html-text.ts";
import type { LookChange } from "../compare/compare-pages.ts";
import {
  countPages,
  type FileChange,
  type PageChange,
  type RedirectChange,
  type SiteChange,
} from "../compare/site-change.ts";
import { siteText } from "../compare/site-side.ts";
import { changeList, type Pictures } from "./change-html.ts";
import type { Versions } from "./embed-pages.ts";
import { STYLE } from "./report-style.ts";

interface ReportParts {
  /** "" if the site has none. */
  readonly siteName: string;
  readonly pictures: Pictures;
  /** By address. */
  readonly pages: ReadonlyMap<string, Versions>;
}

type Kind = PageChange["kind"];

const KINDS: Readonly<Record<Kind, { readonly count: string; readonly heading: string; readonly badge: string }>> = {
  added: { count: "new", heading: "New pages", badge: "New" },
  changed: { count: "changed", heading: "Changed pages", badge: "Changed" },
  moved: { count: "moved", heading: "Moved pages", badge: "Moved" },
  gone: { count: "gone", heading: "Pages that are gone", badge: "Gone" },
};
const kinds = Object.keys(KINDS) as Kind[];

export function reportPage(change: SiteChange, parts: ReportParts): string {
  const site = escapeHtml(parts.siteName);
  // The policy also applies to pages in frames.
  const policy = "default-src 'none'; img-src data:; style-src 'unsafe-inline'";
  return `<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${policy}"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex"><title>What changes${site && ` on ${site}`}</title><style>${STYLE}</style></head>
<body><header class="top"><div class="wrap">${site && `<p class="site">${site}</p>`}<h1>${sentence(change)}</h1>
<dl class="versions"><div><dt>Before</dt><dd>${escapeHtml(siteText(change.before))}</dd></div><div><dt>After</dt><dd>${escapeHtml(siteText(change.after))}</dd></div></dl></div></header>
<main class="wrap">
${counts(change)}
${repeatedSection(change, parts)}
${kinds.map((kind) => kindSection(kind, change, parts)).join("\n")}
${lookSection(change, parts)}
${listSection("addresses", "Old addresses", change.redirects.map(redirectText))}
${listSection("files", "Other files", change.files.map(fileText))}
</main>
<footer><div class="wrap">${footer(change)}</div></footer></body></html>
`;
}

function sentence({ pages, look }: SiteChange): string {
  if (pages.length > 0) return "What changes for visitors";
  return Object.values(look).flat().length > 0 ? "No new words or pictures" : "Nothing changes for visitors";
}

function counts(change: SiteChange): string {
  const { repeated } = change;
  const { same, styled, ...numbers } = countPages(change);
  const links = [
    ...kinds.map((kind) => [kind, numbers[kind], `${pagesWord(numbers[kind])} ${KINDS[kind].count}`] as const),
    ["look", styled, `${pagesWord(styled)} with another look`] as const,
    ["several", repeated.length, "on several pages"] as const,
  ].filter(([, number]) => number > 0);
  const items = links.map(
    ([id, number, what]) => `<li><a href="#${id}"><strong>${number}</strong><small>${what}</small></a></li>`,
  );
  return `<ul class="counts">${items.join("")}<li><span class="all"><strong>${same}</strong><small>the same</small></span></li></ul>`;
}

const pagesWord = (number: number): string => (number === 1 ? "page" : "pages");

const plainList = (texts: readonly string[]): string =>
  `<ul class="plain">${texts.map((text) => `<li>${escapeHtml(text)}</li>`).join("")}</ul>`;

const details = (summary: string, html: string): string => `<details><summary>${summary}</summary>${html}</details>`;

/** Cards under a heading; "" without any. */
const section = (id: string, heading: string, cards: readonly string[]): string =>
  cards.length === 0 ? "" : `<section id="${id}"><h2>${heading}</h2>${cards.join("")}</section>`;

const card = (html: string): string => `<div class="card">${html}</div>`;

const listSection = (id: string, heading: string, texts: readonly string[]): string =>
  section(id, heading, texts.length === 0 ? [] : [card(plainList(texts))]);

function repeatedSection({ repeated }: SiteChange, { pictures }: ReportParts): string {
  const cards = repeated.map(({ change, pages }) =>
    card(changeList([change], pictures) + details(`On ${pages.length} pages`, plainList(pages))),
  );
  return section("several", "On several pages", cards);
}

function kindSection(kind: Kind, { pages }: SiteChange, parts: ReportParts): string {
  const all = pages.filter((page) => page.kind === kind);
  const described = all.filter(({ changes }) => kind !== "changed" || changes.length > 0);
  const others = all.filter((page) => !described.includes(page)).map(({ address }) => address);
  const summary = `${others.length} more, with nothing but the changes “On several pages”`;
  const cards = described.map((page) => pageCard(page, parts));
  const further = others.length === 0 ? [] : [card(details(summary, plainList(others)))];
  return section(kind, KINDS[kind].heading, [...cards, ...further]);
}

function pageCard(page: PageChange, { pictures, pages }: ReportParts): string {
  const { kind, address, to, name, changes, repeated } = page;
  const isWhole = kind === "added" || kind === "gone";
  const where = to === undefined || isWhole ? escapeHtml(address) : `${escapeHtml(address)} → ${escapeHtml(to)}`;
  const list = changeList(changes, pictures);
  const content = isWhole ? details("All words and pictures of the page", list) : list;
  const ended = kind === "gone" && to !== undefined ? `<p>Removed, its address leads to ${escapeHtml(to)}.</p>` : "";
  const empty = kind === "moved" && changes.length === 0 ? "<p>The same page at another address.</p>" : ended;
  const repeatedNote =
    repeated.length === 0
      ? ""
      : `<p class="place">Also: ${repeated.length === 1 ? "one change" : `${repeated.length} changes`} listed under <a href="#several">On several pages</a>.</p>`;
  return `<article class="card ${kind}"><h3>${escapeHtml(name || address)} <span class="badge">${KINDS[kind].badge}</span></h3><p class="address">${where}${weight(page)}</p>${empty}${content}${repeatedNote}${versionsHtml(pages.get(address))}</article>`;
}

/** Frames are rendered when they come into view. Scripts of pages never run. */
function versionsHtml(versions: Versions | undefined): string {
  if (!versions) return "";
  const figure = (caption: string, html: string | undefined) =>
    html === undefined
      ? ""
      : `<figure><figcaption>${caption}</figcaption><iframe sandbox loading="lazy" title="The page ${caption.toLowerCase()}" srcdoc="${escapeHtml(html)}"></iframe></figure>`;
  const figures = figure("Before", versions.before) + figure("After", versions.after);
  return details("The whole page", `<div class="pair frames">${figures}</div>`);
}

const sizeText = (bytes: number): string =>
  bytes < 999_500 ? `${Math.round(bytes / 1_000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;

function weight({ weight: { before, after } }: PageChange): string {
  const sizes = [before, after].flatMap((bytes) => (bytes === undefined ? [] : sizeText(bytes)));
  return ` · ${[...new Set(sizes)].join(" → ")}`;
}

const LOOKS: Readonly<Record<LookChange, string>> = {
  style: "Another style (colours, sizes, spacing)",
  layout: "Another layout",
  scripts: "Other scripts",
  data: "Other data for search engines",
};

function lookSection({ look, pages }: SiteChange, { pages: versions }: ReportParts): string {
  const changedAddresses = new Set(pages.map(({ address }) => address));
  const names = (Object.keys(LOOKS) as LookChange[]).filter((name) => look[name].length > 0);
  const lists = names.map((name) => {
    const addresses = look[name];
    return details(`${LOOKS[name]}: ${addresses.length} ${pagesWord(addresses.length)}`, plainList(addresses));
  });
  const lookPages = [...versions].filter(([address]) => !changedAddresses.has(address));
  const figures = lookPages.map(
    ([address, each]) => `<p class="address">${escapeHtml(address)}</p>${versionsHtml(each)}`,
  );
  return section("look", "Look", lists.length === 0 ? [] : [card([...lists, ...figures].join(""))]);
}

function redirectText({ address, before, after }: RedirectChange): string {
  const now = after === undefined ? `no longer leads to ${before}` : `leads to ${after}`;
  return `${address} ${now}${before && after ? `, before to ${before}` : ""}`;
}

const fileText = ({ kind, path }: FileChange): string => `/${path}: ${kind === "added" ? "new" : kind}`;

function footer({ before, after }: SiteChange): string {
  return `Before: ${before.pages} pages, ${sizeText(before.bytes)}. After: ${after.pages} pages, ${sizeText(after.bytes)}. Sizes of pages are what a phone loads.`;
}
