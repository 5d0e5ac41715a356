// What the pages refer to → files: PDFs, pictures, cards and icons, taken from the caches or made.
import { join } from "node:path";
import { drawCards } from "../assets/cards/draw-cards.ts";
import { makeIcons } from "../assets/icons/make-icons.ts";
import type { ImageCache } from "../assets/images/image-cache.ts";
import { publishPictures } from "../assets/images/publish-pictures.ts";
import { publishDownloads } from "../assets/pdf/publish-downloads.ts";
import type { LoadedTemplates } from "../bundle/templates.ts";
import type { BuildOptions, Config } from "../config/resolve-config.ts";
import { type OutputFile, toFile } from "../emit/output-file.ts";
import type { RenderResult } from "../entries/render-entries.ts";
import type { Content } from "./load-content.ts";

export interface FilesJob extends Pick<BuildOptions, "onProgress" | "signal"> {
  readonly config: Config;
  readonly templates: LoadedTemplates;
  readonly content: Content;
  readonly rendered: RenderResult;
  readonly icons: Parameters<typeof makeIcons>[0];
  readonly cache: ImageCache;
}

/** Pictures, cards and icons stay where they are kept until they are published. */
export async function makeFiles({
  config,
  templates,
  content,
  rendered,
  icons,
  cache,
  signal,
  onProgress,
}: FilesJob): Promise<OutputFile[]> {
  const { site, images } = content;
  const wanted = new Set(rendered.pages.flatMap(({ facts }) => facts.targets));
  const cacheDir = config.cache ? join(config.stateDir, "downloads") : undefined;
  const downloads = await publishDownloads(site.lists.downloads ?? [], wanted, site.settings, cacheDir);
  const reuse = config.cache;
  const pictures = await publishPictures(rendered.variants, images, { cache, reuse, signal, onProgress });
  const cards = await drawCards({
    cards: rendered.cards,
    pictures: images,
    families: templates.templates.fonts,
    templatesDir: config.templatesDir,
    cache,
    reuse,
    signal,
    onProgress,
  });
  const drawn = await makeIcons(icons, images, { cache, reuse });
  return [
    ...downloads.map(({ path, bytes }) => toFile(path, bytes)),
    ...[...pictures, ...cards, ...drawn].map(({ output, key, path, bytes }) => ({
      path: output,
      bytes,
      hash: key,
      from: path,
    })),
  ];
}
