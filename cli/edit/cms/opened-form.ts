// Which form of the CMS is opened first: that of a page, or of a line of a content file.

import { basename, extname } from "node:path";
import { readSource } from "../../content/sources/read-source.ts";
import { openDocument, type Path } from "../../content/sources/source-document.ts";
import { isProblem } from "../../diagnostics/diagnostic.ts";
import type { SiteSession } from "../../pipeline/watch-session.ts";
import { insideBase } from "../../routes/base-path.ts";
import type { SiteRules } from "../text/site-rules.ts";
import { fieldOfLine } from "./field-of-line.ts";
import { SITE } from "./relation-widget.ts";

export interface OpenedForm {
  /** As the CMS names it: "services/entries/galas". */
  readonly entry: string;
  /** The field that has the focus. */
  readonly field?: Path;
}

/** For "?page=/services/galas/", as browsers have the path, or "?file=content/services/galas.yaml&line=12"; undefined for any other. */
export function openedForm(
  asked: URLSearchParams,
  session: SiteSession,
  rules: SiteRules | undefined,
): OpenedForm | undefined {
  const file = asked.get("file");
  if (file === null) return formOfPage(asked.get("page") ?? "", session);
  return rules && formOfFile(file, Number(asked.get("line")), rules);
}

function formOfPage(path: string, session: SiteSession): OpenedForm | undefined {
  const inside = insideBase(session.basePath(), path)?.replace(/(?<=.)\/$/, "");
  const page = session.built()?.pages.find((each) => each.path === inside);
  return page && { entry: `${page.collection}/entries/${page.slug}` };
}

function formOfFile(file: string, line: number, rules: SiteRules): OpenedForm | undefined {
  const ref = rules.sourceOf(file);
  if (!ref) return undefined;
  const collection = ref.collection || SITE;
  const entry = `${collection}/entries/${basename(file, extname(file))}`;
  const source = readSource(ref);
  return line > 0 && !isProblem(source) ? { entry, field: fieldOfLine(openDocument(source), line) } : { entry };
}
