// A site built in memory, page by page as a parsed tree.
import { type BuildOptions, type BuildResult, build } from "../../../cli/index.ts";
import { classesOf, type HtmlElement, one, parseHtml, select, text } from "./html.ts";
import { frozenDir, projectDir } from "./with-site.ts";

type Page = ReturnType<typeof parseHtml>;

export interface BuiltSite {
  readonly result: BuildResult;
  /** Addresses of all pages, sorted, the not-found page among them. */
  readonly paths: readonly string[];
  /** "/contact/", or "/404.html". */
  page(path: string): Page;
  /** A file's text, by its path below the output folder. */
  file(path: string): string;
  bytes(path: string): Uint8Array;
}

const built = new Map<string, Promise<BuiltSite>>();

/** What a build takes where nothing else is said. */
const DEFAULTS: BuildOptions = { renderer: "react", client: "preact" };

/** Builds the frozen site, or another one, without writing anything. The frozen one and `content/` are built once for all files that a worker runs. */
export function buildSite(options: BuildOptions = {}): Promise<BuiltSite> {
  if (options.root !== undefined && options.root !== projectDir) return buildOnce(options);
  const key = JSON.stringify(Object.entries({ ...DEFAULTS, ...options }).sort());
  const known = built.get(key) ?? buildOnce(options);
  built.set(key, known);
  return known;
}

async function buildOnce(options: BuildOptions): Promise<BuiltSite> {
  const result = await build({ root: frozenDir, write: false, ...options });
  const files = new Map(result.files.map((file) => [file.path, file.content]));
  const outputs = new Map(result.routes.map((route) => [route.path, route.file]));
  const pages = new Map<string, Page>();
  const bytes = (path: string) => {
    const content = files.get(path);
    if (!content) throw new Error(`The site has no file ${path}.`);
    return content;
  };
  const file = (path: string) => Buffer.from(bytes(path)).toString("utf8");
  return {
    result,
    paths: result.routes.map(({ path }) => path),
    file,
    bytes,
    page(path) {
      const output = outputs.get(path);
      if (output === undefined) throw new Error(`The site has no page ${path}.`);
      const known = pages.get(path) ?? parseHtml(file(output));
      pages.set(path, known);
      return known;
    },
  };
}

export interface PageSection {
  /** The section's type, which is its first class name after "section". */
  readonly type: string;
  /** The heading of the first or second level; "" where there is none. */
  readonly heading: string;
  readonly element: HtmlElement;
}

/** The sections of a page in their order. */
export function sectionsOf(page: Page): PageSection[] {
  return select(one(page, "main"), "section").map((element) => {
    const heading = [...select(element, "h1"), ...select(element, "h2")][0];
    return {
      type: classesOf(element).find((name) => name !== "section") ?? "",
      heading: heading ? text(heading) : "",
      element,
    };
  });
}

/** The sections of one type; a test fails where there is none. */
export function sectionsOfType(page: Page, type: string): PageSection[] {
  const found = sectionsOf(page).filter((section) => section.type === type);
  if (found.length === 0) throw new Error(`The page has no section "${type}".`);
  return found;
}

export function sectionOfType(page: Page, type: string): PageSection {
  const [section, ...more] = sectionsOfType(page, type);
  if (!section || more.length > 0) throw new Error(`The page has ${more.length + 1} sections "${type}", not one.`);
  return section;
}
