// Reports titles of cards with characters that no font of the templates has. The picture of a shared link would silently leave them out.

import { missingCharacters } from "../assets/fonts/typeface.ts";
import { documentAt } from "../content/sources/locate.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import type { Content } from "./load-content.ts";
import type { RenderedSite } from "./render-stale.ts";
import type { StageContext } from "./stage-context.ts";

/** A text of a card. `output` is the page; undefined if the text is that of the site. */
interface CardText {
  readonly text: string;
  readonly output: string | undefined;
}

/** A warning for each page, and one for the name of the site that all cards show. */
export async function cardFindings(
  { config, templates: { templates } }: Pick<StageContext, "config" | "templates">,
  content: Content,
  { pages }: Pick<RenderedSite, "pages">,
): Promise<Diagnostic[]> {
  const [display] = templates.fonts;
  if (!templates.card || !display) return [];
  const isAlwaysThere = (point: number) => display.characters.some(([first, last]) => first <= point && point <= last);
  const texts = pages.flatMap(({ output, cards }) =>
    cards.flatMap(({ title, brand }): CardText[] => [
      { text: title, output },
      { text: brand, output: undefined },
    ]),
  );
  const rareCharacters = distinctCharacters(texts.map(({ text }) => text).join("")).filter(
    (character) => !isAlwaysThere(character.codePointAt(0) ?? 0),
  );
  if (rareCharacters.length === 0) return [];
  const withoutFont = new Set(await missingCharacters(templates.fonts, rareCharacters, config.templatesDir));
  const affected = new Map<string, CardText>();
  for (const card of texts)
    if (distinctCharacters(card.text).some((character) => withoutFont.has(character)))
      affected.set(`${card.output} ${card.text}`, card);
  return [...affected.values()].flatMap((card) => report(card, withoutFont, content));
}

const distinctCharacters = (text: string): string[] => [...new Set(text.normalize("NFC").replace(/\s/g, ""))];

function report(
  { text, output }: CardText,
  withoutFont: ReadonlySet<string>,
  { routes, sources }: Content,
): Diagnostic[] {
  const source = output === undefined ? sources.site : routes.find((route) => route.output === output)?.entry.source;
  const document = source && documentAt(source);
  if (!document) return [];
  const lostCharacters = distinctCharacters(text).filter((character) => withoutFont.has(character));
  const message = `The picture of shared links leaves out "${lostCharacters.join("")}": no font of the templates has ${lostCharacters.length === 1 ? "this character" : "these characters"}.`;
  const hint = "add a font file that has them to the `fonts` of the templates";
  const place = document.find(text) ?? document.place(output === undefined ? [] : ["title"]);
  return [document.report(place, { code: "CONTENT_CARD_CHARACTERS", severity: "warning", message, hint })];
}
