// Runs in the pages of a watched site: does what `live.ts` does, and finds the sources of words.

import { element } from "../../serve/client/element.ts";
import { post, session } from "../../serve/client/session.ts";
import { findOnAlt } from "./find-on-alt.ts";
import { markStarters } from "./starter-marks.ts";
import { root } from "./tools-host.ts";

const { moment, asOf = "" } = session;
if (moment !== undefined) addTravel(moment);
findOnAlt();
markStarters();

/** Only for sites with dates. An empty field shows everything, and marks what is not public. */
function addTravel(url: string): void {
  const value = asOf.length === 10 ? `${asOf}T00:00` : asOf.replace(" ", "T");
  const field = element("input", { type: "datetime-local", value });
  field.addEventListener("change", () => void post(url, { asOf: field.value }));
  root.append(element("label", { className: "travel" }, "The site on", field));
}
