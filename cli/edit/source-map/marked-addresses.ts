// Addresses and pictures for pages that are rendered with marks: they are looked up without marks, and what is found is marked.
import type { SiteView } from "../../../templates/kit/index.ts";
import { type Alphabet, frame } from "./mark-alphabet.ts";
import { stripMarks } from "./read-marks.ts";
import type { MarkWriter } from "./source-texts.ts";

type MarkedAddresses = Pick<SiteView, "href" | "absolute" | "image" | "picture" | "card">;

/** The name of a picture as it is looked up, and what marks the address of the file that is found. */
interface PictureName {
  readonly plain: string;
  mark(address: string): string;
}

/** `view` is the view without marks. */
export function createMarkedAddresses(view: SiteView, alphabet: Alphabet, markWriter: MarkWriter): MarkedAddresses {
  const plain = (text: string) => stripMarks(text, alphabet);
  const pictureName = (src: string): PictureName => {
    const textNode = markWriter.textNodeOf(src);
    if (textNode?.sourcePosition.kind !== "image")
      return { plain: plain(textNode?.plain ?? src), mark: (address) => address };
    // The address of a picture's file is mapped to the picture's name.
    return { plain: plain(textNode.plain), mark: (address) => frame(alphabet, textNode.id, address) };
  };
  return {
    href(target) {
      const textNode = markWriter.textNodeOf(target);
      return textNode ? frame(alphabet, textNode.id, view.href(textNode.plain)) : view.href(plain(target));
    },
    absolute(target) {
      const path = plain(target);
      const address = view.absolute(path);
      // A marked picture stays marked behind the site's own address.
      const isMarked = path !== target && address.endsWith(path);
      return isMarked ? address.slice(0, address.length - path.length) + target : address;
    },
    image(src) {
      const name = pictureName(src);
      const asset = view.image(name.plain);
      return { ...asset, url: name.mark(asset.url) };
    },
    picture({ src, ...image }, slot) {
      const name = pictureName(src);
      const asset = view.picture({ ...image, src: name.plain }, slot);
      return { ...asset, src: name.mark(asset.src) };
    },
    card: ({ picture, title, brand, ...card }) =>
      view.card({
        ...card,
        picture: { ...picture, src: plain(picture.src), alt: plain(picture.alt) },
        title: plain(title),
        brand: plain(brand),
      }),
  };
}
