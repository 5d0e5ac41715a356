import type { SiteSession } from "../../pipeline/watch-session.ts";
import { createSiteRules, type SiteRules } from "../text/site-rules.ts";
import type { MarkPlan } from "./choose-marks.ts";
import { type Mapper, mapPage } from "./map-page.ts";
import type { PageWords } from "./page-words.ts";
import { createMarkedRenderer } from "./render-marked.ts";
import { createPlacer } from "./source-positions.ts";

export type PageMaps = ReturnType<typeof openPageMaps>;

/** Maps what the pages show back to the source files. */
export function openPageMaps(session: Pick<SiteSession, "config" | "built" | "loaded">) {
  const placer = createPlacer();
  const plans = new Map<string, MarkPlan>();
  let known: { readonly mapper: Mapper; readonly answers: Map<string, Promise<PageWords>> } | undefined;
  return {
    /** Where the words of a page of the last successful build are in the content, by its output; undefined where there is no such page. */
    async sourceMap(output: string): Promise<PageWords | undefined> {
      const site = session.built();
      const file = site?.files.find(({ path }) => path === output);
      if (!site || !file?.content) return undefined;
      if (known?.mapper.site.templates !== site.templates) plans.clear();
      if (known?.mapper.site !== site)
        known = { mapper: { site, render: createMarkedRenderer(site), placer, plans }, answers: new Map() };
      const { mapper, answers } = known;
      const before = await answers.get(output);
      // Lines may have moved while a problem elsewhere keeps the site from being rebuilt.
      if (before && placer.isCurrent(before.files)) return before;
      const answer = mapPage(file, mapper);
      answers.set(output, answer);
      // An internal failure must not be cached.
      answer.catch(() => answers.delete(output));
      return answer;
    },
    /** The site's rules for its content files; undefined until its templates are loaded. */
    rules(): SiteRules | undefined {
      const loaded = session.loaded();
      return loaded && createSiteRules(session.config, loaded);
    },
  };
}
