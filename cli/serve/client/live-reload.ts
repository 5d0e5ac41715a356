// A newer version of the open page → the page, changed only where the two versions differ: what the visitor typed, the scroll position and
// changes by scripts stay. Where scripts must start again the page is reloaded, as a visitor would do it.

import { bringOver } from "./morph.ts";

const reloadPage = () => location.reload();

export function createFreshPage(first: string) {
  let hash = first;
  // As it came from the server, before any script changed it; waits for a page that is loading.
  let before: Promise<Version> = fetch(location.href).then(async (response) => parse(await response.text()));
  // Where the site was built again between the two responses, the open page is not this version.
  before.then((asked) => hashOf(asked.page) === first || reloadPage(), reloadPage);
  return {
    /** Identifies the version that is shown. */
    hash: () => hash,
    /** The shown version as it came from the server. */
    version: async (): Promise<ServedPage> => {
      const { page } = await before;
      return { hash: hashOf(page) ?? "", elements: elementsOf(page) };
    },
    show(html: string, next: string): void {
      hash = next;
      before = before.then((old) => {
        const fresh = parse(html);
        if (needsReload(old.page, fresh.page) || !bringOver(old.page.body, fresh.page.body, document.body))
          reloadPage();
        else {
          bringOverHead(old.page, fresh.page);
          if (old.style !== fresh.style) swapStyle(fresh.style);
        }
        document.dispatchEvent(new CustomEvent("eventsite:fresh", { detail: next }));
        return fresh;
      }, reloadPage) as Promise<Version>;
    },
  };
}

const hashOf = (page: Document) =>
  new URL(page.querySelector(OUR_SCRIPT)?.getAttribute("src") ?? "", location.href).searchParams.get("page");

export interface ServedPage {
  readonly hash: string;
  /** All elements of the page as it was built, in document order. */
  readonly elements: readonly Element[];
}

/** Without the injected script; the placeholder of the style keeps its position. */
const elementsOf = (page: Document): readonly Element[] =>
  [...page.querySelectorAll("*")].filter((element) => !element.matches(OUR_SCRIPT));

const OUR_SCRIPT = 'script[src*="@eventsite"]';

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
function bringOverHead(old: Document, fresh: Document): void {
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
