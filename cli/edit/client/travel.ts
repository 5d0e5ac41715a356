// The moment that the site is shown for: a field at the edge of the page. Empty, all is there, and what is not public is marked.
import { element } from "../../serve/client/element.ts";
import { post, session } from "../../serve/client/session.ts";

/** Only where anything of the site has a date, for pages on the server's own machine. */
export function addTravel(root: ShadowRoot): void {
  const { moment, asOf = "" } = session;
  if (moment === undefined) return;
  const value = asOf.length === 10 ? `${asOf}T00:00` : asOf.replace(" ", "T");
  const field = element("input", { type: "datetime-local", value });
  field.addEventListener("change", () => void post(moment, { asOf: field.value }));
  root.append(element("label", { className: "travel" }, "The site on", field));
}
