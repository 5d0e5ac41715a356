// What is wrong with a picture → the content line that names it.
import type { SourceRef } from "../../content/list-sources.ts";
import { documentAt } from "../../content/parse-source.ts";
import type { Diagnostic } from "../../diagnostics/diagnostic.ts";
import type { PictureFinding } from "./read-header.ts";

/** A picture that several files name is reported once, at the first of them. `filesOf` gives those files by the picture's name. */
export function locateFindings(
  findings: readonly (PictureFinding & { readonly src: string })[],
  filesOf: ReadonlyMap<string, readonly string[]>,
  sources: readonly SourceRef[],
): Diagnostic[] {
  return findings.map(({ code, severity, message, hint, src }) => {
    const [file = "", ...others] = filesOf.get(src) ?? [];
    const reported = `The picture "${src}" ${message}${others.length > 0 ? ` ${alsoIn(others)}` : ""}`;
    const ref = sources.find((source) => source.file === file);
    const document = ref && documentAt(ref);
    const place = document?.find(src);
    return document && place
      ? document.report(code, place, reported, hint, severity)
      : { code, severity, message: reported, hint, file };
  });
}

const alsoIn = ([first, ...others]: readonly string[]): string =>
  `It is also named in ${first}${others.length > 0 ? ` and ${others.length} more` : ""}.`;
