// A link to the form of a content file, where the pages of a site can be changed.
import type { LiveProblem } from "../live-message.ts";
import { element } from "./element.ts";
import { session } from "./session.ts";

/** At the field that is on the line; undefined for what has no form. */
export function formLink({ file, line }: LiveProblem): HTMLElement | undefined {
  if (session.cms === undefined || !/\.(?:ya?ml|md)$/.test(file ?? "")) return undefined;
  const place = new URLSearchParams({ file: file ?? "", ...(line !== undefined && { line: String(line) }) });
  return element("a", { href: `${session.cms}?${place}`, textContent: "Open its form", className: "form" });
}
