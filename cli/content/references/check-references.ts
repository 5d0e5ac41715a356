// Checks what a marked field of an entry names: a reference, a picture, a link, a token, or those of a Markdown text.
import type { FieldUse } from "../../../templates/kit/for-build/index.ts";
import type { Finding } from "../../diagnostics/diagnostic.ts";
import { nearest, suggestionHint } from "../../text/suggest.ts";
import { isAllowedTarget, markdownTargets } from "../markdown/render-markdown.ts";
import { type UnrenderedMark, unrenderedInText, unrenderedMarkdown } from "../markdown/unrendered-markdown.ts";
import { type DatedPart, UNWRITTEN, windowAt } from "../publication/windows.ts";
import { folderOfAddress, folderOfEntry, folderOfPicture } from "../sources/empty-folders.ts";
import type { Path } from "../sources/source-document.ts";
import { LINK_FORMS, linkHint, routeHint } from "./link-hints.ts";
import { isInFull, targetOnSite } from "./link-on-site.ts";
import { hasTarget, isSetting, type LinkTargets, windowOfTarget } from "./link-targets.ts";
import { resolveTokens } from "./resolve-tokens.ts";

/** The field that is checked. Its path is only made for an issue. */
type Checked = Pick<FieldUse, "path">;

/** A problem of one field, without its source position. */
export interface ReferenceIssue extends Finding {
  readonly path: Path;
  /** For Markdown: the line of the text, and what to search for from there. */
  readonly inText?: { readonly line: number; readonly needle: string };
  /** Whether it is a reference to something that is not public now. */
  readonly isHidden?: boolean;
}

/** What the fields of an entry name: pictures, and targets as `hasTarget` takes them. */
interface NamedInEntry {
  readonly images: string[];
  readonly targets: Set<string>;
}

/** What an entry can refer to, and when its own parts are public. */
export type EntryIndex = LinkTargets & { readonly dated: readonly DatedPart[] };

/** Returns the issues of what a field names, and adds what it names to `names`. */
export function checkField(use: FieldUse, index: EntryIndex, names: NamedInEntry): ReferenceIssue[] {
  const { field, value } = use;
  const asList = (issue: ReferenceIssue | undefined) => (issue ? [issue] : []);
  switch (field.kind) {
    case "reference":
      names.targets.add(`${field.collection}/${value}`);
      return asList(checkReference(value, field.collection, use, index));
    case "image":
      names.images.push(value);
      return asList(checkImage(value, use, index));
    case "link":
      addTarget(value, names.targets);
      return asList(checkLink(value, use, index));
    case "markdown":
      return [...checkMarkdown(value, use, index, names), ...unrendered(unrenderedMarkdown(value), use)];
    case "text":
      return unrendered(unrenderedInText(value), use);
  }
}

const unrendered = (marks: readonly UnrenderedMark[], { path }: Checked): ReferenceIssue[] =>
  marks.map(({ line, sign, message, hint }) => ({
    code: "CONTENT_MARKDOWN",
    severity: "warning",
    path,
    message,
    hint,
    inText: { line, needle: sign },
  }));

/** `brace` is the brace as it appears in the text. */
export function unknownToken(brace: string, path: Path, { tokens }: Pick<LinkTargets, "tokens">): ReferenceIssue {
  const isClosed = /^\{.*\}$/s.test(brace);
  return {
    code: "CONTENT_UNKNOWN_TOKEN",
    path,
    inText: { line: 1, needle: brace },
    message: isClosed ? `${brace} names no text of site.yaml.` : `The brace in "${brace.slice(0, 40)}" has no partner.`,
    hint: tokenHint(brace.replace(/[{}]/g, ""), [...(tokens?.keys() ?? [])]),
  };
}

function tokenHint(token: string, names: readonly string[]): string {
  const parts = names.filter((name) => name.startsWith(`${token}.`));
  if (parts.length > 0) return `name one of its parts: ${parts.map((part) => `{${part}}`).join(", ")}`;
  // If the brace is not closed, only its first word can be the token.
  const name = (/^\s*[^\s,;:]*/.exec(token)?.[0] ?? "").trim();
  const dotted = name.replace(/[_-]/g, ".");
  const last = dotted.split(".").at(-1);
  const likelyName =
    nearest(name, names) ?? nearest(dotted, names) ?? names.find((candidate) => candidate.split(".").at(-1) === last);
  if (likelyName === undefined && /^facts\.[a-z\d-]+$/.test(name))
    return `write "${name.slice("facts.".length)}: ..." below facts of site.yaml`;
  return likelyName === undefined
    ? `name a text of site.yaml${names[0] === undefined ? "" : `, such as {${names[0]}}`}`
    : `did you mean {${likelyName}}?`;
}

