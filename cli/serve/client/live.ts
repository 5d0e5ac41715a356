// Runs in pages that are served while they are worked on: shows problems, and receives newer versions of the page. It is changed only where
// two versions differ: what the visitor typed, the scroll position and changes by scripts stay. Where scripts must start again the page is
// reloaded, as a visitor would do it.

import { isError } from "../../diagnostics/diagnostic.ts";
import type { LiveMessage, LiveProblem, LiveStarter } from "../live-message.ts";
import { morph } from "./morph.ts";
import { showProblems } from "./overlay.ts";
import { session } from "./session.ts";
import { showWarnings } from "./warnings.ts";

const OUR_SCRIPT = 'script[src*="@eventsite"]';

const reloadPage = () => location.reload();
/** Identifies the version that is shown. */
let shown = new URL(import.meta.url).searchParams.get("page") ?? "";
/** The page as it came from the server, before any script changed it; waits for a page that is loading. */
let version: Promise<Version> = fetch(location.href).then(async (response) => parse(await response.text()));
const first = shown;
// Where the site was built again between the two responses, the open page is not this version.
version.then((asked) => hashOf(asked.page) === first || reloadPage(), reloadPage);
let stream: EventSource | undefined;
let onStarters: (files: readonly string[]) => void = () => {};

/** Calls after each build with the files in which sample words are left. */
export function followStarters(listener: (files: readonly string[]) => void): void {
  onStarters = listener;
}

function listen(): void {
  if (stream) return;
  const url = location.pathname + location.search;
  stream = new EventSource(`${session.events}?${new URLSearchParams({ url, page: shown })}`);
  stream.onmessage = ({ data }) => {
    const message = JSON.parse(data as string) as LiveMessage;
    if (message.type === "page") show(message.html, message.hash);
    else {
      showProblems(message.problems.filter(isError));
      const warnings = message.problems.filter((each) => !isError(each));
      showWarnings([...warnings, ...message.starters.map(starterWarning)]);
      onStarters(message.starters.map(({ file }) => file));
    }
  };
  // A browser asks again with the address it began with: the page it shows may be another by then.
  stream.onerror = () => {
    stop();
    setTimeout(follow, 500);
  };
}

/** In the words of the terminal, which does not count it as a problem. */
const starterWarning = ({ file, path }: LiveStarter): LiveProblem => ({
  code: "CONTENT_PLACEHOLDER",
  severity: "warning",
  message: `Sample words are still in ${file}.`,
  hint: "they are marked where a page shows them",
  file,
  ...(path !== undefined && { path }),
});

function stop(): void {
  stream?.close();
  stream = undefined;
}

/** Browsers allow six connections to a host: hidden pages close theirs. */
function follow(): void {
  if (document.visibilityState === "hidden") stop();
  else listen();
}

document.addEventListener("visibilitychange", follow);
addEventListener("pagehide", stop);
addEventListener("pageshow", follow);
follow();

function show(html: string, hash: string): void {
  shown = hash;
  version = version.then((old) => {
    const fresh = parse(html);
    if (needsReload(old.page, fresh.page) || !morph(old.page.body, fresh.page.body, document.body)) reloadPage();
    else {
      morphHead(old.page, fresh.page);
      if (old.style !== fresh.style) swapStyle(fresh.style);
    }
    return fresh;
  }, reloadPage) as Promise<Version>;
}

const hashOf = (page: Document) =>
  new URL(page.querySelector(OUR_SCRIPT)?.getAttribute("src") ?? "", location.href).searchParams.get("page");

export interface ServedPage {
  readonly hash: string;
  /** All elements of the page as it was built, in document order. */
  readonly elements: readonly Element[];
}

/** The shown version as it came from the server, without the injected script; the placeholder of the style keeps its position. */
export async function servedPage(): Promise<ServedPage> {
  const { page } = await version;
  const elements = [...page.querySelectorAll("*")].filter((element) => !element.matches(OUR_SCRIPT));
  return { hash: hashOf(page) ?? "", elements };
}

/** A page as the server sent it, without its style: the open page's policy would refuse it when it is parsed. */
interface Version {
  readonly page: Document;
  readonly style: string;
}

function parse(html: string): Version {
  const style = /<style>([\s\S]*?)<\/style>/.exec(html);
  return {
    page: new DOMParser().parseFromString(
      html.replace(style?.[0] ?? "", () => "<meta>"),
      "text/html",
    ),
    style: style?.[1] ?? "",
  };
}

/** Scripts run once, and a page's policy cannot change until a reload. */
function needsReload(old: Document, fresh: Document): boolean {
  const scripts = (of: Document) =>
    [...of.querySelectorAll("script[src]")].map((script) => script.getAttribute("src")?.replace(/\?.*$/, "")).join();
  return scripts(old) !== scripts(fresh) || policy(old) !== policy(fresh);
}

/** Without the style's hash: styles are set by script. */
const policy = (of: Document) =>
  of
    .querySelector('meta[http-equiv="Content-Security-Policy"]')
    ?.getAttribute("content")
    ?.replace(/'sha256-[^']*'/g, "");

/** Only what a person may notice: title, language, icon. */
function morphHead(old: Document, fresh: Document): void {
  if (old.title !== fresh.title) document.title = fresh.title;
  document.documentElement.lang = fresh.documentElement.lang;
}

let adopted: CSSStyleSheet | undefined;

/** The page's policy allows only its first style element, but does not restrict style sheets made by a script. */
function swapStyle(text: string): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(text);
  for (const { sheet: first } of document.head.querySelectorAll("style")) if (first) first.disabled = true;
  document.adoptedStyleSheets = [...document.adoptedStyleSheets.filter((one) => one !== adopted), sheet];
  adopted = sheet;
}
