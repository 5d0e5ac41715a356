// The list of problems over the last good page, in a shadow tree: its styles and those of the page do not affect each other.

import type { LiveProblem } from "../live-message.ts";
import { editorLink } from "./editor-link.ts";
import { element, mountShadow, paragraph } from "./element.ts";
import { formLink } from "./form-link.ts";

/** Never over the whole page: the last good version must stay visible. */
const overlayCss = `
:host { all: initial; }
section { position: fixed; inset: auto 0 0 0; z-index: 2147483647; display: flex; justify-content: center; pointer-events: none;
  font: 16px/1.5 system-ui, sans-serif; color: #f4f1ea; }
.box { pointer-events: auto; box-sizing: border-box; width: min(60rem, 100%); max-height: 60vh; overflow: auto; padding: 0 1.25rem 1rem;
  background: #161c28; border-top: 4px solid #ff6b5e; box-shadow: 0 -8px 40px #0009; border-radius: 10px 10px 0 0; }
.box:not([open]) { width: auto; padding-bottom: 0; }
summary { position: sticky; top: 0; padding: .75rem 0; background: #161c28; font-weight: 700; cursor: pointer; }
ol { margin: 0; padding: 0; list-style: none; }
li { padding: .75rem 0 1rem; border-top: 1px solid #39435a; }
h2 { margin: 0 0 .25rem; font-size: 1.25rem; color: #ffb4a9; }
p { margin: .25rem 0; }
.message { font-size: 1.125rem; }
.lead, .code { color: #aeb8cc; font-size: .875rem; }
.hint { color: #ffd596; }
.form { color: #9cc8ff; white-space: nowrap; }
.place { color: #9cc8ff; font-family: ui-monospace, monospace; }
pre { margin: .5rem 0; padding: .75rem; overflow: auto; background: #0b111b; border-radius: 6px; font: 14px/1.5 ui-monospace, monospace; }
:focus-visible { outline: 3px solid #ffd596; outline-offset: 2px; border-radius: 4px; }
.unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
`;

/** In the page from the start: screen readers do not announce a live region that is added with its text. */
const status = element("p", { className: "unseen", role: "status" });
mountShadow("eventsite-status", overlayCss).append(status);
let open: ProblemList | undefined;
/** The problems of the last call, as JSON. */
let lastProblems = "[]";
let onHeight: (height: number) => void = () => {};

/** Calls with the height of the list, in CSS pixels, when it changes; 0 without problems. */
export function followHeight(listener: (height: number) => void): void {
  onHeight = listener;
}

/** Closes the overlay where there are none. */
export function showProblems(problems: readonly LiveProblem[]): void {
  const json = JSON.stringify(problems);
  if (json === lastProblems) return;
  lastProblems = json;
  status.textContent = problems.length === 0 ? "All problems are fixed" : countOf(problems);
  if (problems.length > 0) {
    open ??= mount();
    open.show(problems);
  } else {
    open?.remove();
    open = undefined;
    onHeight(0);
  }
}

const countOf = ({ length }: readonly LiveProblem[]) => (length === 1 ? "1 problem" : `${length} problems`);

interface ProblemList {
  show(problems: readonly LiveProblem[]): void;
  remove(): void;
}

function mount(): ProblemList {
  const root = mountShadow("eventsite-overlay", overlayCss);
  const count = element("span", {});
  const summary = element("summary", { title: "F8" }, count);
  const list = element("ol", {});
  const box = element("details", { className: "box", open: true });
  box.append(
    summary,
    paragraph("The page is the last good version. This list closes when the problems are fixed.", "lead"),
    list,
  );
  root.append(element("section", { ariaLabel: "Problems of the site", role: "region" }, box));
  const onKey = (event: KeyboardEvent) => {
    if (event.key !== "F8") return;
    event.preventDefault();
    box.open = true;
    summary.focus();
  };
  addEventListener("keydown", onKey);
  box.addEventListener("keydown", ({ key }) => {
    if (key !== "Escape") return;
    box.open = false;
    summary.focus();
  });
  const size = new ResizeObserver(() => onHeight(box.offsetHeight));
  size.observe(box);
  return {
    show(problems) {
      count.textContent = countOf(problems);
      const focused = [...list.children].findIndex((row) => row.contains(root.activeElement));
      list.replaceChildren(...problems.map(problemRow));
      // The focus stays in the list.
      if (focused !== -1) list.children[Math.min(focused, problems.length - 1)]?.querySelector("a")?.focus();
    },
    remove() {
      size.disconnect();
      removeEventListener("keydown", onKey);
      root.host.remove();
    },
  };
}

/** A problem or a warning, worded as in the terminal. */
export function problemRow(problem: LiveProblem): HTMLElement {
  const { code, message, hint, frame } = problem;
  const row = element("li", {});
  if (code === "RENDER_FAILED") row.append(element("h2", { textContent: "Unexpected Application Error!" }));
  row.append(paragraph(message, "message"));
  const link = problemLink(problem);
  if (link) row.append(link);
  const form = formLink(problem);
  if (form) row.append(" ", form);
  if (frame) row.append(element("pre", { textContent: frame, tabIndex: 0 }));
  if (hint) row.append(paragraph(`hint: ${hint}`, "hint"));
  row.append(paragraph(code, "code"));
  return row;
}

function problemLink({ path, file, line = 1, column = 1, frame }: LiveProblem): HTMLElement | undefined {
  if (file === undefined) return undefined;
  const place = frame === undefined && line === 1 ? file : `${file}:${line}:${column}`;
  return editorLink({ path, line, column }, place);
}
