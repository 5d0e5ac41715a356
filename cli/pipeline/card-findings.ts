// Titles of cards with characters that no font of the templates has: the picture of a shared link would leave them out in silence.

import { missingCharacters } from "../assets/fonts/typeface.ts";
import { documentAt } from "../content/sources/locate.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import type { Content } from "./load-content.ts";
import type { RenderedSite } from "./render-stale.ts";
import type { StageContext } from "./stage-context.ts";

/** Words of a card, and the page that they are of; without one, the whole site's. */
interface CardWords {
  readonly words: string;
  readonly output: string | undefined;
}

/** A warning for each page, and one for the name that all cards show. */
export async function cardFindings(
  { config, templates: { templates } }: Pick<StageContext, "config" | "templates">,
  content: Content,
  { pages }: Pick<RenderedSite, "pages">,
): Promise<Diagnostic[]> {
  const [display] = templates.fonts;
  if (!templates.card || !display) return [];
  const isAlwaysThere = (point: number) => display.characters.some(([first, last]) => first <= point && point <= last);
  const texts = pages.flatMap(({ output, cards }) =>
    cards.flatMap(({ title, brand }): CardWords[] => [
      { words: title, output },
      { words: brand, output: undefined },
    ]),
  );
  const rare = charactersOf(texts.map(({ words }) => words).join("")).filter(
    (character) => !isAlwaysThere(character.codePointAt(0) ?? 0),
  );
  if (rare.length === 0) return [];
  const missing = new Set(await missingCharacters(templates.fonts, rare, config.templatesDir));
  const found = new Map<string, CardWords>();
  for (const text of texts)
    if (charactersOf(text.words).some((character) => missing.has(character)))
      found.set(`${text.output} ${text.words}`, text);
  return [...found.values()].flatMap((text) => report(text, missing, content));
}

const charactersOf = (text: string): string[] => [...new Set(text.normalize("NFC").replace(/\s/g, ""))];

function report(
  { words, output }: CardWords,
  missing: ReadonlySet<string>,
  { routes, sources }: Content,
): Diagnostic[] {
  const source = output === undefined ? sources.site : routes.find((route) => route.output === output)?.entry.source;
  const document = source && documentAt(source);
  if (!document) return [];
  const lost = charactersOf(words).filter((character) => missing.has(character));
  const message = `The picture of shared links leaves out "${lost.join("")}": no font of the templates has ${lost.length === 1 ? "this character" : "these characters"}.`;
  const hint = "add a font file that has them to the `fonts` of the templates";
  const place = document.find(words) ?? document.place(output === undefined ? [] : ["title"]);
  return [document.report(place, { code: "CONTENT_CARD_CHARACTERS", severity: "warning", message, hint })];
}
