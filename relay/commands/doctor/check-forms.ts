// The definition of the forms: whether the relay uses the one that RELAY_FORMS names, and whether that is the site's.
import type { FormsStatus } from "../../requests/create-forms.ts";
import { fetchDefinition, UnreachableError } from "../../requests/forms-source.ts";
import { parseDefinition } from "../../requests/parse-definition.ts";
import { type Finding, failed, ok, skipped, warning } from "./finding.ts";

const NAME_IT = "set RELAY_FORMS to the address of the site's forms.json (relay/forms.md)";

/** Warns of a stand-in, and of a relay that checks requests by other forms than the site's. */
export async function checkForms(status: FormsStatus, siteUrl: string | null): Promise<Finding[]> {
  return [checkInUse(status), ...(siteUrl === null ? [] : [await checkSite(status, siteUrl)])];
}

function checkInUse({ source, place, hash, forms, problem }: FormsStatus): Finding {
  const check = "forms";
  const which = `${forms.join(", ")} (${hash})`;
  if (problem !== null)
    return warning(
      check,
      `${place} ${problem}; the relay uses ${source === "copy" ? "the last good copy" : "others"}: ${which}.`,
      "correct it; the relay looks again by itself",
    );
  if (place !== null && source === "own")
    return warning(check, `${place} has not been read yet.`, "start the relay, or the site, and look again");
  return ok(check, place === null ? `the relay's own: ${which}` : `${which} from ${place}`);
}

async function checkSite({ hash, place }: FormsStatus, siteUrl: string): Promise<Finding> {
  const check = "forms: site";
  const address = new URL("forms.json", siteUrl).href;
  try {
    const { definition, problems } = parseDefinition(await fetchDefinition(address));
    if (definition === null)
      return failed(check, `${address} is broken: ${problems.slice(0, 3).join("; ")}.`, "publish the site again");
    if (definition.hash === hash) return ok(check, `as ${address} has them`);
    return place === null
      ? warning(check, `${address} is not used: what its forms ask beyond the usual is taken without a check.`, NAME_IT)
      : failed(
          check,
          `The relay uses ${hash}, and ${address} has ${definition.hash}: nothing is lost, and less is checked.`,
          "the relay reads the address that RELAY_FORMS names every five minutes; a file has to be replaced, and the relay restarted",
        );
  } catch (error) {
    if (!(error instanceof UnreachableError)) throw error;
    return skipped(check, `${address} ${error.message}.`, "publish the site as `eventsite build` makes it");
  }
}
