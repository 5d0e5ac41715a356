import { element } from "./element.ts";
import { session } from "./session.ts";

/** `path` is the file's whole path. */
export interface EditorPlace {
  readonly path: string;
  readonly line: number;
  readonly column: number;
}

const addressOf = ({ path, line, column }: EditorPlace) =>
  `vscode://file/${encodeURI(path.replace(/^\//, ""))}:${line}:${column}`;

/** Asks the server to open an editor; where it knows none, the browser asks one that listens to such addresses. */
export async function openEditor(place: EditorPlace): Promise<void> {
  const { ok } = await fetch(session.open, {
    method: "POST",
    headers: { "content-type": "application/json", "x-eventsite-token": session.token },
    body: JSON.stringify(place),
  });
  if (!ok) location.href = addressOf(place);
}

export function editorLink(place: EditorPlace, words: string): HTMLElement {
  const link = element("a", { href: addressOf(place), textContent: words, className: "place" });
  link.title = "Open in the editor";
  link.addEventListener("click", (event) => {
    event.preventDefault();
    void openEditor(place);
  });
  return link;
}
