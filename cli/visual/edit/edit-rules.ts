import type { FieldUse } from "../../../templates/kit/collect-fields.ts";
import type { SourceRef } from "../../content/list-sources.ts";
import type { SourceFile } from "../../content/read-sources.ts";
import type { Path } from "../../content/yaml/source-document.ts";
import type { Diagnostic } from "../../diagnostics/diagnostic.ts";

/** What the site says of its content files: which there are, what stands in them, and what may. */
export interface SiteRules {
  /** By its path from the project root; undefined for a file that nothing reads. */
  sourceOf(file: string): SourceRef | undefined;
  /** All that is wrong with a file that holds this text. */
  check(file: SourceFile): readonly Diagnostic[];
  /** The texts, pictures and links in it. */
  fields(file: SourceFile): readonly FieldUse[];
  /** What a value is for, as its schema says. */
  describe(ref: SourceRef, data: unknown, path: Path): string | undefined;
}
