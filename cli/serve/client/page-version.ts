// The version of the page that is shown. A newer one changes the page only where two versions differ: what the visitor typed, the scroll
// position and changes by scripts stay. Where scripts must start again, the page is reloaded.

import { morph } from "./morph.ts";
import { swapStyle } from "./page-style.ts";

const OUR_SCRIPT = 'script[src*="@eventsite"]';

const reloadPage = () => location.reload();
const firstHash = new URL(import.meta.url).searchParams.get("page") ?? "";
let hash = firstHash;
/** The page as it came from the server, before any script changed it; waits for a page that is loading. */
let version: Promise<Version> = fetch(location.href).then(async (response) => parse(await response.text()));
// Where the site was built again between the two responses, the open page is not this version.
version.then(({ page }) => hashOf(page) === firstHash || reloadPage(), reloadPage);

/** Identifies the version that is shown. */
export const shownHash = (): string => hash;

/** Shows a newer version, which this hash identifies. */
export function showVersion(html: string, newHash: string): void {
  hash = newHash;
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

/** Only what a person may notice: title and language. */
function morphHead(old: Document, fresh: Document): void {
  if (old.title !== fresh.title) document.title = fresh.title;
  document.documentElement.lang = fresh.documentElement.lang;
}
