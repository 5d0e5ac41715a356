// Runs in the pages of a watched site: what `live.ts` does, and finds where words come from.

import { element } from "../../serve/client/element.ts";
import { post, session } from "../../serve/client/session.ts";
import { findOnAlt } from "./find-panel.ts";
import { markStarters } from "./starter-marks.ts";
import { root } from "./tools-host.ts";

const { moment, asOf = "" } = session;
if (moment !== undefined) addTravel(moment);
findOnAlt();
markStarters();

/** Shown where anything of the site has a date. An empty field shows everything, and marks what is not public. */
function addTravel(url: string): void {
  const value = asOf.length === 10 ? `${asOf}T00:00` : asOf.replace(" ", "T");
  const field = element("input", { type: "datetime-local", value });
  field.addEventListener("change", () => void post(url, { asOf: field.value }));
  root.append(element("label", { className: "travel" }, "The site on", field));
}
