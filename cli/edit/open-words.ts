// Maps what the pages of a watched site show back to its source files, and edits them.
import type { BuiltSite } from "../pipeline/built-site.ts";
import type { SiteSession } from "../pipeline/watch-session.ts";
import type { Plan } from "./source-map/choose-marks.ts";
import { createPageMapper, type MapPage } from "./source-map/map-page.ts";
import type { PageWords } from "./source-map/page-words.ts";
import { createPlacer } from "./source-map/source-positions.ts";
import { createSiteRules, type SiteRules } from "./text/site-rules.ts";

export type Visual = ReturnType<typeof openVisual>;

export function openVisual(session: Pick<SiteSession, "config" | "built" | "loaded">) {
  const cache = { placer: createPlacer(), plans: new Map<string, Plan>() };
  let mapped: { readonly site: BuiltSite; readonly mapPage: MapPage } | undefined;
  return {
    /** Where the words of a page of the last successful build are in the content, by its output; undefined where there is no such page. */
    async sourceMap(output: string): Promise<PageWords | undefined> {
      const site = session.built();
      const page = site?.files.find(({ path }) => path === output);
      if (!site || !page?.content) return undefined;
      if (mapped?.site.templates !== site.templates) cache.plans.clear();
      if (mapped?.site !== site) mapped = { site, mapPage: createPageMapper(site, cache) };
      return mapped.mapPage(page);
    },
    /** The site's rules for its content files; undefined until its templates are loaded. */
    rules(): SiteRules | undefined {
      const loaded = session.loaded();
      return loaded && createSiteRules(session.config, loaded);
    },
  };
}
