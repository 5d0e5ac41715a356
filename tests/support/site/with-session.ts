// A session over a small site of the test's own, as `serve` has it.
import { openPageMaps, type PageMaps } from "../../../cli/edit/source-map/page-maps.ts";
import type { BuildOptions } from "../../../cli/index.ts";
import { openSession, type SiteSession } from "../../../cli/pipeline/watch-session.ts";
import { type SiteFiles, type TestSite, withSite } from "./with-site.ts";

export interface Worked extends TestSite {
  readonly session: SiteSession;
  readonly visual: PageMaps;
}

/** As `withSite`; the session is closed when `use` is done. */
export const withSession = (
  files: SiteFiles,
  use: (site: Worked) => Promise<void>,
  { base, ...options }: Omit<BuildOptions, "root"> & { readonly base?: string } = {},
): Promise<void> =>
  withSite(
    files,
    async (site) => {
      const session = openSession({ root: site.root, ...options });
      try {
        await use({ ...site, session, visual: openPageMaps(session) });
      } finally {
        await session.close();
      }
    },
    base,
  );
