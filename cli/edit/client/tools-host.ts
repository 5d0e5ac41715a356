import { toolsCss } from "./tools-css.ts";

/** The name of the command key on this system. */
export const COMMAND_KEY = /Mac|iPhone|iPad/.test(navigator.platform) ? "Cmd" : "Ctrl";

/** A shadow tree over the page, which neither the page's styles nor its policy touch. */
export function mountTools(): ShadowRoot {
  const host = document.createElement("eventsite-words");
  const root = host.attachShadow({ mode: "open" });
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(toolsCss);
  root.adoptedStyleSheets = [sheet];
  document.body.append(host);
  return root;
}

/** One box at a time. Closing it, not removing it, gives the focus back. */
export function showDialog(root: ShadowRoot, dialog: HTMLDialogElement): void {
  const open = root.querySelector("dialog");
  open?.close();
  for (const before of root.querySelectorAll("dialog, .panel")) before.remove();
  root.append(dialog);
  dialog.showModal();
}
