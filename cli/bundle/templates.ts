import type { ReactElement } from "react";
import type { checkValue, compileFieldVisitor, jsonSchemaOf } from "../../templates/kit/for-build/index.ts";
import type { buildSettingsSchema, TemplateSet } from "../../templates/kit/index.ts";

/** What the compiled templates export: the set, and the functions of the kit that have to share its libraries. */
export interface TemplateProgram {
  readonly templates: TemplateSet;
  /** The renderer that the templates were compiled with. */ readonly toHtml: (element: ReactElement) => string;
  /** Checks a value against a schema. */ readonly checkValue: typeof checkValue;
  /** Visits the marked fields of a value. */ readonly compileFieldVisitor: typeof compileFieldVisitor;
  /** A schema in the form that editors read. */ readonly jsonSchemaOf: typeof jsonSchemaOf;
  /** The schema of the settings that the build itself reads. */ readonly buildSettingsSchema: typeof buildSettingsSchema;
}

/** Loaded templates. Another thread can load the same file. `css` is minified and ready for a page. */
export interface LoadedTemplates extends TemplateProgram {
  readonly programFile: string;
  readonly sources: TemplateSources;
  readonly css: CompiledStyles;
  readonly client: ClientBundle;
}

/** The templates' folder, and its name in messages. */
export interface TemplateSources {
  readonly dir: string;
  readonly name: string;
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
