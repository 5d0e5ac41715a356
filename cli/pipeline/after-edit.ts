// The site after a few edits: rendered are the pages that show them. All else is as the last build left it.
import { statSync } from "node:fs";
import { loadTemplates } from "../bundle/load-templates.ts";
import type { LoadedTemplates } from "../bundle/templates.ts";
import { noPause } from "../config/pause.ts";
import type { BuildOptions, Config } from "../config/resolve-config.ts";
import { compareText } from "../content/list-sources.ts";
import type { HeldOutput } from "../emit/hold-output.ts";
import type { LastBuild } from "../emit/last-build.ts";
import { type InputRecord, type ManifestStore, manifestStore } from "../emit/manifest.ts";
import type { OutputFile } from "../emit/output-file.ts";
import type { PageSink } from "../emit/page-sink.ts";
import { replaceFiles } from "../emit/replace-pages.ts";
import type { EntryPage, EntryRecord } from "../entries/page-job.ts";
import { PARTITIONS } from "../entries/partitions.ts";
import { WideChange } from "../entries/render-entries.ts";
import { findVanished } from "../routes/find-vanished.ts";
import { type BuildResult, planSite } from "./build.ts";
import { withRecord } from "./build-cache.ts";
import { type KeptSite, keepLater, keepRecord, keptEntries, keptReaders, keptSite, keptUses } from "./kept-record.ts";
import { RENDERED_AT_MOST } from "./renew-readers.ts";
import { renewSite } from "./renew-site.ts";
import { inputPath } from "./site-record.ts";

/** More edited files than this are read on all cores. */
const EDITED_AT_MOST = 200;

/** Values are added to files as long as these are at most so many times the content. */
const VALUES_PER_CONTENT = 3;

/** Records that are read one after the other before they are written as one again. */
const PARTS_AT_MOST = 12;

/** undefined if too little of the last build is known or of use. Rejects as a whole build does. */
export async function buildAfterEdit(
  config: Config,
  held: HeldOutput,
  last: LastBuild,
  inputs: readonly InputRecord[],
  options: BuildOptions,
): Promise<BuildResult | undefined> {
  const content = inputPath(`${config.contentDir}/`);
  const changed = last.changed.map(inputPath);
  if (!last.kept || !changed.every((path) => path.startsWith(content)) || isMostOf(changed, inputs)) return undefined;
  const store = manifestStore(config.stateDir, config.outDir);
  const record = keptSite(store, last.kept);
  if (!record) return undefined;
  const templates = await loadTemplates(config);
  if (templates.programFile !== record.programFile) return undefined;
  const edit = { config, held, last, inputs, record, templates, options };
  // Every page shows something of site.yaml.
  const isWide = changed.length > EDITED_AT_MOST || changed.includes(`${content}site.yaml`);
  const narrow = isWide ? undefined : ((await renewEdited(edit)) ?? (await renderAffected(edit, false)));
  return narrow ?? (await renderAffected(edit, true));
}

/** All files seem changed after a fresh checkout: to look for the others takes longer than to read all. */
const isMostOf = (changed: readonly string[], inputs: readonly InputRecord[]): boolean =>
  changed.length > EDITED_AT_MOST && changed.length > inputs.length / 2;

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

