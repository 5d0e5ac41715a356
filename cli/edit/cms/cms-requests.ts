// Decap's proxy protocol: one address, an action and its parameters. Only for the page of the CMS, on this machine, with the session's token.
import { readFileSync, realpathSync, rmSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { basename, join, sep } from "node:path";
import { shownPath } from "../../config/resolve-config.ts";
import { listSources } from "../../content/list-sources.ts";
import { readSource } from "../../content/read-source.ts";
import { openDocument } from "../../content/yaml/source-document.ts";
import { Refusal, readOwnPost } from "../../serve/request-guard.ts";
import { sendJson } from "../../serve/send-file.ts";
import { type CmsSite, openEntries } from "./cms-entries.ts";
import { preparePicture } from "./save-picture.ts";

export interface CmsRequestsOptions {
  readonly token: string;
  /** undefined until the templates have been loaded. */
  readonly site: () => CmsSite | undefined;
  /** A file has been written or removed. */
  readonly onSaved: () => void;
}

/** Several pictures of 40 MiB in base64. */
const MAX_BODY = 160_000_000;

interface Asset {
  readonly path: string;
  readonly content: string;
}

interface Params {
  readonly folder: string;
  readonly path: string;
  readonly paths: readonly string[];
  readonly files: readonly { readonly path: string; readonly label?: string }[];
  readonly dataFiles: readonly { readonly path: string; readonly raw: string; readonly newPath?: string }[];
  readonly assets: readonly Asset[];
  readonly asset: Asset;
  readonly options: { readonly newEntry?: boolean };
  readonly to?: string;
}

export function createCmsRequests({ token, site, onSaved }: CmsRequestsOptions) {
  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const given = new URL(request.url ?? "/", "http://host").searchParams.get("token");
    try {
      const body = await readOwnPost(request, { given, token, maxBytes: MAX_BODY });
      const open = site();
      if (!open) throw new Refusal(503, "The templates could not be read yet.");
      const { action, params = {} } = body as { action?: string; params?: Partial<Params> };
      sendJson(response, 200, await answer(String(action), params as Params, open, onSaved));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      sendJson(response, error.status, { error: error.message });
    }
  };
}

async function answer(action: string, params: Params, site: CmsSite, onSaved: () => void): Promise<unknown> {
  const entries = openEntries(site);
  const images = imagesOf(site);
  const entryOf = (path: string, label?: string) => ({ data: entries.read(path), file: { path, label, id: null } });
  switch (action) {
    case "info":
      return { repo: "content", publish_modes: ["simple"], type: "local_fs" };
    case "entriesByFolder":
      return entries.list(params.folder).map((path) => entryOf(path));
    case "entriesByFiles":
      return params.files.map(({ path, label }) => entryOf(path, label));
    case "getEntry":
      return entryOf(params.path);
    case "getMedia":
      return images.list().map((src) => images.read(src));
    case "getMediaFile":
      return images.read(images.srcOf(params.path));
    case "persistMedia": {
      const picture = await images.prepare(params.asset);
      picture.write();
      return images.read(picture.src);
    }
    case "persistEntry": {
      const pictures = await Promise.all(
        (params.assets ?? []).map(async (asset) => ({ asset, picture: await images.prepare(asset) })),
      );
      const renamed = new Map(pictures.map(({ asset, picture }) => [basename(asset.path), picture.src]));
      // The check of an entry asks for its pictures.
      const undo = pictures.map(({ picture }) => picture.write());
      try {
        for (const { path, raw } of params.dataFiles)
          entries.save(path, raw, params.options?.newEntry === true, renamed);
      } catch (error) {
        for (const each of undo) each();
        throw error;
      }
      onSaved();
      for (const { path, newPath = path } of params.dataFiles)
        if (newPath !== path) await entries.rename(path, newPath);
      return { message: "entry persisted" };
    }
    case "rename":
      await entries.rename(params.path, params.to ?? "");
      onSaved();
      return { message: "renamed" };
    case "successors":
      return entries.successors(params.path);
    case "deleteFile":
    case "deleteFiles":
      for (const path of params.paths ?? [params.path])
        if (images.isIn(path)) images.remove(path);
        else await entries.remove(path, params.to);
      onSaved();
      return { message: "deleted" };
    case "getDeployPreview":
      return null;
    case "getNotes":
      return { notes: [] };
    default:
      throw new Refusal(422, `There is no action "${action}" here.`);
  }
}

/** Pictures below content/images. */
export function imagesOf({ config: { root, contentDir }, templates, rules }: CmsSite) {
  const dir = join(contentDir, "images");
  const shown = shownPath(root, dir);
  const sources = () => listSources(root, contentDir, templates.templates.collections);
  const list = () => sources().images;
  const isIn = (path: string) => path.startsWith(`${shown}/`);
  /** The CMS knows names without their folder alone. */
  const srcOf = (path: string): string => {
    const name = path.slice(shown.length + 1);
    const src = list().find((each) => each === name) ?? list().find((each) => basename(each) === name);
    if (!isIn(path) || src === undefined) throw new Refusal(404, `${path} is no picture of the site.`);
    return src;
  };
  const fileOf = (src: string): string => {
    const path = realpathSync(join(dir, src));
    if (!path.startsWith(realpathSync(contentDir) + sep)) throw new Refusal(403, `${src} is outside of the content.`);
    return path;
  };
  return {
    list,
    isIn,
    srcOf,
    /** Throws Refusal for a link out of the content. */
    fileOf,
    read: (src: string) => ({
      id: src,
      name: basename(src),
      path: `${shown}/${src}`,
      encoding: "base64",
      content: readFileSync(fileOf(src)).toString("base64"),
    }),
    prepare: ({ path, content }: Asset) => preparePicture(dir, path, Buffer.from(content, "base64")),
    remove(path: string) {
      const src = srcOf(path);
      const { site, entries } = sources();
      const uses = [site, ...entries].flatMap((ref) => {
        const file = readSource(ref);
        if ("code" in file) return [];
        const shown = rules.fields(file).filter(({ field, value }) => field.kind === "image" && value === src);
        return shown.map(({ path }) => `${ref.file}:${openDocument(file).place(path).line}`);
      });
      if (uses.length > 0) throw new Refusal(422, `${path} is still shown by ${uses.join("; ")}. Change these first.`);
      rmSync(join(dir, src));
    },
  };
}
