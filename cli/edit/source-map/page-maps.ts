import { sourcedTemplates } from "../../bundle/sourced-templates.ts";
import type { LoadedTemplates, TemplateProgram } from "../../bundle/templates.ts";
import type { SiteSession } from "../../pipeline/watch-session.ts";
import { createSiteRules, type SiteRules } from "../text/site-rules.ts";
import type { MarkPlan } from "./choose-marks.ts";
import { mapComponents } from "./map-components.ts";
import { type Mapper, mapPage } from "./map-page.ts";
import type { PageComponents } from "./page-components.ts";
import type { PageWords } from "./page-words.ts";
import { createMarkedRenderer } from "./render-marked.ts";
import { createPlacer } from "./source-positions.ts";

export interface PageMaps {
  /** Which lines of templates made the elements of a page, by its output; undefined where that cannot be found. */
  components(output: string): Promise<PageComponents | undefined>;
  /** Where the words of a page of the last successful build are in the content, by its output; undefined where there is no such page. */
  sourceMap(output: string): Promise<PageWords | undefined>;
  /** The site's rules for its content files; undefined until its templates are loaded. */
  rules(): SiteRules | undefined;
}

/** Templates that write where they made an element, compiled for the first page that is looked up. */
interface Sourced {
  readonly of: LoadedTemplates;
  readonly program: Promise<TemplateProgram | undefined>;
}

/** The maps of one build, by the output of the page. */
interface SiteMaps {
  readonly mapper: Mapper;
  readonly answers: Map<string, Promise<PageWords>>;
}

/** Maps what the pages show back to the source files. */
export function openPageMaps(session: Pick<SiteSession, "config" | "built" | "loaded">): PageMaps {
  const placer = createPlacer();
  const plans = new Map<string, MarkPlan>();
  let current: SiteMaps | undefined;
  let sourced: Sourced | undefined;
  const programOf = (templates: LoadedTemplates) => {
    if (sourced?.of !== templates)
      sourced = { of: templates, program: sourcedTemplates(session.config).catch(() => undefined) };
    return sourced.program;
  };
  return {
    async components(output) {
      const site = session.built();
      const file = site?.files.find(({ path }) => path === output);
      const program = site && file?.content && (await programOf(site.templates));
      return program ? mapComponents(file, site, program) : undefined;
    },
    async sourceMap(output) {
      const site = session.built();
      const file = site?.files.find(({ path }) => path === output);
      if (!site || !file?.content) return undefined;
      if (current?.mapper.site.templates !== site.templates) plans.clear();
      if (current?.mapper.site !== site)
        current = { mapper: { site, render: createMarkedRenderer(site), placer, plans }, answers: new Map() };
      const { mapper, answers } = current;
      const before = await answers.get(output);
      // Lines may have moved while a problem elsewhere keeps the site from being rebuilt.
      if (before && placer.isCurrent(before.files)) return before;
      const answer = mapPage(file, mapper);
      answers.set(output, answer);
      // An internal failure must not be cached.
      answer.catch(() => answers.delete(output));
      return answer;
    },
    rules() {
      const loaded = session.loaded();
      return loaded && createSiteRules(session.config, loaded);
    },
  };
}
