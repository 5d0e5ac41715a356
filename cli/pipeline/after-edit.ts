// The site after a few edits: rendered are the pages that show them. All else is as the last build left it.
import { loadTemplates } from "../bundle/load-templates.ts";
import type { LoadedTemplates } from "../bundle/templates.ts";
import { noPause } from "../config/pause.ts";
import type { BuildOptions, Config } from "../config/resolve-config.ts";
import type { HeldOutput } from "../emit/hold-output.ts";
import type { LastBuild } from "../emit/last-build.ts";
import { type InputRecord, type ManifestStore, manifestStore } from "../emit/manifest.ts";
import type { OutputFile } from "../emit/output-file.ts";
import type { PageSink } from "../emit/page-sink.ts";
import { replaceFiles } from "../emit/replace-pages.ts";
import type { EntryPage } from "../entries/page-job.ts";
import { createPartition } from "../entries/partition.ts";
import { setupOf } from "../entries/partitions.ts";
import type { EntryRecord } from "../entries/recorded-entries.ts";
import { WideChange } from "../entries/render-entries.ts";
import { findVanished } from "../routes/find-vanished.ts";
import { type BuildResult, planSite, toPageFile } from "./build.ts";
import { withRecord } from "./build-cache.ts";
import { inputPath, type KeptSite, keepRecord, keptEntries, keptSite, renewPages } from "./site-record.ts";

/** Above this, a whole build on all cores is faster. */
const EDITED_AT_MOST = 200;

/** Records that are read one after the other before they are written as one again. */
const PARTS_AT_MOST = 12;

/** undefined if more may have changed than is rendered one by one. Rejects as a whole build does. */
export async function buildAfterEdit(
  config: Config,
  held: HeldOutput,
  last: LastBuild,
  inputs: readonly InputRecord[],
  options: BuildOptions,
): Promise<BuildResult | undefined> {
  const content = inputPath(`${config.contentDir}/`);
  const changed = last.changed.map(inputPath);
  // Every page shows something of site.yaml.
  const isEntry = (path: string) => path.startsWith(content) && path !== `${content}site.yaml`;
  if (!last.kept || changed.length > EDITED_AT_MOST || !changed.every(isEntry)) return undefined;
  const record = keptSite(manifestStore(config.stateDir, config.outDir), last.kept);
  if (!record) return undefined;
  const templates = await loadTemplates(config);
  if (templates.programFile !== record.programFile) return undefined;
  const edit = { config, held, last, inputs, record, templates, options };
  return (await renewEdited(edit)) ?? (await renderAffected(edit));
}

interface Edit {
  readonly config: Config;
  readonly held: HeldOutput;
  readonly last: LastBuild;
  readonly inputs: readonly InputRecord[];
  readonly record: KeptSite;
  readonly templates: LoadedTemplates;
  readonly options: BuildOptions;
}

const asListed = ({ path, bytes, hash }: OutputFile): OutputFile => ({ path, bytes, hash });

/** Renders the edited pages alone; undefined if the rest of the site can see the edit. */
async function renewEdited(edit: Edit): Promise<BuildResult | undefined> {
  const { config, held, last, inputs, record, templates, options } = edit;
  // What vanished since the build before is reported once.
  if (last.warnings.some(({ code }) => code === "ROUTE_VANISHED")) return undefined;
  const partition = createPartition(setupOf(templates), templates);
  const changed = last.changed.map((path) => ({ path }));
  const pages = await renewPages(record, partition, config, changed, last.warnings);
  options.signal?.throwIfAborted();
  if (!pages) return undefined;
  const given = new Map(pages.map((page) => [page.output, toPageFile(page)]));
  const files = last.outputs.map(({ path, size, hash }): OutputFile => given.get(path) ?? { path, bytes: size, hash });
  const { redirects, gone, warnings, unfinished } = last;
  const routes = last.routes.map((route) => ({ ...route, bytes: given.get(route.file)?.bytes ?? route.bytes }));
  const renewed = [...new Set([...last.renewed, ...last.changed])];
  const site = { files, routes, redirects, gone, inputs, warnings, unfinished, kept: () => last.kept, renewed };
  const replaced = await replaceFiles(config, held, last, async () => site, noPause);
  return {
    routes,
    redirects,
    gone,
    files: files.map(asListed),
    warnings: [...warnings, ...replaced.warnings],
    unfinished,
    unchanged: false,
  };
}

/** Runs the stages with what the last build knew of all entries that were not edited; undefined if a whole build is faster. */
async function renderAffected(edit: Edit): Promise<BuildResult | undefined> {
  const { config, held, last, inputs, record, templates, options } = edit;
  const packed = keptEntries(manifestStore(config.stateDir, config.outDir), last.kept);
  if (!packed) return undefined;
  const edited = new Set([...last.changed, ...last.renewed].map(inputPath));
  const outputs = new Map(last.outputs.map(({ path, size, hash }) => [path, { bytes: size, hash }]));
  const known: EntryRecord = {
    index: record.index,
    site: record.site,
    packed,
    isUnchanged: ({ path }) => !edited.has(inputPath(path)),
    published: (output) => outputs.get(output),
  };
  const records = packed.length < PARTS_AT_MOST ? "new" : "all";
  const addresses = [...last.routes.map(({ path }) => path), ...last.redirects.map(({ from }) => from)];
  const before = config.purpose === "publish" ? addresses : [];
  const make = (sink: PageSink) =>
    withRecord(config, templates, known, options.signal, async (cache) => {
      const site = await planSite(config, cache, { sink, keepsHtml: false, records });
      const result = await site.complete(options);
      const warnings = [...result.warnings, ...findVanished(before, result, "built")];
      const kept = (store: ManifestStore) => {
        const isNew = ({ output, hash }: EntryPage, path: string) =>
          edited.has(inputPath(path)) || outputs.get(output)?.hash !== hash;
        const { packed: added, ...whole } = site.record(isNew);
        const parts = records === "all" || added.length === 0 ? added : [...packed, ...added];
        return keepRecord(store, { ...whole, packed: parts }, record.pages.packed);
      };
      return { ...result, warnings, inputs, kept };
    });
  try {
    const { made, warnings } = await replaceFiles(config, held, last, make, noPause);
    const { routes, redirects, gone, unfinished } = made;
    const files = made.files.map(asListed);
    return { routes, redirects, gone, files, warnings: [...made.warnings, ...warnings], unfinished, unchanged: false };
  } catch (error) {
    if (error instanceof WideChange) return undefined;
    throw error;
  }
}