/** Matches the message for an unknown reference to a list of site.yaml, with the id and the list. */
export const SETTING_REFERENCE = /^There is no "(.*)" in (\w+) of site\.yaml\.$/s;

/** The problem of a public part that leads to something that is not public all that time; undefined if there is none. */
function checkPublic(
  what: string,
  target: string,
  use: Checked,
  index: EntryIndex,
): Pick<ReferenceIssue, "path" | "message" | "hint" | "isHidden"> | undefined {
  const window = windowOfTarget(index, target);
  if (!window) return undefined;
  const { path } = use;
  const ownWindow = windowAt(index.dated, path);
  const begins = Math.max(ownWindow.from, index.clock.moment);
  if (ownWindow.isDraft || begins >= ownWindow.until) return undefined;
  const isHidden = !window.isPublic;
  if (window.isDraft) {
    const hint =
      window.words === UNWRITTEN.words
        ? "write its words and remove the placeholder marks, or remove this line"
        : "make this a draft too, or remove this line";
    return { path, message: `${what} is ${window.words}.`, hint, isHidden };
  }
  if (window.from <= begins && ownWindow.until <= window.until) return undefined;
  const message = `${what} is public ${window.words}, and what leads to it here ${ownWindow.words}.`;
  return { path, message, hint: "give both the same dates, or remove this line", isHidden };
}

function checkReference(slug: string, collection: string, use: Checked, index: EntryIndex): ReferenceIssue | undefined {
  const target = `${collection}/${slug}`;
  const code = "CONTENT_UNKNOWN_REFERENCE";
  const where = isSetting(collection) ? `${collection.slice(5)} of site.yaml` : `content/${collection}`;
  const publicIssue = checkPublic(`"${slug}" of ${where}`, target, use, index);
  // An item of a list will be left out as soon as it is not public any more.
  if (publicIssue && (publicIssue.isHidden || typeof publicIssue.path.at(-1) !== "number"))
    return { code, ...publicIssue };
  if (hasTarget(index, target)) return undefined;
  return {
    code,
    path: use.path,
    message: `There is no "${slug}" in ${where}.`,
    folder: folderOfEntry(collection, index.emptyFolders),
    hint: suggestionHint(slug, [...(index.slugs[collection] ?? [])], "there are"),
  };
}

const stemOf = (name: string): string => name.replace(/\.\w+$/, "").toLowerCase();

