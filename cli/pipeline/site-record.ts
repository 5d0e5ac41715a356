// What a finished build knows of its pages, so that the next one can render the edited pages alone: as long as the outline of each stays
// the same, nothing else of the site can change with them. A session has it in memory, a build in its manifest folder.
import { deserialize, serialize } from "node:v8";
import type { LoadedTemplates } from "../bundle/templates.ts";
import type { Config } from "../config/resolve-config.ts";
import type { SiteIndex } from "../content/resolve-references.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import type { EntrySource } from "../entries/load-entries.ts";
import { isPlain } from "../entries/outline.ts";
import type { LocalPartition } from "../entries/partition.ts";
import type { EntryPage, PageJob } from "../entries/render-entries.ts";
import type { SiteData } from "../render/site-view.ts";

export interface SiteRecord {
  /** Named after the content of the templates. */
  readonly programFile: string;
  readonly index: SiteIndex;
  readonly site: SiteData;
  /** By the path of their source, as `inputPath` gives it. */
  readonly pages: Pick<ReadonlyMap<string, RecordedPage>, "get">;
}

/** A record that can be packed. */
export interface WholeRecord extends SiteRecord {
  readonly pages: ReadonlyMap<string, RecordedPage>;
}

export interface RecordedPage {
  readonly source: EntrySource;
  readonly job: PageJob;
  readonly outline: string;
}

/** Above this, a whole build on all cores is faster. */
const RENEWED_AT_MOST = 20;

/** A path as the record of inputs has it. */
export const inputPath = (path: string): string => path.replaceAll("\\", "/");

export function recordSite(
  { programFile }: Pick<LoadedTemplates, "programFile">,
  index: SiteIndex,
  site: SiteData,
  entries: readonly { readonly collection: string; readonly slug: string; readonly source: EntrySource }[],
  jobs: readonly PageJob[],
  rendered: readonly EntryPage[],
): WholeRecord {
  const sources = new Map(entries.map((entry) => [`${entry.collection}/${entry.slug}`, entry.source]));
  const outlines = new Map(rendered.map(({ output, outline }) => [output, outline]));
  const pages = new Map<string, RecordedPage>();
  for (const job of jobs) {
    const source = sources.get(`${job.collection}/${job.slug}`);
    const outline = outlines.get(job.output);
    if (source && outline !== undefined) pages.set(inputPath(source.path), { source, job, outline });
  }
  return { programFile, index, site, pages };
}

/**
 * The pages of the changed files, rendered again; undefined if more than these pages may change. `warnings` are those of the recorded
 * build: one that is in a changed file may have moved.
 */
export async function renewPages(
  { index, site, pages }: Omit<SiteRecord, "programFile">,
  partition: Pick<LocalPartition, "renew">,
  { release, drafts }: Pick<Config, "release" | "drafts">,
  changed: readonly { readonly path: string; readonly stamp?: string | undefined }[],
  warnings: readonly Diagnostic[],
): Promise<EntryPage[] | undefined> {
  if (changed.length > RENEWED_AT_MOST) return undefined;
  const known = changed.map(({ path, stamp }) => ({ page: pages.get(inputPath(path)), stamp }));
  const renewed: EntryPage[] = [];
  for (const { page, stamp } of known) {
    if (!page || warnings.some(({ file }) => file === page.source.file)) return undefined;
    const made = await partition.renew({ ...page.source, stamp }, page.job, { index, site, release, drafts });
    if (made?.outline !== page.outline) return undefined;
    renewed.push(made);
  }
  return renewed;
}

/** Pages are packed one by one: the next build unpacks those that were edited. undefined if templates keep more than plain data. */
export function packRecord({ pages, ...site }: WholeRecord): Uint8Array | undefined {
  const { settings, lists } = site.site;
  if (!isPlain(settings) || !isPlain(lists)) return undefined;
  return serialize({ ...site, pages: new Map([...pages].map(([path, page]) => [path, JSON.stringify(page)])) });
}

type Packed = Omit<SiteRecord, "pages"> & { readonly pages: ReadonlyMap<string, string> };

/** undefined if these are not the bytes of a record. */
export function unpackRecord(bytes: Uint8Array): SiteRecord | undefined {
  try {
    const { pages, ...site } = deserialize(bytes) as Packed;
    const get = (path: string): RecordedPage | undefined => {
      const packed = pages.get(path);
      return packed === undefined ? undefined : JSON.parse(packed);
    };
    return { ...site, pages: { get } };
  } catch {
    return undefined;
  }
}
