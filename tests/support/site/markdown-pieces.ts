// Markdown as a law draws it: signs that mean something in it, and the renderer that pages have.
import * as fc from "fast-check";
import { createMarkdownRenderer } from "../../../cli/content/markdown/render-markdown.ts";
import { pictureHtml } from "../../../cli/render/picture-html.ts";

export const markdown = createMarkdownRenderer(
  (target) => target,
  (src, words) => pictureHtml({ sources: [], src: `/${src}`, width: 1, height: 1 }, words),
);

export const markdownSign = fc.constantFrom(
  ..."` ``` ** _ ~~ [ ]( ) ![ < > | \\ [x]( ![x]( ![a](b.webp) <https://example.com>".split(" "),
  ...["# ", "## ", "### ", "- ", "1. ", "> ", "\n", "\n\n", "    ", "```html\n", "|a|b|\n|-|-|\n"],
  ...['[a](/b "c")', "[a]: /b 'c'", "<b>", "<div>\n", "</div>", '<x y="z">', "<?php ?>", "<![CDATA["],
);
