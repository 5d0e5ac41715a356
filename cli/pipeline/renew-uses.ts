// What edited pages use of the rest of the site: the checks of the whole site, with their links in place of the old ones, and the picture
// files that are added and removed with them.
import { isDeepStrictEqual } from "node:util";
import { planCards } from "../assets/cards/draw-cards.ts";
import type { Card } from "../assets/cards/plan-card.ts";
import type { Variant } from "../assets/images/plan-variants.ts";
import type { SitePictures } from "../assets/images/site-pictures.ts";
import { listDownloads } from "../assets/pdf/publish-downloads.ts";
import type { LoadedTemplates } from "../bundle/templates.ts";
import type { Config } from "../config/resolve-config.ts";
import type { LastBuild } from "../emit/last-build.ts";
import type { OutputFile } from "../emit/output-file.ts";
import { type CommonUses, commonUses, type KnownUses, type Uses } from "../entries/pack-uses.ts";
import type { SiteData } from "../render/site-data.ts";
import type { LinkFacts } from "../verify/kept-texts.ts";
import { addressOf, brokenLinks, reachedPages } from "../verify/verify-site.ts";
import { type FilesOptions, makeFiles } from "./make-assets.ts";
import type { RenewedRoutes } from "./renew-routes.ts";

export interface UsesJob {
  readonly config: Pick<Config, "templatesDir" | "cache">;
  readonly templates: LoadedTemplates;
  readonly last: LastBuild;
  readonly routed: RenewedRoutes;
  /** With all pictures that the entries name. */
  readonly site: SiteData;
  readonly pictures: SitePictures;
  readonly options: FilesOptions;
}

/** Of the files that pages request: those that were not there before, and the paths of those that no page requests any more. */
export interface RenewedFiles {
  readonly added: readonly OutputFile[];
  readonly removed: ReadonlySet<string>;
}

/** The site with the facts of these pictures; undefined if there is something to report about pictures. */
export async function withPictures(
  site: SiteData,
  named: readonly string[],
  pictures: () => SitePictures,
): Promise<SiteData | undefined> {
  const added = [...new Set(named)].filter((src) => !site.images.has(src)).sort();
  if (added.length === 0) return site;
  const inspected = await pictures().inspect(added, false);
  if (inspected.findings.length > 0 || inspected.pictures.length < added.length) return undefined;
  return {
    ...site,
    images: new Map([...site.images, ...inspected.pictures.map(({ src, facts }) => [src, facts] as const)]),
  };
}

/**
 * `renewed` are the uses that differ now, by the name of the entry. undefined if something is to be reported, or if more than links and
 * pictures depends on it.
 */
export async function renewUses(
  job: UsesJob,
  known: KnownUses,
  renewed: ReadonlyMap<string, Uses>,
): Promise<RenewedFiles | undefined> {
  // The file that a warning about a picture names is the first that has the picture.
  if (job.last.warnings.some(({ code }) => code.startsWith("CONTENT_IMAGE_"))) return undefined;
  const uses = [...renewed.values()];
  const isSmall = uses.some(({ variants }) => variants.flat().some(({ lacking }) => lacking));
  const others = known.without(new Set(renewed.keys()));
  const before = commonUses([...renewed.keys()].flatMap((name) => known.find(name) ?? []));
  const now = commonUses(uses);
  const [all, allNow] = [before, now].map((own) => new Set([...others.characters, ...own.characters]));
  // Fonts have the characters of the site.
  if (isSmall || all?.size !== allNow?.size || ![...now.characters].every((each) => all?.has(each))) return undefined;
  const removed = new Set([...before.files].filter((path) => !now.files.has(path) && !others.files.has(path)));
  if (!areLinksValid(job, { known, renewed, others, now, removed })) return undefined;
  const added = await makeAdded(job, uses);
  return added && { added, removed };
}

interface ChangedUses {
  readonly known: KnownUses;
  readonly renewed: ReadonlyMap<string, Uses>;
  /** Of all other entries. */
  readonly others: CommonUses;
  /** Of the renewed ones. */
  readonly now: CommonUses;
  readonly removed: ReadonlySet<string>;
}

