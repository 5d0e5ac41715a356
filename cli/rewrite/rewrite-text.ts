// A file whose texts are read, changed and taken out one by one.

import { valueAt } from "../content/schema/schema-walk.ts";
import { parseSource } from "../content/sources/parse-source.ts";
import type { SourceFile } from "../content/sources/read-source.ts";
import type { Path } from "../content/sources/source-document.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { HOW_TO_TYPE, locateText } from "./locate-text.ts";
import { openFile, rewriteFile, sourceOfRaw } from "./rewrite-file.ts";
import { changed, refused } from "./rewrite-problems.ts";
import { editValues } from "./rewrite-values.ts";
import type { Edit, TextPlace } from "./text-place.ts";

export interface EditedSource {
  /** The file's text as it will be written. */
  readonly raw: string;
  /** The same as the build will read it. */
  readonly source: SourceFile;
  /** Where the text begins; both start at 1. */
  readonly line: number;
}

export type EditableSource = ReturnType<typeof openSource>;

/** `raw` is the file's text as it is on disk. */
export function openSource(ref: Omit<SourceFile, "text">, raw: string) {
  const file = openFile(ref, raw);
  const { source } = file;
  return {
    source,
    /** EDIT_REFUSED where there is no text that can be changed alone. */
    locate: (place: Omit<TextPlace, "file">) => locateText(file, place),
    /** EDIT_CHANGED where the file's text differs from `was`, EDIT_REFUSED where it cannot be done. */
    edit({ path, block, was, text: typed }: TypedText): EditedSource | Diagnostic {
      const text = typed.replace(/\r\n?/g, "\n");
      const located = locateText(file, { path, block });
      if ("code" in located) return located;
      const { line } = located;
      if (located.text !== was) return changed(ref.file, line);
      if (located.text === text) return { raw, source, line };
      const value = located.valueWith(text);
      const splice = located.splice(value);
      if ("code" in splice) return splice;
      const { data, diagnostics } = parseSource(source);
      const unwritten = "These words cannot be written at this place of the file.";
      const edited = rewriteFile(file, { splices: [splice], gone: [] }, withValue(data, path, value), unwritten);
      if (typeof edited !== "string") return edited;
      const rewritten = sourceOfRaw(ref, edited);
      if (parseSource(rewritten).diagnostics.length <= diagnostics.length)
        return { raw: edited, source: rewritten, line };
      return refused(ref.file, "There is a character in these words that cannot be seen.", HOW_TO_TYPE);
    },
  };
}

type TypedText = Pick<Edit, "path" | "block" | "was"> & { readonly text: string };

/** Takes a text out, with its line. Returns EDIT_REFUSED where it cannot be done. */
export function removeText(ref: Omit<SourceFile, "text">, raw: string, path: Path): EditedSource | Diagnostic {
  const { source, locate } = openSource(ref, raw);
  const located = locate({ path });
  if ("code" in located) return located;
  const { line } = located;
  const isBody = ref.format === "markdown" && path[0] === "body";
  const values = parseSource(source).data ?? {};
  const edited = isBody ? undefined : editValues(ref, raw, withValue(values, path, null));
  if (typeof edited === "string") return { raw: edited, source: sourceOfRaw(ref, edited), line };
  return refused(ref.file, "This text cannot be removed on its own.", "open the file in an editor", line);
}

/** The same with this text at the path; with null, without what is there. */
function withValue<Data>(data: Data, path: Path, value: string | null): Data {
  const now = structuredClone(data);
  const [holder, step = ""] = [valueAt(now, path.slice(0, -1)) as Record<string, unknown>, path.at(-1)];
  if (value !== null) holder[step] = value;
  else if (Array.isArray(holder)) holder.splice(Number(step), 1);
  else delete holder[step];
  return now;
}
