// Typed entries → entries whose references, pictures, links and tokens are valid. One check for each kind of marked field.
import type { FieldUse } from "../../templates/kit/index.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { nearest, suggestionHint } from "../diagnostics/suggest.ts";
import { type EntryPart, visitFields } from "./entry-fields.ts";
import { hasTarget, isInFull, isSetting, type SiteIndex, targetOnSite, windowOf } from "./link-targets.ts";
import { type DatedPart, droppable, UNWRITTEN, windowAt } from "./publication.ts";
import type { SourceFile } from "./read-source.ts";
import { isAllowedTarget, markdownTargets } from "./render-markdown.ts";
import { resolveTokens, type UnknownToken } from "./resolve-tokens.ts";
import { type UnrenderedMark, unrenderedInText, unrenderedMarkdown } from "./unrendered-markdown.ts";
import { openDocument, type Path, type SourceDocument } from "./yaml/source-document.ts";

export interface Resolved {
  readonly data: Record<string, unknown>;
  readonly images: readonly string[];
  /** What its fields refer to, as `hasTarget` takes it. Each once. */
  readonly targets: readonly string[];
  /** References to what is not public, which are left out of their lists. */
  readonly dropped: readonly Path[];
  readonly diagnostics: readonly Diagnostic[];
}

/** The field that is checked: its path is only made for an issue. */
type Place = Pick<FieldUse, "path">;

/** A problem of one field, without its source position. */
interface ReferenceIssue {
  readonly code: Diagnostic["code"];
  readonly path: Path;
  readonly message: string;
  readonly hint?: string;
  /** Default: "error". */
  readonly severity?: "warning";
  /** For Markdown: the line of the text, and what to search for from there. */
  readonly inText?: { readonly line: number; readonly needle: string };
  /** A reference to what is not public now. */
  readonly isHidden?: boolean;
}

/** What an entry may refer to, and when its own parts are public. */
export type EntryIndex = SiteIndex & { readonly dated: readonly DatedPart[] };

export function resolveEntry(
  source: Pick<SourceFile, "path" | "file"> & { read(): SourceFile | undefined },
  data: Record<string, unknown>,
  parts: readonly EntryPart[],
  index: EntryIndex,
  mayHoldTokens: boolean,
): Resolved {
  const issues: ReferenceIssue[] = [];
  const images: string[] = [];
  const targets = new Set<string>();
  const blanks = new Map<string, readonly string[]>();
  visitFields(parts, (use) => {
    const { field, value: written } = use;
    switch (field.kind) {
      case "reference":
        targets.add(`${field.collection}/${written}`);
        push(issues, checkReference(written, field.collection, use, index));
        break;
      case "image":
        images.push(written);
        push(issues, checkImage(written, use, index));
        break;
      case "link":
        addTarget(written, targets);
        push(issues, checkLink(written, use, index));
        break;
      case "markdown":
        checkMarkdown(written, use, index, issues, images, targets);
        for (const found of unrenderedMarkdown(written)) issues.push(rawSign(found, use));
        break;
      case "text":
        if (field.blanks) blanks.set(use.path.join("\0"), field.blanks);
        for (const found of unrenderedInText(written)) issues.push(rawSign(found, use));
        break;
      default:
    }
  });
  const isBlank = (name: string, path: Path) => blanks.get(path.join("\0"))?.includes(name) ?? false;
  const resolved = fillTokens(data, index, mayHoldTokens, isBlank);
  for (const { token, path } of resolved.unknown) issues.push(unknownToken(token, path, index));
  const dropped = droppable(
    data,
    issues.flatMap(({ isHidden, path }) => (isHidden ? [path] : [])),
  );
  const reported = issues.filter(({ path }) => !dropped.includes(path));
  const diagnostics = reported.length === 0 ? [] : locate(reported, source);
  return { data: resolved.value, images, targets: [...targets], dropped, diagnostics };
}

/** The values of an entry with its tokens filled in, and the unknown tokens. */
export const fillTokens = (
  data: Record<string, unknown>,
  { tokens }: Pick<SiteIndex, "tokens">,
  mayHoldTokens: boolean,
  isBlank?: (name: string, path: Path) => boolean,
): { readonly value: Record<string, unknown>; readonly unknown: readonly UnknownToken[] } =>
  mayHoldTokens && tokens ? resolveTokens(data, tokens, isBlank) : { value: data, unknown: [] };

const rawSign = ({ line, sign, hint }: UnrenderedMark, { path }: Place): ReferenceIssue => ({
  code: "CONTENT_MARKDOWN",
  severity: "warning",
  path,
  message: `"${sign}" would be shown as it is typed.`,
  hint,
  inText: { line, needle: sign },
});

const push = (issues: ReferenceIssue[], issue: ReferenceIssue | undefined) => {
  if (issue) issues.push(issue);
};

