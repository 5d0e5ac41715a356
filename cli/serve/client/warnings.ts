// The number of warnings in a corner of the page, and the list of them when it is opened: nothing of it stops a build.
import type { LiveProblem } from "../live-message.ts";
import { element, mountShadow } from "./element.ts";
import { problemRow } from "./overlay.ts";

/** Below the list of problems and above the bar of the tools. */
const WARNINGS_CSS = `
:host { all: initial; }
details { position: fixed; inset: auto auto 5rem 16px; z-index: 2147483640; box-sizing: border-box; max-width: min(40rem, calc(100vw - 2rem));
  max-height: 50vh; overflow: auto; padding: 0 .75rem; font: 14px/1.5 system-ui, sans-serif; color: #f4f1ea; background: #161c28;
  border: 1px solid #39435a; border-radius: 10px; overflow-wrap: anywhere; }
details:not([open]) { opacity: .85; }
summary { position: sticky; top: 0; padding: .375rem 0; background: #161c28; color: #ffd596; cursor: pointer; }
ol { margin: 0; padding: 0; list-style: none; }
li { padding: .5rem 0 .75rem; border-top: 1px solid #39435a; }
p { margin: .25rem 0; }
.code { color: #aeb8cc; font-size: .8125rem; }
.hint { color: #ffd596; }
.place { color: #9cc8ff; font-family: ui-monospace, monospace; }
pre { margin: .5rem 0; padding: .5rem; overflow: auto; background: #0b111b; border-radius: 6px; font: 13px/1.5 ui-monospace, monospace; }
:focus-visible { outline: 3px solid #ffd596; outline-offset: 2px; border-radius: 4px; }
@media print { details { display: none; } }
`;

let open: ReturnType<typeof mount> | undefined;
let shown = "[]";

/** Without warnings nothing is shown. An open list stays open. */
export function showWarnings(warnings: readonly LiveProblem[]): void {
  const key = JSON.stringify(warnings);
  if (key === shown) return;
  shown = key;
  if (warnings.length === 0) {
    open?.remove();
    open = undefined;
    return;
  }
  open ??= mount();
  open.show(warnings);
}

function mount() {
  const root = mountShadow("eventsite-warnings", WARNINGS_CSS);
  const summary = element("summary", {});
  const list = element("ol", {});
  root.append(element("details", {}, summary, list));
  return {
    show(warnings: readonly LiveProblem[]): void {
      summary.textContent = warnings.length === 1 ? "1 warning" : `${warnings.length} warnings`;
      list.replaceChildren(...warnings.map(problemRow));
    },
    remove: () => root.host.remove(),
  };
}