function checkImage(src: string, { path }: Checked, index: LinkTargets): ReferenceIssue | undefined {
  const { images, otherImages, emptyFolders } = index;
  if (images.has(src)) return undefined;
  const unknown = (what: string, hint: string): ReferenceIssue => ({
    code: "CONTENT_UNKNOWN_IMAGE",
    path,
    message: `There is no picture ${JSON.stringify(src)} in content/images${what}.`,
    hint,
  });
  if (/^[/\\]|^[a-z]+:|(?:^|[/\\])\.\.(?:[/\\]|$)|\\/i.test(src)) {
    return {
      code: "CONTENT_IMAGE_OUTSIDE",
      path,
      message: `"${src}" is not a path below content/images.`,
      hint: "put the picture into content/images and write its path from there, with forward slashes",
    };
  }
  const all = [...images];
  if (all.some((image) => image.normalize() === src.normalize()))
    return unknown(
      ": the name of the file there looks the same, and its accents are spelled with other characters",
      "give the file a name without accents, and write that name here",
    );
  const unpublished = otherImages.find((image) => stemOf(image) === stemOf(src));
  if (unpublished !== undefined) {
    if (unpublished === src)
      return unknown(
        " that browsers show: this one is in another format",
        `open it, export it as JPEG as "${src.replace(/\.\w+$/, ".jpg")}", and write that name here`,
      );
    if (/\.(?:jfif|jif|jpe|pjpe?g)$/i.test(unpublished) && /\.jpe?g$/i.test(src))
      return unknown(`, and "${unpublished}" is one under a rare name`, `rename "${unpublished}" to "${src}"`);
    return unknown(
      `, and "${unpublished}" is in a form that browsers do not show`,
      `open "${unpublished}" and export it as JPEG, under the name "${src}"`,
    );
  }
  // Between double quotes, a backslash and a letter are one invisible character.
  if (/\p{Cc}/u.test(src))
    return unknown("", "a backslash in double quotes begins a special character: write the path with forward slashes");
  const inFolder = src.replace(/^(?:\.\/)?(?:content\/)?images\//, "");
  const near = images.has(inFolder)
    ? inFolder
    : (all.find((image) => image.toLowerCase() === src.toLowerCase()) ??
      all.find((image) => stemOf(image) === stemOf(src)));
  const hint = near ? `did you mean "${near}"?` : suggestionHint(src, all, "there are", 3);
  if (hint?.startsWith("did you mean")) return unknown("", hint);
  return { ...unknown("", hint ?? "put the file there first"), folder: folderOfPicture(src, images, emptyFolders) };
}

/** A full link may lead to this site, or will when the site has its address. */
function addTarget(href: string, targets: Set<string>): void {
  if (!isAllowedTarget(href)) return;
  const target = isInFull(href) ? href : targetOnSite(href, undefined);
  if (target !== undefined) targets.add(target);
}

function checkLink(href: string, use: Checked, index: EntryIndex): ReferenceIssue | undefined {
  if (!isAllowedTarget(href)) {
    const message = `"${href.replace(/\s/g, " ")}" is not a link that a page may carry.`;
    return { code: "CONTENT_BAD_LINK", path: use.path, message, hint: linkHint(href, index) };
  }
  const target = targetOnSite(href, index.tokens?.get("url"));
  if (target === undefined) return undefined;
  const publicIssue = checkPublic(`The page "${target || "/"}"`, target, use, index);
  if (publicIssue) return { code: "CONTENT_UNKNOWN_ROUTE", ...publicIssue, isHidden: false };
  if (hasTarget(index, target)) return undefined;
  const hint = routeHint(target, index.paths);
  const folder = hint.startsWith("did you mean") ? undefined : folderOfAddress(target, index.emptyFolders);
  return { code: "CONTENT_UNKNOWN_ROUTE", path: use.path, message: `The site has no page "${target}".`, hint, folder };
}

function checkMarkdown(source: string, use: Checked, index: EntryIndex, names: NamedInEntry): ReferenceIssue[] {
  const issues: ReferenceIssue[] = [];
  for (const { kind, target, text, line, above = 0 } of markdownTargets(source)) {
    const add = (issue: ReferenceIssue | undefined) => {
      if (issue) issues.push({ ...issue, inText: { line, needle: target } });
    };
    const report = (code: ReferenceIssue["code"], message: string, hint: string) =>
      add({ code, path: use.path, message, hint });
    if (kind === "deepHeading") {
      const message = `The heading "${text}" leaves out a level: the one above it is of level ${above}.`;
      report("VERIFY_HEADINGS", message, `begin it with "${"#".repeat(above + 1)} "`);
    } else if (kind === "emptyHeading") {
      report("VERIFY_HEADINGS", "This heading has no words.", "write them, or remove the line");
    } else if (kind === "mainHeading") {
      const message = `"${text}" is a main heading, and the page has one already.`;
      report("VERIFY_HEADINGS", message, 'begin it with "## " instead of "# "');
    } else if (kind === "image") {
      // Nothing, or the name of a file.
      if (target.endsWith(text.trim()) || /^\S+(?:\.\w{3,4}|_\S*)$/.test(text.trim())) {
        const message = `The picture "${target}" has no words for those who do not see it.`;
        report("VERIFY_IMAGE", message, `write what it shows between the brackets: ![Round tables, laid](${target})`);
      }
      names.images.push(target);
      add(checkImage(target, use, index));
    } else {
      const settled = index.tokens ? resolveTokens(target, index.tokens).value : target;
      addTarget(settled, names.targets);
      const issue = checkLink(settled, use, index);
      add(issue && { ...issue, hint: issue.hint ?? LINK_FORMS });
    }
  }
  return issues;
}
