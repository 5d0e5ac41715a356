// The list of problems over the last good page. It is in a shadow tree with its own style sheet: neither the page's styles nor its policy
// affect it, and it does not affect the page.
import type { LiveProblem } from "../live-message.ts";
import { editorLink } from "./editor-link.ts";
import { element, mountShadow, paragraph } from "./element.ts";
import { overlayCss } from "./overlay-css.ts";

export interface Overlay {
  /** None: the overlay closes. */
  show(problems: readonly LiveProblem[]): void;
  /** Calls with the height of the list, in CSS pixels, when it changes; 0 without problems. */
  follow(onHeight: (height: number) => void): void;
}

export function createOverlay(): Overlay {
  const report = mountStatus();
  let open: OpenOverlay | undefined;
  let shown = "[]";
  let onHeight: (height: number) => void = () => {};
  return {
    follow(listener) {
      onHeight = listener;
    },
    show(problems) {
      const key = JSON.stringify(problems);
      if (key === shown) return;
      shown = key;
      report(problems.length === 0 ? "All problems are fixed" : countOf(problems));
      if (problems.length > 0) {
        open ??= mount((height) => onHeight(height));
        open.show(problems);
      } else {
        open?.remove();
        open = undefined;
        onHeight(0);
      }
    },
  };
}

const countOf = ({ length }: readonly LiveProblem[]) => (length === 1 ? "1 problem" : `${length} problems`);

interface OpenOverlay {
  show(problems: readonly LiveProblem[]): void;
  remove(): void;
}

function mount(onHeight: (height: number) => void): OpenOverlay {
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

/** In the page from the start: screen readers do not announce a live region that is added with its text. */
function mountStatus(): (text: string) => void {
  const status = element("p", { className: "unseen", role: "status" });
  mountShadow("eventsite-status", overlayCss).append(status);
  return (text) => {
    status.textContent = text;
  };
}

function problemRow(problem: LiveProblem): HTMLElement {
  const { code, message, hint, frame } = problem;
  const row = element("li", {});
  if (code === "RENDER_FAILED") row.append(element("h2", { textContent: "Unexpected Application Error!" }));
  row.append(paragraph(message, "message"));
  const link = problemLink(problem);
  if (link) row.append(link);
  if (frame) row.append(element("pre", { textContent: frame, tabIndex: 0 }));
  if (hint) row.append(paragraph(`hint: ${hint}`, "hint"));
  row.append(paragraph(code, "code"));
  return row;
}

function problemLink({ path, file, line = 1, column = 1, ...rest }: LiveProblem): HTMLElement | undefined {
  if (file === undefined) return undefined;
  const place = rest.frame === undefined && line === 1 ? file : `${file}:${line}:${column}`;
  return editorLink({ path, line, column }, place);
}
