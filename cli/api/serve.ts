// The command `serve`: the site, with what its open pages can do, or as a host would answer.

import { checkNow } from "../authoring/check-now.ts";
import { renameEntry } from "../authoring/rename-entry.ts";
import { retireEntry } from "../authoring/retire-entry.ts";
import { EventsiteError, isError } from "../diagnostics/diagnostic.ts";
import { createPageTools } from "../edit/page-tools.ts";
import type { HostName } from "../hosting/hosts.ts";
import { createHostAnswers } from "../publish/hosts/host-answers.ts";
import { answerFromFolder } from "../serve/send-file.ts";
import { type ServedOptions, type SiteServer, serveSite } from "../serve/serve-site.ts";

export interface ServeOptions extends ServedOptions {
  /** Lets people on this machine change texts in the open pages, which are written into content/. Watches, too. Default: false. */
  readonly edit?: boolean;
  /** Answers as this host would; not for a watched site. */
  readonly as?: HostName | undefined;
}

/** Rejects as `serveSite` does, and with USAGE if a site that changes should be answered as a host would. */
export async function serve({ as, edit = false, watch, ...options }: ServeOptions = {}): Promise<SiteServer> {
  const isLive = watch || edit;
  if (isLive && as !== undefined)
    throw new EventsiteError("USAGE", `The finished site is served as ${as} would, not one that changes.`, {
      hint: "leave out --watch and --edit, or --as",
    });
  return serveSite(
    { ...options, watch: isLive },
    {
      tools: (session, onSaved) =>
        createPageTools(session, {
          edit,
          onSaved,
          retire: (entry, to) => retireEntry({ ...options, entry, to }),
          rename: (from, to) => renameEntry({ ...options, from, to }),
          errors: async () => (await checkNow(options)).diagnostics.filter(isError),
        }),
      answers: (dir, result) =>
        as === undefined
          ? (request, response) => answerFromFolder(dir, result.basePath, request, response)
          : createHostAnswers(as, dir, result),
    },
  );
}
