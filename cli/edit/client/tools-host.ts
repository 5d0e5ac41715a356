// The elements that these tools add to the page: one shadow tree, with one box at a time.
import { mountShadow } from "../../serve/client/element.ts";
import { isOurs } from "../../serve/client/morph.ts";

/** In the style of the overlay. */
const TOOLS_CSS = `
:host { all: initial; }
* { box-sizing: border-box; }
.outline { position: fixed; z-index: 2147483645; pointer-events: none; border: 2px solid #2f6fed; outline: 2px solid #fff; border-radius: 4px;
  background: #2f6fed1a; }
.bar { position: fixed; inset: auto 16px 16px auto; z-index: 2147483647; display: flex; flex-direction: column; align-items: end; gap: .5rem;
  width: max-content; max-width: calc(100vw - 2rem); font: 15px/1.4 system-ui, sans-serif; color: #f4f1ea; }
.switch, .notice { display: flex; flex-wrap: wrap; gap: .5rem; align-items: center; padding: .5rem .75rem; background: #161c28;
  border: 1px solid #39435a; border-radius: 10px; box-shadow: 0 8px 30px #0008; }
.notice { max-width: 46rem; overflow-wrap: anywhere; }
.notice div { flex: 1 1 8rem; }
.notice p { margin: 0; }
.notice button { align-self: start; }
button { padding: .4rem .8rem; font: inherit; color: #f4f1ea; background: #2a3448; border: 1px solid #56627d; border-radius: 6px; cursor: pointer; }
a { color: #9cc8ff; }
button:hover { background: #364360; }
button.main { color: #10151f; background: #ffd596; border-color: #ffd596; font-weight: 600; }
button[aria-pressed=true]::before { content: "● "; color: #7ee0a1; }
button[aria-pressed=false]::before { content: "○ "; color: #aeb8cc; }
button:disabled, button[aria-disabled=true] { opacity: .6; cursor: default; }
.travel { position: fixed; inset: 6rem 16px auto auto; z-index: 2147483646; margin: 0; padding: .5rem .75rem; font: 15px/1.4 system-ui, sans-serif;
  color: #f4f1ea; background: #161c28; border: 1px solid #39435a; border-radius: 10px; box-shadow: 0 8px 30px #0008; }
.travel input { width: auto; margin-left: .5rem; padding: .25rem .5rem; color-scheme: dark; }
.hint { color: #aeb8cc; font-size: .875rem; }
dialog, .panel { position: fixed; inset: auto; width: min(34rem, calc(100vw - 2rem)); max-height: min(40rem, calc(100vh - 2rem)); margin: 0;
  padding: 1rem 1.25rem; overflow: auto; font: 16px/1.5 system-ui, sans-serif; color: #f4f1ea; background: #161c28; border: 0;
  border-top: 4px solid #ffd596; border-radius: 10px; box-shadow: 0 8px 40px #000b; overflow-wrap: anywhere; }
.panel { inset: auto auto 1rem 1rem; z-index: 2147483647; max-height: 60vh; border-color: #6ea8ff; }
.panel.right { inset: auto 1rem 1rem auto; }
.panel:focus { outline: none; }
.panel h2 { margin-right: 2rem; }
.panel li { padding: .5rem 0; border-top: 1px solid #39435a; }
.panel .close { position: absolute; inset: .75rem .75rem auto auto; width: 2rem; height: 2rem; padding: 0; font-size: 1.25rem; line-height: 1; }
summary { padding: .5rem 0 0; color: #aeb8cc; cursor: pointer; }
dialog::backdrop { background: #0b111b33; }
h2 { margin: 0 0 .25rem; font-size: 1.125rem; }
h3 { margin: .5rem 0 0; font-size: .9375rem; color: #aeb8cc; }
p { margin: .25rem 0; }
label { display: block; margin: .5rem 0 .25rem; font-weight: 600; }
textarea, input { width: 100%; padding: .5rem .625rem; font: inherit; color: #f4f1ea; background: #0b111b; border: 1px solid #56627d; border-radius: 6px; }
textarea { min-height: 2.75rem; resize: vertical; field-sizing: content; max-height: 18rem; }
textarea[data-lines] { font-family: ui-monospace, monospace; font-size: .9375rem; }
.what, .note { color: #aeb8cc; font-size: .875rem; }
.note { padding: .5rem .75rem; border-left: 3px solid #6ea8ff; background: #0b111b; }
.place { color: #9cc8ff; font-family: ui-monospace, monospace; font-size: .875rem; }
[role=alert] { color: #ffb4a9; }
[role=alert] .said { margin: .5rem 0; padding: .5rem .75rem; color: #f4f1ea; background: #0b111b; white-space: pre-wrap; border-radius: 6px; }
[role=alert] .hint { color: #ffd596; }
.doings { display: flex; flex-wrap: wrap; gap: .5rem; margin-top: .75rem; }
ul { margin: .5rem 0 0; padding: 0; list-style: none; }
li button { width: 100%; margin-top: .25rem; text-align: left; }
li .what { display: block; }
:focus-visible { outline: 3px solid #ffd596; outline-offset: 2px; border-radius: 4px; }
`;

export const root = mountShadow("eventsite-words", TOOLS_CSS);

/** Whether an event is on an element that these tools or the overlay added to the page. */
export const isOnTools = (event: Event): boolean =>
  event.composedPath().some((node) => node instanceof Node && isOurs(node));

/** The name of the command key on this system. */
export const COMMAND_KEY = /Mac|iPhone|iPad/.test(navigator.platform) ? "Cmd" : "Ctrl";

/** The distance to the edges of the screen and to the text, in CSS pixels. */
export const GAP = 12;

/** Named by its heading `name`. To give the focus back, close the dialog; do not remove it. */
export function showDialog(dialog: HTMLDialogElement, near?: DOMRect): void {
  root.querySelector("dialog")?.close();
  for (const open of root.querySelectorAll("dialog, .panel")) open.remove();
  dialog.setAttribute("aria-labelledby", "name");
  dialog.addEventListener("close", () => dialog.remove());
  // Keyboard shortcuts of the page do not work in the box.
  dialog.addEventListener("keydown", (event) => event.stopPropagation());
  root.append(dialog);
  dialog.showModal();
  stand(dialog, near);
}

/** Below the text, or above it, or as near as the screen allows. */
function stand(dialog: HTMLElement, near: DOMRect | undefined): void {
  const { width, height } = dialog.getBoundingClientRect();
  const mostLeft = innerWidth - width - GAP;
  const mostTop = innerHeight - height - GAP;
  const below = near ? near.bottom + GAP : mostTop / 2;
  const above = near ? near.top - height - GAP : below;
  const top = below <= mostTop || above < GAP ? below : above;
  dialog.style.left = `${Math.max(GAP, Math.min(near?.left ?? mostLeft / 2, mostLeft))}px`;
  dialog.style.top = `${Math.max(GAP, Math.min(top, mostTop))}px`;
}
