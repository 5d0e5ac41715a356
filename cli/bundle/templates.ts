import type { ReactElement } from "react";
import type { checkValue, compileFieldVisitor, jsonSchemaOf } from "../../templates/kit/for-build/index.ts";
import type { buildSettingsSchema, TemplateSet } from "../../templates/kit/index.ts";

/**
 * What the compiled templates export: the set itself, the HTML renderer they were compiled with, the check of values against schemas, the
 * walk over marked fields, schemas in the form that editors read, and the schema of the settings that the build itself reads.
 */
export interface TemplateProgram {
  readonly templates: TemplateSet;
  readonly toHtml: (element: ReactElement) => string;
  readonly checkValue: typeof checkValue;
  readonly compileFieldVisitor: typeof compileFieldVisitor;
  readonly jsonSchemaOf: typeof jsonSchemaOf;
  readonly buildSettingsSchema: typeof buildSettingsSchema;
}

/** The loaded templates: another thread can load the same file; `css` is minified and ready for a page. */
export interface LoadedTemplates extends TemplateProgram {
  readonly programFile: string;
  readonly sources: TemplateSources;
  readonly css: CompiledStyles;
  readonly client: ClientBundle;
}

/** The templates' folder, and its name in messages. */
export interface TemplateSources {
  readonly dir: string;
  readonly shown: string;
}

export interface ClientBundle {
  /** The address of the script on pages with an island; "" if there is no island at all. */
  readonly loader: string;
  readonly islands: readonly string[];
  /** Paths below the output folder, with forward slashes. */
  readonly files: readonly { readonly path: string; readonly text: string }[];
}

export interface CompiledStyles {
  /** The CSS of every page. */
  readonly base: string;
  readonly byType: Readonly<Record<string, string>>;
}
