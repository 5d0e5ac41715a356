import { EventsiteError } from "../../diagnostics/diagnostic.ts";
import { argumentHint } from "../../text/suggest.ts";
import type { Target } from "../stores/target.ts";
import { currentOf, interruptedOf, type Publication } from "./ledger.ts";
import type { ChosenFiles, Source } from "./publish.ts";
import { SET_KEY } from "./refusals.ts";
import type { TargetState } from "./target-state.ts";

/** The source of a rollback: to the publication with the name in `which`, or else to the one before the current one. */
export const rollbackJob = (target: Target, which: boolean | string = true): Source => ({
  choose({ ledger, isWhole }: TargetState): ChosenFiles {
    const publication = typeof which === "string" ? namedIn(ledger, which, target) : previousOf(ledger);
    if (!publication)
      throw new EventsiteError("DEPLOY_ROLLBACK", `${target.to} has no publication before the current one.`, {
        hint: isWhole ? "build the site from an earlier commit and deploy it" : SET_KEY,
      });
    const { site, commit, id, rollbackOf } = publication;
    return { site, commit, rollbackOf: rollbackOf ?? id, files: publication.files.map(({ etag: _, ...file }) => file) };
  },
  readFile: async ({ path }) => {
    throw new EventsiteError("DEPLOY_ROLLBACK", `${path} is not kept in ${target.to}.`);
  },
});

function namedIn(ledger: readonly Publication[], id: string, target: Target): Publication {
  const finished = ledger.filter((publication) => publication.finished);
  const publication = finished.find((publication) => publication.id === id);
  if (publication) return publication;
  const ids = finished.map((publication) => publication.id).reverse();
  const hint = argumentHint(id, ids) ?? "`eventsite publications` lists them";
  throw new EventsiteError("DEPLOY_ROLLBACK", `${target.to} has no finished publication "${id}".`, { hint });
}

/** The publication before the current one. After an interrupted deploy: the last one that was finished. */
export function previousOf(ledger: readonly Publication[]): Publication | undefined {
  const current = currentOf(ledger);
  if (interruptedOf(ledger).length > 0) return current;
  return ledger.findLast(({ finished, content }) => finished && content !== current?.content);
}
