import type { ReactElement } from "react";
import type { compileFieldVisitor } from "../../templates/kit/collect-fields.ts";
import type { jsonSchemaOf } from "../../templates/kit/json-schema.ts";
import type { TemplateSet } from "../../templates/kit/template-set.ts";

/**
 * What the compiled templates give: the set itself, the HTML renderer they were compiled with, the walk over marked fields, and schemas in
 * the form that editors read.
 */
export interface TemplateProgram {
  readonly templates: TemplateSet;
  readonly toHtml: (element: ReactElement) => string;
  readonly compileFieldVisitor: typeof compileFieldVisitor;
  readonly jsonSchemaOf: typeof jsonSchemaOf;
}

/** The templates as loaded: the file lets another thread load the same ones, `css` is minified and ready to stand in a page. */
export interface LoadedTemplates extends TemplateProgram {
  readonly programFile: string;
  readonly sources: TemplateSources;
  readonly css: StyleSheets;
  readonly client: ClientBundle;
}

/** Where the templates stand, and how messages call the folder. */
export interface TemplateSources {
  readonly dir: string;
  readonly shown: string;
}

/** What runs in browsers. */
export interface ClientBundle {
  /** The address of the script that pages with an island carry; "" where there is no island at all. */
  readonly loader: string;
  readonly islands: readonly string[];
  /** Paths below the output folder, with forward slashes. */
  readonly files: readonly { readonly path: string; readonly text: string }[];
}

export interface StyleSheets {
  /** What every page carries. */
  readonly base: string;
  readonly byType: Readonly<Record<string, string>>;
}
