// Decap's proxy protocol: an action and its parameters → the answer. Throws PostRefusal.

import { PostRefusal } from "../../serve/own-post.ts";
import { entriesIn, fillForm, removeEntry, successorsFor } from "./cms-entries.ts";
import { type Asset, openPictures, type StoredPicture } from "./cms-pictures.ts";
import type { CmsSite } from "./cms-site.ts";
import { saveEntry } from "./save-entry.ts";

interface Params {
  readonly folder: string;
  readonly path: string;
  readonly paths?: readonly string[];
  readonly files: readonly { readonly path: string; readonly label?: string }[];
  readonly dataFiles: readonly { readonly path: string; readonly raw: string }[];
  readonly assets?: readonly Asset[];
  readonly asset: Asset;
  readonly options?: { readonly newEntry?: boolean };
  /** The names of pictures that a person has just chosen, and those of pictures that are named but not stored yet. */
  readonly names?: readonly string[];
  readonly taken?: readonly string[];
  /** For an entry that is deleted: what takes its place, or the name that it gets instead. */
  readonly to?: string;
  readonly name?: string;
}

type Action = (params: Params, site: CmsSite) => unknown;

const ACTIONS: Readonly<Record<string, Action>> = {
  info: () => ({ repo: "content", publish_modes: ["simple"], type: "local_fs" }),
  entriesByFolder: ({ folder }, site) => entriesIn(folder, site).map((path) => listedEntry(path, site)),
  entriesByFiles: ({ files }, site) => files.map(({ path, label }) => entryWithFile(path, site, label)),
  getEntry: ({ path }, site) => entryWithFile(path, site),
  persistEntry: saveForms,
  successors: ({ path }, site) => successorsFor(path, site),
  getMedia: (_, site) => openPictures(site).list(),
  getMediaFile: ({ path }, site) => openPictures(site).read(path),
  pictureNames: ({ names = [], taken = [] }, site) => openPictures(site).namesFor(names, taken),
  persistMedia: storePicture,
  deleteFile: removeFiles,
  deleteFiles: removeFiles,
};

export async function answerCms(body: unknown, site: CmsSite): Promise<unknown> {
  const { action, params } = { params: {}, ...(body as object) } as { action?: string; params: Params };
  const act = Object.hasOwn(ACTIONS, String(action)) ? ACTIONS[String(action)] : undefined;
  if (!act) throw new PostRefusal(422, `There is no action "${action}" here.`);
  return act(params, site);
}

const entryWithFile = (path: string, site: CmsSite, label?: string) => ({
  data: fillForm(path, site),
  file: { path, label, id: null },
});

function listedEntry(path: string, site: CmsSite) {
  try {
    return entryWithFile(path, site);
  } catch (error) {
    if (!(error instanceof PostRefusal)) throw error;
    // Its form says why it cannot be read.
    return { data: "{}", file: { path } };
  }
}

async function saveForms({ dataFiles, assets = [], options }: Params, site: CmsSite) {
  const pictures = openPictures(site);
  const stored: StoredPicture[] = [];
  try {
    // The check of an entry asks for its pictures.
    for (const asset of assets) stored.push(await pictures.keep(asset));
    for (const { name, src } of stored) if (name !== src) site.renamed.set(name, src);
    for (const { path, raw } of dataFiles) await saveEntry(path, raw, options?.newEntry === true, site);
  } catch (error) {
    for (const { undo } of stored) undo();
    throw error;
  }
  site.onSaved();
  return { message: "entry persisted" };
}

async function storePicture({ asset }: Params, site: CmsSite) {
  const pictures = openPictures(site);
  const { path } = await pictures.keep(asset);
  return pictures.read(path);
}

async function removeFiles({ path: only, paths = [only], to, name }: Params, site: CmsSite) {
  const pictures = openPictures(site);
  for (const path of paths)
    if (pictures.isIn(path)) pictures.remove(path);
    else if (name === undefined) await removeEntry(path, to, site);
    else await site.rename(path, name);
  site.onSaved();
  return { message: "deleted" };
}
