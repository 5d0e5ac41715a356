// A problem → its row in the list.
import type { LiveProblem } from "../live-message.ts";
import { editorLink } from "./editor-link.ts";
import { element } from "./element.ts";

export function problemRow(problem: LiveProblem): HTMLElement {
  const { code, message, hint, frame } = problem;
  const row = element("li", {});
  if (code === "RENDER_FAILED") row.append(element("h2", { textContent: "Unexpected Application Error!" }));
  row.append(element("p", { className: "message", textContent: message }));
  const link = problemLink(problem);
  if (link) row.append(link);
  if (frame) row.append(element("pre", { textContent: frame, tabIndex: 0 }));
  if (hint) row.append(element("p", { className: "hint", textContent: `hint: ${hint}` }));
  row.append(element("p", { className: "code", textContent: code }));
  return row;
}

function problemLink({ path, file, line = 1, column = 1, ...rest }: LiveProblem): HTMLElement | undefined {
  if (file === undefined) return undefined;
  const place = rest.frame === undefined && line === 1 ? file : `${file}:${line}:${column}`;
  return editorLink({ ...(path !== undefined && { path }), line, column }, place);
}