/** Renders the edited pages and those that show their words; undefined if the rest of the site can see more of the edit. */
async function renewEdited(edit: Edit): Promise<BuildResult | undefined> {
  const { config, held, last, inputs, record, templates, options } = edit;
  const store = manifestStore(config.stateDir, config.outDir);
  const made = await renewSite({
    config,
    templates,
    last,
    inputs,
    record,
    readers: () => keptReaders(store, last.kept),
    uses: () => keptUses(store, last.kept, record.later),
    options,
  });
  options.signal?.throwIfAborted();
  if (!made) return undefined;
  const { later } = made;
  const given = new Map(made.files.map((file) => [file.path, file]));
  const others = last.outputs.filter(({ path }) => !given.has(path) && !made.removed.has(path));
  const files = [...made.files, ...others.map(({ path, size, hash }): OutputFile => ({ path, bytes: size, hash }))];
  files.sort((a, b) => compareText(a.path, b.path));
  const { redirects, gone } = last;
  const { unfinished } = made;
  // What vanished since the build before is reported once.
  const lasting = last.warnings.filter(({ code }) => code !== "ROUTE_VANISHED");
  const warnings = [...lasting, ...findVanished(addressesOf(config, last), { ...made, redirects, gone }, "built")];
  const routes = made.routes.map((route) => ({ ...route, bytes: given.get(route.file)?.bytes ?? route.bytes }));
  const renewed = later ? [] : [...new Set([...last.renewed, ...last.changed])];
  const kept = (store: ManifestStore) => (later ? keepLater(store, last.kept, later) : last.kept);
  const site = { files, routes, redirects, gone, inputs, warnings, unfinished, kept, renewed };
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

/**
 * Runs the stages with what the last build knew of all entries that were not edited: on all cores with `isWide`, otherwise undefined if many
 * pages have to be rendered.
 */
async function renderAffected(edit: Edit, isWide: boolean): Promise<BuildResult | undefined> {
  const { config, held, last, inputs, record, templates, options } = edit;
  const store = manifestStore(config.stateDir, config.outDir);
  const packed = keptEntries(store, last.kept);
  const paths = store.files(PARTITIONS, false);
  if (!packed || sizeOf(paths) > VALUES_PER_CONTENT * sumOf(inputs)) return undefined;
  const edited = new Set([...last.changed, ...last.renewed, ...record.later.entries.keys()].map(inputPath));
  const outputs = new Map(last.outputs.map(({ path, size, hash }) => [path, { bytes: size, hash }]));
  const known: EntryRecord = {
    index: record.index,
    site: record.site,
    packed: packed.map(({ entries, uses }) => ({ entries, uses })),
    edited,
    published: outputs,
    renderedAtMost: isWide ? Number.POSITIVE_INFINITY : RENDERED_AT_MOST,
  };
  const files = { record: known, values: { paths, isNew: false } };
  // Entries that are gone must not be found in earlier parts.
  const isLess = last.hasOtherFiles || [...record.later.entries.values()].some(({ state }) => state === "gone");
  const records = packed.length < PARTS_AT_MOST && !isWide && !isLess ? "new" : "all";
  const before = addressesOf(config, last);
  const make = (sink: PageSink) =>
    withRecord(config, templates, files, isWide, options.signal, async (cache) => {
      const { onProgress } = options;
      const site = await planSite(config, cache, { sink, keepsHtml: false, records, onProgress });
      const result = await site.complete(options);
      const warnings = [...result.warnings, ...findVanished(before, result, "built")];
      const kept = (store: ManifestStore) => {
        if (isWide) return keepRecord(store, site.record());
        const isNew = ({ output, hash }: EntryPage, path: string) =>
          edited.has(inputPath(path)) || outputs.get(output)?.hash !== hash;
        const { packed: added, ...whole } = site.record(isNew);
        const parts = records === "all" || added.length === 0 ? added : [...packed, ...added];
        // An edited entry that is a draft now is no longer known.
        const others = [...record.entries.packed].filter(([path]) => !edited.has(path));
        return keepRecord(store, { ...whole, packed: parts }, new Map(others));
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

/** Those that visitors may know. */
const addressesOf = ({ purpose }: Config, { routes, redirects }: LastBuild): readonly string[] =>
  purpose === "publish" ? [...routes.map(({ path }) => path), ...redirects.map(({ from }) => from)] : [];

const sizeOf = (paths: readonly string[]): number =>
  paths.reduce((sum, path) => sum + (statSync(path, { throwIfNoEntry: false })?.size ?? 0), 0);

const sumOf = (inputs: readonly InputRecord[]): number => inputs.reduce((sum, { size }) => sum + Math.max(size, 0), 0);
