// The view of the site for pages that are rendered with marks: its results are marked, and its arguments are looked up without marks.
import type { PictureSlot, SiteView } from "../../../templates/kit/index.ts";
import { createDerived } from "../../render/derived.ts";
import type { Alphabet } from "./mark-alphabet.ts";
import { createMarkedAddresses } from "./marked-addresses.ts";
import { createMarkedLists, type MarkedDataOf } from "./marked-lists.ts";
import { createMarkedMarkdown } from "./marked-markdown.ts";
import { stripMarks } from "./read-marks.ts";
import type { MarkWriter, SourceTexts } from "./source-texts.ts";

interface MarkedViewParts {
  /** The view without marks. */
  readonly view: SiteView;
  readonly alphabet: Alphabet;
  readonly sourceTexts: SourceTexts;
  readonly markWriter: MarkWriter;
  /** Marked settings. */
  readonly settings: SiteView["settings"];
  readonly dataOf: MarkedDataOf;
  readonly proseSlot: PictureSlot;
}

export function createMarkedView(parts: MarkedViewParts): SiteView {
  const { view, alphabet, sourceTexts, markWriter, settings, dataOf, proseSlot } = parts;
  const { list, find } = createMarkedLists(view, dataOf);
  const { href, absolute, image, picture, card } = createMarkedAddresses(view, alphabet, markWriter);
  return {
    settings,
    fonts: view.fonts,
    ...(view.wordmark && { wordmark: view.wordmark }),
    list,
    find,
    derived: createDerived({ settings, list }),
    href,
    absolute,
    image,
    picture,
    card,
    digest: (value) => view.digest(withoutMarks(value, alphabet)),
    markdown: createMarkedMarkdown({ view, alphabet, sourceTexts, markWriter, picture, proseSlot }),
  };
}

const withoutMarks = (value: unknown, alphabet: Alphabet): unknown =>
  JSON.parse(JSON.stringify(value), (_, part: unknown) =>
    typeof part === "string" ? stripMarks(part, alphabet) : part,
  );
