// What the CMS knows of the site that it changes, and of the forms that are open.

import type { JsonSchema } from "../../../templates/kit/for-build/index.ts";
import type { LoadedTemplates } from "../../bundle/templates.ts";
import type { Config } from "../../config/resolve-config.ts";
import type { SourceRef } from "../../content/sources/list-sources.ts";
import type { Diagnostic } from "../../diagnostics/diagnostic.ts";
import type { SiteRules } from "../text/site-rules.ts";

/** The entry with which a form was filled, or that it has saved since. */
export interface FilledForm {
  readonly path: string;
  readonly hash: string;
}

export interface CmsSite {
  readonly config: Pick<Config, "root" | "contentDir">;
  readonly templates: LoadedTemplates;
  /** By the name of the collection; "" is site.yaml. */
  readonly schemas: ReadonlyMap<string, JsonSchema>;
  readonly rules: SiteRules;
  /** Forms by their version or, without one, by path. */
  readonly filled: Map<string, FilledForm>;
  /** Pictures that open forms know by another name than they were kept under. */
  readonly renamed: Map<string, string>;
  /** Both have changed nothing where they reject; with `rename`, links and references follow, and the old address leads on. */
  readonly retire: (entry: string, to: string | undefined) => Promise<unknown>;
  readonly rename: (entry: string, to: string) => Promise<unknown>;
  /** The problems of the whole site, as a build would find them now. */
  readonly errors: () => Promise<readonly Diagnostic[]>;
  /** Called when a file was written or removed. */
  readonly onSaved: () => void;
}

export const schemaFor = ({ collection }: SourceRef, { schemas }: CmsSite): JsonSchema => schemas.get(collection) ?? {};
