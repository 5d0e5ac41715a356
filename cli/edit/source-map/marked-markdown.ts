// Markdown for pages that are rendered with marks: the words of a text are marked one by one, and each text is rendered once.
import type { PictureSlot, RichText, SiteView } from "../../../templates/kit/index.ts";
import { createMarkdownRenderer } from "../../content/markdown/render-markdown.ts";
import { pictureHtml } from "../../render/picture-html.ts";
import { getOrMake } from "../../work/get-or-make.ts";
import type { Alphabet } from "./mark-alphabet.ts";
import { markTokens } from "./mark-markdown.ts";
import { stripMarks } from "./read-marks.ts";
import type { MarkWriter, SourceTexts } from "./source-texts.ts";

interface MarkedMarkdownParts {
  /** The view without marks. */
  readonly view: SiteView;
  readonly alphabet: Alphabet;
  readonly sourceTexts: SourceTexts;
  readonly markWriter: MarkWriter;
  /** Gives pictures with marked addresses. */
  readonly picture: SiteView["picture"];
  /** The slot of pictures in a text. */
  readonly proseSlot: PictureSlot;
}

export function createMarkedMarkdown(parts: MarkedMarkdownParts): SiteView["markdown"] {
  const { view, alphabet, sourceTexts, markWriter, picture, proseSlot } = parts;
  const plain = (text: string) => stripMarks(text, alphabet);
  const renderer = createMarkdownRenderer(
    (target) => view.href(target),
    (src, words) => pictureHtml(picture({ src }, proseSlot), words),
  );
  const rendered = new Map<string, RichText>();
  return (source, options) => {
    const textNode = markWriter.textNodeOf(source);
    if (!textNode) return view.markdown(plain(source), options);
    if (source === textNode.plain) return view.markdown(source, options);
    const key = `${options?.numbered ?? false} ${textNode.id}`;
    return getOrMake(rendered, key, () =>
      renderer.render(textNode.plain, options, {
        mark: (tokens) => markTokens(tokens, textNode, sourceTexts, markWriter),
        unmark: plain,
      }),
    );
  };
}
