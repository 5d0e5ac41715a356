import type { Finding } from "../service/protocol.ts";
import type { FormsStatus } from "../upkeep/used-document.ts";
import { ok, warning } from "./finding.ts";

/** Whether the relay uses the document that RELAY_FORMS names. */
export function checkForms({ source, place, hash, forms, problem }: FormsStatus): Finding {
  const which = `${forms.join(", ")} (${hash})`;
  if (problem !== null)
    return warning(
      "forms",
      `${place} ${problem}; the relay uses ${source === "copy" ? "the last good copy" : "others"}: ${which}.`,
      "correct it; the relay looks again by itself",
    );
  return ok("forms", place === null ? `the relay's own: ${which}` : `${which} from ${place}`);
}
