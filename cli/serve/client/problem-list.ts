// Problems → rows of a list. A problem that remains keeps its row, and the focus stays in the list when one is removed.
import type { LiveProblem } from "../live-message.ts";
import { editorLink } from "./editor-link.ts";
import { element } from "./element.ts";

export interface ProblemList {
  readonly element: HTMLElement;
  show(problems: readonly LiveProblem[]): void;
}

export function createProblemList(): ProblemList {
  const list = element("ol", {});
  let rows: readonly Row[] = [];
  return {
    element: list,
    show(problems) {
      const left = [...rows];
      const next = problems.map((problem): Row => {
        const key = JSON.stringify(problem);
        const at = left.findIndex((row) => row.key === key);
        const [same] = at === -1 ? [] : left.splice(at, 1);
        return same ?? { key, name: nameOf(problem), element: item(problem) };
      });
      const focused = rows.findIndex((row) => row.element.matches(":focus-within"));
      place(
        list,
        next.map((row) => row.element),
      );
      if (focused !== -1) focusAgain(rows[focused] as Row, focused, next);
      rows = next;
    },
  };
}

interface Row {
  readonly key: string;
  /** Equal for a problem whose line has moved. */
  readonly name: string;
  readonly element: HTMLElement;
}

const nameOf = ({ code, file, message }: LiveProblem) => JSON.stringify([code, file, message]);

/** No remaining row is removed on the way: it would lose the focus. */
function place(list: HTMLElement, rows: readonly HTMLElement[]): void {
  for (const row of [...list.children]) if (!rows.includes(row as HTMLElement)) row.remove();
  for (const [index, row] of rows.entries())
    if (list.children[index] !== row) list.insertBefore(row, list.children[index] ?? null);
}

/** On the same problem, or on the one now at its position. */
function focusAgain(before: Row, index: number, rows: readonly Row[]): void {
  const row = rows.find(({ name }) => name === before.name) ?? rows[Math.min(index, rows.length - 1)];
  if (!row || row.element.matches(":focus-within")) return;
  const target = row.element.querySelector<HTMLElement>("a, button, pre") ?? row.element;
  if (target === row.element) target.tabIndex = -1;
  target.focus();
}

function item(problem: LiveProblem): HTMLElement {
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