/** Whether all links lead somewhere, to the same pages as before and to new ones, and to the same downloads. */
function areLinksValid({ templates, last, routed, site }: UsesJob, changed: ChangedUses): boolean {
  const { known, renewed, others, now, removed } = changed;
  const isKnown = ({ file }: LastBuild["routes"][number]) => known.pages.has(file);
  if (known.pages.size !== last.routes.length || !last.routes.every(isKnown)) return false;
  const newNames = new Map(Array.from(renewed, ([name, { output }]) => [output, name]));
  // The links of most pages are not needed.
  const pages = routed.routes.map(({ path, file }) => ({
    path,
    name: newNames.get(file) ?? known.pages.get(file) ?? "",
    get links() {
      return (renewed.get(this.name) ?? known.find(this.name))?.links ?? [];
    },
  }));
  const own = pages.filter(({ name }) => renewed.has(name));
  const files = new Set(last.outputs.map(({ path }) => `/${path}`));
  for (const { file } of last.routes) files.delete(`/${file}`);
  for (const path of removed) files.delete(`/${path}`);
  for (const path of now.files) files.add(`/${path}`);
  if (brokenLinks(pages, files, own).length > 0) return false;

  // What others may link to.
  const lost = new Set([...Array.from(removed, (path) => `/${path}`), ...routed.removed.map(({ path }) => path)]);
  for (const { path, name, links } of own) {
    const ids = new Set(links.flatMap((each) => each.ids));
    const old = known.find(name)?.links.flatMap((each) => each.ids) ?? [];
    for (const id of old) if (!ids.has(id)) lost.add(`${path}#${id}`);
  }
  const isLost = (address: string) => lost.has(address) || lost.has(address.replace(/#.*$/s, ""));
  if (lost.size > 0 && [...others.targets].some((target) => isLost(addressOf(target)))) return false;

  const targets = new Set([...others.targets, ...now.targets]);
  const downloads = listDownloads(templates.templates.collections, site.lists);
  if (!downloads.every(({ path }) => targets.has(path) === files.has(path))) return false;

  const linked = Array.from(
    renewed,
    ([name, { links }]) => [pagesOf(known.find(name)?.links ?? []), pagesOf(links)] as const,
  );
  const unlinked = new Set(linked.flatMap(([old, pages]) => [...old].filter((path) => !pages.has(path))));
  for (const { path } of routed.added) unlinked.add(path);
  // A page that was reported may be linked now.
  const hasNewLinks = linked.some(([old, pages]) => [...pages].some((path) => !old.has(path)));
  if (last.warnings.some(({ code }) => code === "ROUTE_UNLINKED")) return unlinked.size === 0 && !hasNewLinks;
  const isPage = new Set(routed.routes.map(({ path }) => path));
  for (const path of unlinked) if (!isPage.has(path)) unlinked.delete(path);
  if (unlinked.size > 0)
    for (const path of reachedPages(pages)) if (unlinked.delete(path) && unlinked.size === 0) break;
  return unlinked.size === 0;
}

/** The addresses that links lead to, whatever part of them. */
const pagesOf = (links: readonly LinkFacts[]): ReadonlySet<string> =>
  new Set(links.flatMap(({ targets }) => targets.map((target) => target.replace(/[?#].*$/s, ""))));

/** What the last build did not have; undefined if there is something to report. */
async function makeAdded(
  { config: { cache: reuse, templatesDir }, templates, last, site, pictures, options }: UsesJob,
  uses: readonly Uses[],
): Promise<readonly OutputFile[] | undefined> {
  const hashes = new Map(last.outputs.map(({ path, hash }) => [path, hash]));
  const isNew = ({ output, key }: Variant | Card) => hashes.get(output) !== key;
  const files = uses.flatMap(({ variants }) => variants.flat().filter(isNew));
  const drawn = uses.flatMap(({ cards }) => cards.filter(isNew));
  const sources = [...new Set([...files, ...drawn].map(({ src }) => src))];
  if (sources.length === 0) return [];
  const inspected = await pictures.inspect(sources, false);
  const known = new Map(inspected.pictures.map((picture) => [picture.src, picture]));
  const isAsRendered = (src: string) => isDeepStrictEqual(known.get(src)?.facts, site.images.get(src));
  if (inspected.findings.length > 0 || !sources.every(isAsRendered)) return undefined;
  const { fonts: families, card: look } = templates.templates;
  const kept = { cache: pictures.cache, reuse };
  const planned = [
    ...pictures.plan(files, known),
    ...planCards({ cards: drawn, pictures: known, families, templatesDir, look, ...kept }),
  ];
  // The pictures of other pages are not touched: they only seem unused.
  return makeFiles(planned, { saveKnown: pictures.saveKnown, tidy() {} }, options);
}
