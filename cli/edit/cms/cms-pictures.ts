// Pictures below content/images for the CMS. An uploaded one is kept as a build expects it: whole, upright, of moderate size, with a plain name of its kind.

import { existsSync, readFileSync, realpathSync, rmSync } from "node:fs";
import { basename, join, sep } from "node:path";
import { loadSharp } from "../../assets/images/encoder.ts";
import { pixelFindings } from "../../assets/images/inspection-cache.ts";
import { MAX_IMAGE_BYTES } from "../../assets/images/read-header.ts";
import { shownPath } from "../../config/resolve-config.ts";
import { readSource } from "../../content/sources/read-source.ts";
import { openDocument } from "../../content/sources/source-document.ts";
import { writeWhole } from "../../files/write-whole.ts";
import { PostRefusal } from "../../serve/own-post.ts";
import type { CmsSite } from "./cms-entries.ts";
import { keptName, type NewName, newNames, plainStem } from "./picture-names.ts";

/** The longest side of a stored picture: nothing shows a larger one. */
const MAX_SIDE = 4000;

export interface Asset {
  readonly path: string;
  /** In base64. */
  readonly content: string;
}

/** Paths are those from the project's root, `src` is a name below content/images. All throw Refusal. */
export function openPictures({ config: { root, contentDir }, rules }: Pick<CmsSite, "config" | "rules">) {
  const dir = join(contentDir, "images");
  const shown = shownPath(root, dir);
  const isIn = (path: string) => path.startsWith(`${shown}/`);
  const srcOf = (path: string): string => {
    const { images } = rules.list();
    const name = path.slice(shown.length + 1);
    const src = images.find((each) => each === name) ?? images.find((each) => basename(each) === name);
    if (!isIn(path) || src === undefined) throw new PostRefusal(404, `${path} is no picture of the site.`);
    return src;
  };
  /** undefined where it is gone, or a link out of the content. */
  const fileOf = (src: string): string | undefined => {
    const path = existsSync(join(dir, src)) ? realpathSync(join(dir, src)) : "";
    return path.startsWith(realpathSync(contentDir) + sep) ? path : undefined;
  };
  const read = (src: string) => {
    const file = fileOf(src);
    if (file === undefined) throw new PostRefusal(403, `${src} is no file of the content.`);
    const content = readFileSync(file).toString("base64");
    // Decap would not list a picture of a folder below, and knows names without their folder alone.
    return { id: src, name: basename(src), path: `${shown}/${basename(src)}`, encoding: "base64", content };
  };
  return {
    isIn,
    fileOf,
    list: () => rules.list().images.filter(fileOf).map(read),
    read: (path: string) => read(srcOf(path)),
    /** A name that no other picture has, for each of these. */
    namesFor: (names: readonly string[], taken: readonly string[]): readonly NewName[] =>
      newNames(names, [...rules.list().images, ...taken]),
    /** `undo` takes it away again; a picture that is there already stays. */
    async keep({ path: asked, content }: Asset) {
      const name = basename(asked);
      const { type, bytes } = await uprightPicture(name, Buffer.from(content, "base64"));
      const src = keptName(dir, plainStem(name), type, bytes);
      const path = join(dir, src);
      const isNew = !existsSync(path);
      if (isNew) writeWhole(path, bytes);
      return { name, path: `${shown}/${src}`, src, undo: () => isNew && rmSync(path, { force: true }) };
    },
    remove(path: string) {
      const src = srcOf(path);
      const { site, entries } = rules.list();
      const uses = [site, ...entries].flatMap((ref) => {
        const file = readSource(ref);
        if ("code" in file) return [];
        const shown = rules.fields(file).filter(({ field, value }) => field.kind === "image" && value === src);
        return shown.map((use) => `${ref.file}:${openDocument(file).place(use.path).line}`);
      });
      if (uses.length > 0)
        throw new PostRefusal(422, `${path} is still shown by ${uses.join("; ")}. Change these first.`);
      rmSync(join(dir, src));
    },
  };
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
