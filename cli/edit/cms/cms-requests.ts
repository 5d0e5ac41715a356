// Decap's proxy protocol: an action and its parameters → the answer. Throws Refusal.

import { PostRefusal } from "../../serve/own-post.ts";
import { type CmsSite, openEntries } from "./cms-entries.ts";
import { type Asset, openPictures } from "./cms-pictures.ts";

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

export async function answerCms(body: unknown, site: CmsSite): Promise<unknown> {
  const { action, params } = { params: {}, ...(body as object) } as { action?: string; params: Params };
  const entries = openEntries(site);
  const pictures = openPictures(site);
  const entryOf = (path: string, label?: string) => ({ data: entries.read(path), file: { path, label, id: null } });
  switch (action) {
    case "info":
      return { repo: "content", publish_modes: ["simple"], type: "local_fs" };
    case "entriesByFolder":
      return entries.list(params.folder).map((path) => {
        try {
          return entryOf(path);
        } catch (error) {
          if (!(error instanceof PostRefusal)) throw error;
          // Its form says why it cannot be read.
          return { data: "{}", file: { path } };
        }
      });
    case "entriesByFiles":
      return params.files.map(({ path, label }) => entryOf(path, label));
    case "getEntry":
      return entryOf(params.path);
    case "getMedia":
      return pictures.list();
    case "getMediaFile":
      return pictures.read(params.path);
    case "pictureNames":
      return pictures.namesFor(params.names ?? [], params.taken ?? []);
    case "persistMedia":
      return pictures.read((await pictures.keep(params.asset)).path);
    case "persistEntry": {
      const added = [];
      try {
        // The check of an entry asks for its pictures.
        for (const asset of params.assets ?? []) added.push(await pictures.keep(asset));
        for (const { name, src } of added) if (name !== src) site.renamed.set(name, src);
        for (const { path, raw } of params.dataFiles) await entries.save(path, raw, params.options?.newEntry === true);
      } catch (error) {
        for (const { undo } of added) undo();
        throw error;
      }
      site.onSaved();
      return { message: "entry persisted" };
    }
    case "successors":
      return entries.successors(params.path);
    case "deleteFile":
    case "deleteFiles":
      for (const path of params.paths ?? [params.path])
        if (pictures.isIn(path)) pictures.remove(path);
        else if (params.name === undefined) await entries.remove(path, params.to);
        else await site.rename(path, params.name);
      site.onSaved();
      return { message: "deleted" };
    default:
      throw new PostRefusal(422, `There is no action "${action}" here.`);
  }
}
