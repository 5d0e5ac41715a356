// The list of problems over the last good page. It stands in a shadow tree with a style sheet of its own: neither the page's styles nor its
// policy touch it, and nothing of it reaches the page.
import type { LiveProblem } from "../live-message.ts";
import { editorLink } from "./editor-link.ts";
import { element } from "./element.ts";
import { overlayCss } from "./overlay-css.ts";

export interface Overlay {
  /** None: the overlay goes. */
  show(problems: readonly LiveProblem[]): void;
}

export function createOverlay(): Overlay {
  let host: HTMLElement | undefined;
  let shown = "";
  return {
    show(problems) {
      const key = JSON.stringify(problems);
      if (key === shown) return;
      shown = key;
      if (problems.length === 0) {
        host?.remove();
        host = undefined;
        return;
      }
      host ??= mount();
      draw(host.shadowRoot as ShadowRoot, problems);
    },
  };
}

function mount(): HTMLElement {
  const host = document.createElement("eventsite-overlay");
  const root = host.attachShadow({ mode: "open" });
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(overlayCss);
  root.adoptedStyleSheets = [sheet];
  document.body.append(host);
  return host;
}

function draw(root: ShadowRoot, problems: readonly LiveProblem[]): void {
  const wasFolded = root.querySelector("details")?.open === false;
  const count = problems.length === 1 ? "1 problem" : `${problems.length} problems`;
  const box = element("details", { className: "box", open: !wasFolded });
  box.append(
    element("summary", { textContent: count }),
    element("p", {
      className: "lead",
      textContent: "The page stands as it last was. This goes by itself when it is mended.",
    }),
    list(problems),
  );
  box.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    box.open = false;
    box.querySelector("summary")?.focus();
  });
  const region = element("section", { ariaLabel: "Problems of the site", role: "region" });
  const news = element("p", { className: "unseen", role: "status", textContent: count });
  region.append(box, news);
  root.replaceChildren(region);
}

function list(problems: readonly LiveProblem[]): HTMLElement {
  const all = element("ol", {});
  all.append(...problems.map(item));
  return all;
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
  if (path === undefined) return undefined;
  const place = rest.frame === undefined && line === 1 ? file : `${file}:${line}:${column}`;
  return editorLink({ path, line, column }, place ?? "");
}
