// A file and other words for one of its texts → the file with these, or without the text.

import { valueAt } from "../content/schema/schema-walk.ts";
import { parseSource } from "../content/sources/parse-source.ts";
import type { Path } from "../content/sources/source-document.ts";
import { type Diagnostic, isProblem } from "../diagnostics/diagnostic.ts";
import { locateText, withLines } from "./locate-text.ts";
import type { OpenFile } from "./open-file.ts";
import { rewriteFile } from "./rewrite-file.ts";
import { changed, IN_EDITOR, refused } from "./rewrite-problems.ts";
import { editValues } from "./rewrite-values.ts";
import type { Edit } from "./text-place.ts";

type TextEdit = Pick<Edit, "path" | "block" | "was"> & { readonly text: string };

/** The file as it will be on disk. EDIT_CHANGED where its text differs from `was`, EDIT_REFUSED where it cannot be done. */
export function editText(file: OpenFile, { path, block, was, text }: TextEdit): string | Diagnostic {
  const located = locateText(file, { path, block });
  if (isProblem(located)) return located;
  if (located.text !== was) return changed(file.source.file, located.line);
  const value = withLines(located.value, block, text.replace(/\r\n?/g, "\n"));
  if (value === located.value) return file.raw;
  const splice = located.write(value);
  if (isProblem(splice)) return splice;
  return rewriteFile(file, [splice], withValue(parseSource(file.source).data, path, value));
}

/** Takes a text out, with its line. Returns EDIT_REFUSED where it cannot be done. */
export function removeText(file: OpenFile, path: Path): string | Diagnostic {
  const { raw, source, front } = file;
  const located = locateText(file, { path });
  if (isProblem(located)) return located;
  const isBody = front !== undefined && path[0] === "body";
  const edited = isBody ? undefined : editValues(source, raw, withValue(parseSource(source).data ?? {}, path, null));
  if (typeof edited === "string") return edited;
  return refused(source.file, "This text cannot be removed on its own.", IN_EDITOR, located.line);
}

/** The same with this text at the path; with null, without what is there. */
function withValue<Data>(data: Data, path: Path, value: string | null): Data {
  const edited = structuredClone(data);
  const [holder, step = ""] = [valueAt(edited, path.slice(0, -1)) as Record<string, unknown>, path.at(-1)];
  if (value !== null) holder[step] = value;
  else if (Array.isArray(holder)) holder.splice(Number(step), 1);
  else delete holder[step];
  return edited;
}
