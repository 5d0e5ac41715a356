// A finished page → the line of the template that made each of its elements. The page is rendered again by templates that write these lines;
// where that page without them does not equal the served one byte for byte, there is no result.

import { SOURCE_ATTRIBUTE } from "../../bundle/sourced-templates.ts";
import type { TemplateProgram } from "../../bundle/templates.ts";
import { writtenTokens } from "../../content/references/resolve-tokens.ts";
import type { OutputFile } from "../../emit/output-file.ts";
import type { BuiltSite } from "../../pipeline/built-site.ts";
import { chooseAlphabet } from "./mark-alphabet.ts";
import type { ComponentPlace, PageComponents } from "./page-components.ts";
import { pageElements } from "./page-elements.ts";
import { stripMarks } from "./read-marks.ts";
import { createMarkedRenderer } from "./render-marked.ts";
import { createSourceTexts } from "./source-texts.ts";

const SOURCE_ATTRIBUTES = new RegExp(` ${SOURCE_ATTRIBUTE}="[^"]*"`, "g");

/** `file` is the page as it is served. undefined where its templates cannot be followed. */
export async function mapComponents(
  file: OutputFile,
  site: BuiltSite,
  program: TemplateProgram,
): Promise<PageComponents | undefined> {
  const clean = Buffer.from(file.content ?? "").toString();
  const html = renderSourced(file, clean, { site, program });
  if (html?.replace(SOURCE_ATTRIBUTES, "") !== clean) return undefined;
  const places: ComponentPlace[] = [];
  const indexes = new Map<string, number>();
  const placeOf = (position: string | undefined): number => {
    const [, path, line, column] = /^(.*):(\d+):(\d+)$/.exec(position ?? "") ?? [];
    // Elements that the program makes itself are in no template of the site.
    if (position === undefined || path === undefined || path.startsWith("..")) return -1;
    const index = indexes.get(position) ?? places.length;
    if (index === places.length)
      places.push({ file: `${site.templates.sources.name}/${path}`, line: Number(line), column: Number(column) });
    indexes.set(position, index);
    return index;
  };
  const elements = (await pageElements(html)).map(({ attributes }) =>
    placeOf(attributes.find(({ name }) => name === SOURCE_ATTRIBUTE)?.value),
  );
  return { hash: file.hash, places, elements };
}

interface Sourced {
  readonly site: BuiltSite;
  readonly program: TemplateProgram;
}

/** By the renderer of marked pages, without marks. */
function renderSourced(file: OutputFile, clean: string, { site, program }: Sourced): string | undefined {
  const page = site.pages.find(({ output }) => output === file.path);
  const alphabet = chooseAlphabet(clean + site.characters);
  if (!page || !alphabet) return undefined;
  const render = createMarkedRenderer({ ...site, templates: { ...site.templates, ...program } });
  const sourceTexts = createSourceTexts(writtenTokens(site.settings.values), site.settings.source);
  try {
    // The addresses of pictures have marks whatever the plan is.
    return stripMarks(render(page, { alphabet, sourceTexts, plan: () => false }), alphabet);
  } catch {
    // A template may read the properties of its elements.
    return undefined;
  }
}
