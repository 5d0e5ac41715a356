// Pictures below content/images for the CMS. An uploaded one is kept as a build expects it: whole, upright, of moderate size, with a plain name of its kind.

import { existsSync, readFileSync, realpathSync, rmSync } from "node:fs";
import { basename, join, sep } from "node:path";
import { loadSharp } from "../../assets/images/encoder.ts";
import { pixelFindings } from "../../assets/images/inspection-cache.ts";
import { MAX_IMAGE_BYTES } from "../../assets/images/read-header.ts";
import { shownPath } from "../../config/resolve-config.ts";
import { readSource } from "../../content/sources/read-source.ts";
import { openDocument } from "../../content/sources/source-document.ts";
import { isProblem } from "../../diagnostics/diagnostic.ts";
import { writeWhole } from "../../files/write-whole.ts";
import { PostRefusal } from "../../serve/own-post.ts";
import type { SiteRules } from "../text/site-rules.ts";
import type { CmsSite } from "./cms-site.ts";
import { keptName, type NewName, newNames, plainStem } from "./picture-names.ts";

/** The longest side of a stored picture: nothing shows a larger one. */
const MAX_SIDE = 4000;

export interface Asset {
  readonly path: string;
  /** In base64. */
  readonly content: string;
}

/** A picture as Decap's proxy protocol has it. */
export interface ListedPicture {
  readonly id: string;
  readonly name: string;
  readonly path: string;
  readonly encoding: "base64";
  readonly content: string;
}

export interface StoredPicture {
  /** As the form has it. */
  readonly name: string;
  readonly path: string;
  /** Its name below content/images. */
  readonly src: string;
  /** Takes it away again; a picture that was there already stays. */
  undo(): void;
}

/** Paths are those from the project's root, `src` is a name below content/images. All throw PostRefusal. */
export interface CmsPictures {
  isIn(path: string): boolean;
  /** undefined where it is gone, or a link out of the content. */
  fileOf(src: string): string | undefined;
  list(): readonly ListedPicture[];
  read(path: string): ListedPicture;
  /** A name that no other picture has, for each of these. */
  namesFor(names: readonly string[], taken: readonly string[]): readonly NewName[];
  keep(asset: Asset): Promise<StoredPicture>;
  remove(path: string): void;
}

export function openPictures({ config: { root, contentDir }, rules }: Pick<CmsSite, "config" | "rules">): CmsPictures {
  const imagesDir = join(contentDir, "images");
  const imagesPath = shownPath(root, imagesDir);
  const isIn = (path: string) => path.startsWith(`${imagesPath}/`);
  const srcOf = (path: string): string => {
    const { images } = rules.list();
    const name = path.slice(imagesPath.length + 1);
    const src = images.find((each) => each === name) ?? images.find((each) => basename(each) === name);
    if (!isIn(path) || src === undefined) throw new PostRefusal(404, `${path} is no picture of the site.`);
    return src;
  };
  const fileOf = (src: string): string | undefined => {
    const path = existsSync(join(imagesDir, src)) ? realpathSync(join(imagesDir, src)) : "";
    return path.startsWith(realpathSync(contentDir) + sep) ? path : undefined;
  };
  const read = (src: string): ListedPicture => {
    const file = fileOf(src);
    if (file === undefined) throw new PostRefusal(403, `${src} is no file of the content.`);
    const content = readFileSync(file).toString("base64");
    // Decap would not list a picture of a folder below, and knows names without their folder alone.
    return { id: src, name: basename(src), path: `${imagesPath}/${basename(src)}`, encoding: "base64", content };
  };
  return {
    isIn,
    fileOf,
    list: () => rules.list().images.filter(fileOf).map(read),
    read: (path) => read(srcOf(path)),
    namesFor: (names, taken) => newNames(names, [...rules.list().images, ...taken]),
    async keep({ path: requested, content }) {
      const name = basename(requested);
      const { type, bytes } = await uprightPicture(name, Buffer.from(content, "base64"));
      const src = keptName(imagesDir, plainStem(name), type, bytes);
      const path = join(imagesDir, src);
      const isNew = !existsSync(path);
      if (isNew) writeWhole(path, bytes);
      return { name, path: `${imagesPath}/${src}`, src, undo: () => isNew && rmSync(path, { force: true }) };
    },
    remove(path) {
      const src = srcOf(path);
      const places = placesOf(src, rules);
      if (places.length > 0)
        throw new PostRefusal(422, `${path} is still shown by ${places.join("; ")}. Change these first.`);
      rmSync(join(imagesDir, src));
    },
  };
}

/** Where a picture is shown: "content/pages/home.yaml:12". */
function placesOf(src: string, rules: SiteRules): readonly string[] {
  const { site, entries } = rules.list();
  return [site, ...entries].flatMap((ref) => {
    const file = readSource(ref);
    if (isProblem(file)) return [];
    const uses = rules.fields(file).filter(({ field, value }) => field.kind === "image" && value === src);
    return uses.map(({ path }) => `${ref.file}:${openDocument(file).place(path).line}`);
  });
}

/** Keeps a picture as it is where it is upright and small enough. */
async function uprightPicture(name: string, bytes: Uint8Array): Promise<{ type: string; bytes: Uint8Array }> {
  const refuse = (why: string) => new PostRefusal(422, `The picture "${name}" ${why}`);
  if (bytes.length > MAX_IMAGE_BYTES)
    throw refuse("has more than 40 MiB. Save it smaller: 2000 pixels across is plenty.");
  const { header, finding } = await pixelFindings(bytes, name);
  if (finding || !header)
    throw refuse(`${finding?.message ?? "cannot be read."} Hint: ${finding?.hint ?? "export it again"}.`);
  const { type } = header;
  if (type === "svg" || type === "ico") return { type, bytes };
  const sharp = await loadSharp();
  const { orientation = 1, width, height } = await sharp(bytes).metadata();
  if (orientation === 1 && Math.max(width, height) <= MAX_SIDE) return { type, bytes };
  const limits = { width: MAX_SIDE, height: MAX_SIDE, fit: "inside", withoutEnlargement: true } as const;
  return { type, bytes: await sharp(bytes).autoOrient().resize(limits).keepIccProfile().toBuffer() };
}
