import { element } from "./element.ts";
import { post, session } from "./session.ts";

interface EditorPlace {
  /** The file's whole path. */
  readonly path: string;
  readonly line: number;
  readonly column: number;
}

const editorUrl = ({ path, line, column }: EditorPlace) =>
  `vscode://file/${encodeURI(path.replace(/^\//, ""))}:${line}:${column}`;

/** Asks the server to open an editor; where it knows none, the browser opens an editor: link. */
export async function requestEditor(place: EditorPlace): Promise<void> {
  if (session.open === undefined) return;
  const { ok } = await post(session.open, place);
  if (!ok) location.href = editorUrl(place);
}

/** Plain words where the whole path is not known: on another machine there is nothing to open. */
export function editorLink(
  { path, ...at }: Omit<EditorPlace, "path"> & { readonly path: string | undefined },
  words: string,
) {
  if (path === undefined) return element("span", { textContent: words, className: "place" });
  const place = { path, ...at };
  const link = element("a", { href: editorUrl(place), textContent: words, className: "place" });
  link.title = "Open in the editor";
  link.addEventListener("click", (event) => {
    event.preventDefault();
    void requestEditor(place);
  });
  return link;
}