/** Problems reported for one entry: each is searched in its text. */
const MAX_ISSUES = 200;

function locate(
  issues: readonly ReferenceIssue[],
  source: { readonly file: string; read(): SourceFile | undefined },
): Diagnostic[] {
  const file = source.read();
  const document: SourceDocument | undefined = file && openDocument(file);
  return issues.slice(0, MAX_ISSUES).map(({ code, path, message, hint, severity, inText }) => {
    if (!document) return { code, severity: severity ?? "error", message, file: source.file, hint };
    const place = inText ? document.placeInText(path, inText.line, inText.needle) : document.place(path);
    return document.report(code, place, message, hint, severity);
  });
}

/** `written` is the brace as it appears in the text. */
export function unknownToken(written: string, path: Path, { tokens }: Pick<SiteIndex, "tokens">): ReferenceIssue {
  const isClosed = /^\{.*\}$/s.test(written);
  return {
    code: "CONTENT_UNKNOWN_TOKEN",
    path,
    inText: { line: 1, needle: written },
    message: isClosed
      ? `${written} names no text of site.yaml.`
      : `The brace in "${written.slice(0, 40)}" has no partner.`,
    hint: tokenHint(written.replace(/[{}]/g, ""), [...(tokens?.keys() ?? [])]),
  };
}

function tokenHint(written: string, names: readonly string[]): string {
  const parts = names.filter((name) => name.startsWith(`${written}.`));
  if (parts.length > 0) return `name one of its parts: ${parts.map((part) => `{${part}}`).join(", ")}`;
  // Of an unclosed brace only the first word can be the token.
  const name = (/^\s*[^\s,;:]*/.exec(written)?.[0] ?? "").trim();
  const dotted = name.replace(/[_-]/g, ".");
  const last = dotted.split(".").at(-1);
  const meant =
    nearest(name, names) ?? nearest(dotted, names) ?? names.find((candidate) => candidate.split(".").at(-1) === last);
  return meant === undefined
    ? `name a text of site.yaml${names[0] === undefined ? "" : `, such as {${names[0]}}`}`
    : `did you mean {${meant}}?`;
}

/** The message for a reference to a list of site.yaml: the id, and the list. */
export const SETTING_REFERENCE = /^There is no "(.*)" in (\w+) of site\.yaml\.$/s;

/** What of a public part leads to what is not public at the same time, from now on; undefined if nothing does. */
function checkPublic(
  what: string,
  target: string,
  use: Place,
  index: EntryIndex,
): Pick<ReferenceIssue, "path" | "message" | "hint" | "isHidden"> | undefined {
  const window = windowOf(index, target);
  if (!window) return undefined;
  const { path } = use;
  const own = windowAt(index.dated, path);
  const begins = Math.max(own.from, index.clock.moment);
  if (own.isDraft || begins >= own.until) return undefined;
  const isHidden = !window.isPublic;
  if (window.isDraft) {
    const hint =
      window.words === UNWRITTEN.words
        ? "write its words and remove the placeholder marks, or remove this line"
        : "make this a draft too, or remove this line";
    return { path, message: `${what} is ${window.words}.`, hint, isHidden };
  }
  if (window.from <= begins && own.until <= window.until) return undefined;
  const message = `${what} is public ${window.words}, and what leads to it here ${own.words}.`;
  return { path, message, hint: "give both the same dates, or remove this line", isHidden };
}

function checkReference(slug: string, collection: string, use: Place, index: EntryIndex): ReferenceIssue | undefined {
  const target = `${collection}/${slug}`;
  const code = "CONTENT_UNKNOWN_REFERENCE";
  const where = isSetting(collection) ? `${collection.slice(5)} of site.yaml` : `content/${collection}`;
  const found = checkPublic(`"${slug}" of ${where}`, target, use, index);
  // An item of a list will be left out when it is not public any more.
  if (found && (found.isHidden || typeof found.path.at(-1) !== "number")) return { code, ...found };
  if (hasTarget(index, target)) return undefined;
  return {
    code,
    path: use.path,
    message: `There is no "${slug}" in ${where}.`,
    hint: suggestionHint(slug, [...(index.slugs[collection] ?? [])], "there are"),
  };
}

const WITHOUT_ENDING = /\.\w+$/;

