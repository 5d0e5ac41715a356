// Finds the section of a page that brings something into its HTML. The page is rendered again with each of its sections alone.

import { documentAt } from "../content/sources/locate.ts";
import type { PageJob } from "../render/page-job.ts";
import { queueOf } from "../render/page-queue.ts";
import type { SiteData } from "../render/site-data.ts";
import type { FindSection } from "../verify/locate-problems.ts";
import type { PageScan } from "../verify/verify-page.ts";
import type { Content } from "./load-content.ts";
import type { StageContext } from "./stage-context.ts";

/** Renders a page for each section, so it is only used for problems that are reported. */
export function sectionFinder({ threads }: StageContext, { pages, index }: Content, site: SiteData): FindSection {
  const setup = { site, tokens: index.tokens, sink: undefined, keepsHtml: false };
  const scanOf = async (job: PageJob): Promise<PageScan | undefined> =>
    (await threads.local.render(queueOf([job]), setup)).pages[0]?.scan;
  return async (output, isIn) => {
    const job = pages.find((page) => page.output === output);
    const sections: unknown = job && (documentAt(job.source)?.data as { sections?: unknown } | undefined)?.sections;
    if (!job || !Array.isArray(sections)) return undefined;
    const hasIt = async (position?: number) => {
      const scan = await scanOf(withSection(job, sections.length, position));
      return scan !== undefined && isIn(scan);
    };
    if (await hasIt()) return "frame";
    for (const position of sections.keys()) if (await hasIt(position)) return position;
    return undefined;
  };
}

/** The page with one of its sections, or with none. A section that is not public stays left out. */
function withSection(job: PageJob, count: number, position: number | undefined): PageJob {
  const { absent = [], marks = [] } = job.edits ?? {};
  const otherPositions = [...Array(count).keys()].filter((each) => each !== position);
  return { ...job, edits: { absent: [...absent, ...otherPositions.map((each) => ["sections", each])], marks } };
}
