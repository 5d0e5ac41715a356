// Parsed site.yaml → its values as written, with the command's overrides, checked by the schema of the templates and by that of the build.

import type * as z from "zod";
import { type Diagnostic, isRepeated } from "../../diagnostics/diagnostic.ts";
import { type Validated, validateDated, validateEntry } from "../entries/validate-entry.ts";
import type { Clock } from "../publication/clock.ts";
import type { DatedPart } from "../publication/windows.ts";
import type { FieldVisitor } from "../schema/entry-fields.ts";
import type { SectionSchemas } from "../schema/explain-issue.ts";
import { schemaAt } from "../schema/schema-walk.ts";
import type { ParsedSource } from "../sources/locate.ts";
import { DEFAULT_ZONE, override, type SettingsConfig, withoutKeys } from "./override-settings.ts";

/** The parts of the compiled templates that reading the settings needs. */
export interface SettingsProgram {
  readonly templates: { readonly settings: z.ZodType };
  /** The schema of the settings that the build reads. */
  readonly buildSettingsSchema: z.ZodType;
  readonly compileFieldVisitor: (schema: z.ZodType) => FieldVisitor;
}

/** Tokens are not filled in. */
export interface RawSettings {
  readonly values: Readonly<Record<string, unknown>>;
  readonly isValid: boolean;
  readonly dated: readonly DatedPart[];
  readonly diagnostics: readonly Diagnostic[];
}

const noSections: SectionSchemas = new Map();

export function validateSettings(
  parsedSource: ParsedSource,
  program: SettingsProgram,
  config: SettingsConfig,
  clock: Clock,
): RawSettings {
  const { data, isValid, dated, diagnostics } = validateDated(parsedSource, clock, validatorOf(program, config), true);
  return { values: override(data ?? {}, config), isValid, dated, diagnostics };
}

/** Validates by both schemas. A problem that both report is reported once. */
function validatorOf(
  { templates: { settings: schema }, buildSettingsSchema }: SettingsProgram,
  config: SettingsConfig,
) {
  // Keys that this template set does not know are for the build alone.
  const buildKeys = keysOf(buildSettingsSchema).filter((key) => !keysOf(schema, buildSettingsSchema).includes(key));
  const urlOption = config.siteUrl === undefined ? {} : { url: config.siteUrl };
  return ({ data = {}, ...origin }: ParsedSource): Validated => {
    const validated = validateEntry({ ...origin, data: withoutKeys(data, buildKeys) }, schema, noSections);
    const checkedByBuild = validateEntry(
      { ...origin, data: { ...urlOption, ...data } },
      buildSettingsSchema,
      noSections,
    );
    const ofBuild = Object.fromEntries(buildKeys.map((key) => [key, (checkedByBuild.data ?? data)[key]]));
    const buildDiagnostics = checkedByBuild.diagnostics.filter(
      (diagnostic) => !isRepeated(diagnostic, validated.diagnostics),
    );
    return {
      data: { ...ofBuild, ...(validated.data ?? data) },
      isValid: validated.isValid && checkedByBuild.isValid,
      diagnostics: [...validated.diagnostics, ...buildDiagnostics],
    };
  };
}

/** The time zone in the file, if it is valid: it is needed first, to read dates. */
export function zoneOf({ data }: ParsedSource, { buildSettingsSchema }: SettingsProgram): string {
  const zone = schemaAt(buildSettingsSchema, ["timeZone"], {}).schema?.safeParse(data?.timeZone);
  return zone?.success ? String(zone.data) : DEFAULT_ZONE;
}

/** The keys of an object schema; those of `otherwise` for another schema. */
const keysOf = (schema: z.ZodType, otherwise = schema): string[] =>
  Object.keys((schema as z.ZodObject).shape ?? (otherwise as z.ZodObject).shape ?? {});