function checkImage(src: string, use: Place, { images, otherImages }: SiteIndex): ReferenceIssue | undefined {
  if (images.has(src)) return undefined;
  const { path } = use;
  if (/^[/\\]|^[a-z]+:|(?:^|[/\\])\.\.(?:[/\\]|$)|\\/i.test(src)) {
    return {
      code: "CONTENT_IMAGE_OUTSIDE",
      path,
      message: `"${src}" is not a path below content/images.`,
      hint: "put the picture into content/images and write its path from there, with forward slashes",
    };
  }
  const code = "CONTENT_UNKNOWN_IMAGE";
  const alike = [...images].find((image) => image.normalize() === src.normalize());
  if (alike !== undefined) {
    const message = `There is no picture "${src}" in content/images: the name of the file there looks the same, and its accents are spelled with other characters.`;
    return { code, path, message, hint: "give the file a name without accents, and write that name here" };
  }
  const stem = src.replace(WITHOUT_ENDING, "").toLowerCase();
  const unpublished = otherImages.find((image) => image.replace(WITHOUT_ENDING, "").toLowerCase() === stem);
  if (unpublished !== undefined) {
    const message = `There is no picture "${src}" in content/images, and "${unpublished}" is in a form that browsers do not show.`;
    return { code, path, message, hint: `open "${unpublished}" and export it as JPEG, under the name "${src}"` };
  }
  const otherCase = [...images].find((image) => image.toLowerCase() === src.toLowerCase());
  const inFolder = src.replace(/^(?:\.\/)?(?:content\/)?images\//, "");
  const otherEnding = [...images].find((image) => image.replace(/\.\w+$/, "") === src.replace(/\.\w+$/, ""));
  const near = images.has(inFolder) ? inFolder : (otherCase ?? otherEnding);
  const message = `There is no picture ${JSON.stringify(src)} in content/images.`;
  // A backslash and a letter between double quotes are one invisible character.
  if (/\p{Cc}/u.test(src)) {
    const hint = "a backslash in double quotes begins a special character: write the path with forward slashes";
    return { code: "CONTENT_UNKNOWN_IMAGE", path, message, hint };
  }
  return {
    code: "CONTENT_UNKNOWN_IMAGE",
    path,
    message,
    hint: near
      ? `did you mean "${near}"?`
      : (suggestionHint(src, [...images], "there are") ?? "put the file there first"),
  };
}

/** A link that is written in full may be one to this site, or become one. */
function addTarget(href: string, targets: Set<string>): void {
  const target = isInFull(href) ? href : targetOnSite(href, undefined);
  if (target !== undefined) targets.add(target);
}

function checkLink(href: string, use: Place, index: EntryIndex): ReferenceIssue | undefined {
  const target = targetOnSite(href, index.tokens?.get("url"));
  if (target === undefined) return undefined;
  const { paths } = index;
  const found = checkPublic(`The page "${target || "/"}"`, target, use, index);
  if (found) return { code: "CONTENT_UNKNOWN_ROUTE", ...found, isHidden: false };
  if (hasTarget(index, target)) return undefined;
  const page = target.replace(/(?:\/index)?\.(?:html?|php)$/i, "");
  const names = [...paths].map((known) => known || "/");
  const hint = paths.has(page) ? `did you mean "${page || "/"}"?` : suggestionHint(page, names, "its pages are");
  return { code: "CONTENT_UNKNOWN_ROUTE", path: use.path, message: `The site has no page "${target}".`, hint };
}

function checkMarkdown(
  source: string,
  use: Place,
  index: EntryIndex,
  issues: ReferenceIssue[],
  images: string[],
  targets: Set<string>,
): void {
  for (const { kind, target, words, line, above = 0 } of markdownTargets(source)) {
    const inText = { line, needle: target };
    if (kind === "deepHeading") {
      const message = `The heading "${words}" leaves out a level: the one above it is of level ${above}.`;
      const hint = `begin it with "${"#".repeat(above + 1)} "`;
      issues.push({ code: "VERIFY_HEADINGS", path: use.path, message, hint, inText });
      continue;
    }
    if (kind === "mainHeading") {
      const message = `"${words}" is a main heading, and the page has one already.`;
      issues.push({
        code: "VERIFY_HEADINGS",
        path: use.path,
        message,
        hint: 'begin it with "## " instead of "# "',
        inText,
      });
      continue;
    }
    if (kind === "image" && words.trim() === "") {
      const message = `The picture "${target}" has no words for those who do not see it.`;
      issues.push({
        code: "VERIFY_IMAGE",
        path: use.path,
        message,
        hint: `write what it shows between the brackets: ![Round tables, laid](${target})`,
        inText,
      });
    }
    if (kind === "image") {
      images.push(target);
      const issue = checkImage(target, use, index);
      if (issue) issues.push({ ...issue, inText });
      continue;
    }
    const settled = index.tokens ? resolveTokens(target, index.tokens).value : target;
    if (!isAllowedTarget(settled)) {
      issues.push({
        code: "CONTENT_BAD_LINK",
        path: use.path,
        message: `"${settled.replace(/\s/g, " ")}" is not a link that a page may carry.`,
        hint: "write a page of the site such as /contact, or an http(s), mailto or tel address",
        inText,
      });
      continue;
    }
    addTarget(settled, targets);
    const issue = checkLink(settled, use, index);
    if (issue) issues.push({ ...issue, inText });
  }
}
