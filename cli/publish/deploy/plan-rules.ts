// The reasons for which a plan needs a person's consent.
import type { Diagnostic } from "../../diagnostics/diagnostic.ts";
import { addressOf } from "../../routes/addresses.ts";
import type { Target } from "../stores/target.ts";
import { currentOf, isPage, type Ledger } from "./ledger.ts";
import type { DeployPlan } from "./plan-deploy.ts";

export interface Consent {
  /** Agrees to all deletions, whatever their number. */
  readonly yes?: boolean | undefined;
  /** Overrides the limit, and also binds `yes`. */
  readonly maxDeletes?: number | undefined;
  /** Reports published addresses that the new publication does not have. */
  readonly findVanished?: ((addresses: readonly string[]) => readonly Diagnostic[]) | undefined;
}

const MOST_PAGES = 50;
const MOST_SHARE = 0.2;

/** All reasons against the plan. */
export function objectionsTo(plan: DeployPlan, ledger: Ledger, target: Target, consent: Consent): Diagnostic[] {
  return [
    ...foreignFiles(plan, target),
    ...alikeFiles(plan, target),
    ...tooManyDeletions(plan, ledger, consent),
    ...(consent.yes ? [] : (consent.findVanished?.(plan.gone.map(({ path }) => addressOf(path))) ?? [])),
  ];
}

function foreignFiles({ foreign }: DeployPlan, target: Target): Diagnostic[] {
  const [first, second] = foreign;
  if (first === undefined) return [];
  const what = second === undefined ? first : `${first} and ${foreign.length - 1} more`;
  const message = `${target.to} holds files of others where the site has its own: ${what}.`;
  return [target.report("DEPLOY_FOREIGN", "to", message, "move them elsewhere, or choose another place")];
}

/** Buckets distinguish capitals. A folder may not. */
function alikeFiles({ alike: [path] }: DeployPlan, target: Target): Diagnostic[] {
  if (path === undefined || target.kind !== "folder") return [];
  const message = `${target.to} holds a file of others, ${path}, whose name differs from one of the site in capitals alone: on some disks it would be replaced.`;
  return [target.report("DEPLOY_FOREIGN", "to", message, "move it elsewhere, or choose another place")];
}

function tooManyDeletions(plan: DeployPlan, ledger: Ledger, { yes, maxDeletes }: Consent): Diagnostic[] {
  const gone = plan.gone.filter(isPage);
  const pages = currentOf(ledger)?.files.filter(isPage).length ?? 0;
  const standard = yes ? Number.POSITIVE_INFINITY : Math.min(MOST_PAGES, Math.floor(pages * MOST_SHARE));
  const limit = maxDeletes ?? standard;
  if (gone.length <= limit) return [];
  const message = `${gone.length} of ${pages} pages would be deleted; the limit is ${limit}.`;
  const hint =
    maxDeletes === undefined
      ? "if that is meant, deploy with --yes; `--dry-run` lists them"
      : "if that is meant, deploy with a larger --max-deletes; `--dry-run` lists them";
  return [{ code: "DEPLOY_DELETES", severity: "error", message, hint }];
}
