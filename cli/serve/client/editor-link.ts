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

/** Asks the server to open an editor. Where it knows none, the browser follows the link of the editor. */
export async function requestEditor(place: EditorPlace): Promise<void> {
  if (session.open === undefined) return;
  const { ok } = await post(session.open, place);
  if (!ok) location.href = editorUrl(place);
}

/** Plain text where the whole path is unknown: on another machine there is nothing to open. */
export function editorLink(
  { path, ...position }: Omit<EditorPlace, "path"> & { readonly path: string | undefined },
  label: string,
) {
  if (path === undefined) return element("span", { textContent: label, className: "place" });
  const place = { path, ...position };
  const link = element("a", { href: editorUrl(place), textContent: label, className: "place" });
  link.title = "Open in the editor";
  link.addEventListener("click", (event) => {
    event.preventDefault();
    void requestEditor(place);
  });
  return link;
}
