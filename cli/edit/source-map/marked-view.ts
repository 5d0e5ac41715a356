// The view of the site for pages that are rendered with marks: its results are marked, and its arguments are looked up without marks.
import type { Image, Listed, PictureSlot, RichText, SiteView } from "../../../templates/kit/index.ts";
import { createMarkdownRenderer } from "../../content/markdown/render-markdown.ts";
import { createDerived } from "../../render/derived.ts";
import { pictureHtml } from "../../render/picture-html.ts";
import { type Alphabet, frame } from "./mark-alphabet.ts";
import { markTokens } from "./mark-markdown.ts";
import { stripMarks } from "./read-marks.ts";
import type { MarkWriter, SourceTexts } from "./source-texts.ts";

interface MarkedViewParts {
  /** The view without marks. */
  readonly view: SiteView;
  readonly alphabet: Alphabet;
  readonly sourceTexts: SourceTexts;
  readonly markWriter: MarkWriter;
  readonly settings: SiteView["settings"];
  /** The marked data of an entry as other pages see it; undefined where there is none. */
  readonly dataOf: (collection: string, slug: string) => unknown;
  readonly proseSlot: PictureSlot;
}

export function createMarkedView(parts: MarkedViewParts): SiteView {
  const { view, alphabet, sourceTexts, markWriter, settings, dataOf, proseSlot } = parts;
  const plain = (text: string) => stripMarks(text, alphabet);
  /** Transforms an address without its mark, and marks the result. */
  const carry = (address: string, change: (plain: string) => string): string => {
    const textNode = markWriter.textNodeOf(address);
    return textNode ? frame(alphabet, textNode.id, change(textNode.plain)) : change(plain(address));
  };
  const named = <Result extends { readonly src: string } | { readonly url: string }>(
    written: string,
    find: (src: string) => Result,
  ): Result => {
    const textNode = markWriter.textNodeOf(written);
    const found = find(plain(textNode?.plain ?? written));
    if (textNode?.sourcePosition.kind !== "image") return found;
    // The address of a picture's file is mapped to the picture's name.
    const mark = (address: string) => frame(alphabet, textNode.id, address);
    return "src" in found ? { ...found, src: mark(found.src) } : { ...found, url: mark(found.url) };
  };
  const pictureIn: SiteView["picture"] = ({ src, ...image }: Pick<Image, "src" | "focus">, slot) =>
    named(src, (name) => view.picture({ ...image, src: name }, slot));
  const entry = (collection: string, { data: original, ...rest }: Listed<unknown>): Listed<unknown> => {
    let data: unknown;
    return {
      ...rest,
      get data() {
        data ??= dataOf(collection, rest.slug) ?? original;
        return data;
      },
    };
  };
  const lists = new Map<string, readonly Listed<unknown>[]>();
  const bySlug = new Map<string, Listed<unknown>>();
  const listOf = (collection: string): readonly Listed<unknown>[] => {
    const known = lists.get(collection);
    if (known) return known;
    const list = (view.list(collection as never) as readonly Listed<unknown>[]).map((one) => entry(collection, one));
    lists.set(collection, list);
    for (const one of list) bySlug.set(`${collection}/${one.slug}`, one);
    return list;
  };
  const markdown = createMarkdownRenderer(
    (target) => view.href(target),
    (src, words) => pictureHtml(pictureIn({ src }, proseSlot), words),
  );
  const texts = new Map<string, RichText>();
  const list: SiteView["list"] = (collection) => listOf(collection) as never;
  return {
    settings,
    fonts: view.fonts,
    ...(view.wordmark && { wordmark: view.wordmark }),
    list,
    derived: createDerived({ settings, list }),
    find: (collection, slug) => {
      listOf(collection);
      return (bySlug.get(`${collection}/${slug}`) ?? view.find(collection, slug)) as never;
    },
    href: (target) => carry(target, view.href),
    absolute: (target) => {
      const at = plain(target);
      const made = view.absolute(at);
      // A marked picture stays marked behind the site's own address.
      return at === target || !made.endsWith(at) ? made : made.slice(0, made.length - at.length) + target;
    },
    image: (src) => named(src, view.image),
    picture: pictureIn,
    card: ({ picture, title, brand, ...rest }) =>
      view.card({
        ...rest,
        picture: { ...picture, src: plain(picture.src), alt: plain(picture.alt) },
        title: plain(title),
        brand: plain(brand),
      }),
    digest: (value) =>
      view.digest(
        JSON.parse(JSON.stringify(value), (_, part: unknown) => (typeof part === "string" ? plain(part) : part)),
      ),
    markdown: (source, options) => {
      const textNode = markWriter.textNodeOf(source);
      if (!textNode) return view.markdown(plain(source), options);
      if (source === textNode.plain) return view.markdown(source, options);
      const key = `${options?.numbered ?? false} ${textNode.id}`;
      const known = texts.get(key);
      if (known) return known;
      const text = markdown.render(textNode.plain, options, {
        mark: (tokens) => markTokens(tokens, textNode, sourceTexts, markWriter),
        unmark: plain,
      });
      texts.set(key, text);
      return text;
    },
  };
}
