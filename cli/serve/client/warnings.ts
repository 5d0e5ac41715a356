// The list of warnings, in a shadow tree of its own. Warnings never stop a build.
import type { LiveProblem } from "../live-message.ts";
import { element, mountShadow } from "./element.ts";
import { problemRow } from "./overlay.ts";

/** In a layer below the list of problems, and above the bar of the tools. */
const WARNINGS_CSS = `
:host { all: initial; }
details { position: fixed; inset: auto auto 5rem 16px; z-index: 2147483640; box-sizing: border-box; max-width: min(40rem, calc(100vw - 2rem));
  max-height: 50vh; overflow: auto; padding: 0 .75rem; font: 14px/1.5 system-ui, sans-serif; color: #f4f1ea; background: #161c28;
  border: 1px solid #39435a; border-radius: 10px; overflow-wrap: anywhere; }
/* There the bar of the tools has several rows, and takes the whole width. */
@media (max-width: 65rem) { details { inset: 10rem auto auto 16px; } }
details:not([open]) { opacity: .85; }
summary { position: sticky; top: 0; padding: .375rem 0; background: #161c28; color: #ffd596; cursor: pointer; }
ol { margin: 0; padding: 0; list-style: none; }
li { padding: .5rem 0 .75rem; border-top: 1px solid #39435a; }
p { margin: .25rem 0; }
.code { color: #aeb8cc; font-size: .8125rem; }
.hint { color: #ffd596; }
.form { color: #9cc8ff; white-space: nowrap; }
.place { color: #9cc8ff; font-family: ui-monospace, monospace; }
pre { margin: .5rem 0; padding: .5rem; overflow: auto; background: #0b111b; border-radius: 6px; font: 13px/1.5 ui-monospace, monospace; }
:focus-visible { outline: 3px solid #ffd596; outline-offset: 2px; border-radius: 4px; }
@media print { details { display: none; } }
`;

let open: WarningList | undefined;
/** The warnings of the last call, as JSON. */
let lastWarnings = "[]";

/** Removes the list where there are none. An open list stays open. */
export function showWarnings(warnings: readonly LiveProblem[]): void {
  const json = JSON.stringify(warnings);
  if (json === lastWarnings) return;
  lastWarnings = json;
  if (warnings.length === 0) {
    open?.remove();
    open = undefined;
    return;
  }
  open ??= mount();
  open.show(warnings);
}

interface WarningList {
  show(warnings: readonly LiveProblem[]): void;
  remove(): void;
}

function mount(): WarningList {
  const root = mountShadow("eventsite-warnings", WARNINGS_CSS);
  const summary = element("summary", {});
  const list = element("ol", {});
  root.append(element("details", {}, summary, list));
  return {
    show(warnings) {
      summary.textContent = warnings.length === 1 ? "1 warning" : `${warnings.length} warnings`;
      list.replaceChildren(...warnings.map(problemRow));
    },
    remove: () => root.host.remove(),
  };
}
