// site.yaml, parsed → its values as written, checked by the schema of the templates and by that of the build, with the command's overrides.

import type * as z from "zod";
import { type Diagnostic, isRepeated } from "../../diagnostics/diagnostic.ts";
import { type Validated, validateDated, validateEntry } from "../entries/validate-entry.ts";
import type { Clock } from "../publication/clock.ts";
import type { DatedPart } from "../publication/windows.ts";
import type { FieldVisitor } from "../schema/entry-fields.ts";
import type { SectionSchemas } from "../schema/explain-issue.ts";
import { schemaAt } from "../schema/schema-walk.ts";
import type { ParsedSource } from "../sources/locate.ts";
import { DEFAULT_ZONE, override, type SettingsConfig, without } from "./override-settings.ts";

/** What of the compiled templates the settings are read with. */
export interface SettingsProgram {
  readonly templates: { readonly settings: z.ZodType };
  /** The part of the settings that the build reads, whatever else there is. */
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
  parsed: ParsedSource,
  program: SettingsProgram,
  config: SettingsConfig,
  clock: Clock,
): RawSettings {
  const { data, isValid, dated, diagnostics } = validateDated(parsed, clock, validatorOf(program, config), true);
  return { values: override(data ?? {}, config), isValid, dated, diagnostics };
}

/** By both schemas: what both report is reported once. */
function validatorOf(
  { templates: { settings: schema }, buildSettingsSchema }: SettingsProgram,
  config: SettingsConfig,
) {
  // Keys of the build that this template set does not know are the build's alone.
  const buildKeys = keysOf(buildSettingsSchema).filter((key) => !keysOf(schema, buildSettingsSchema).includes(key));
  const urlOption = config.siteUrl === undefined ? {} : { url: config.siteUrl };
  return ({ data = {}, ...rest }: ParsedSource): Validated => {
    const validated = validateEntry({ ...rest, data: without(data, buildKeys) }, schema, noSections);
    const checkedByBuild = validateEntry({ ...rest, data: { ...urlOption, ...data } }, buildSettingsSchema, noSections);
    const ofBuild = Object.fromEntries(buildKeys.map((key) => [key, (checkedByBuild.data ?? data)[key]]));
    const more = checkedByBuild.diagnostics.filter((diagnostic) => !isRepeated(diagnostic, validated.diagnostics));
    return {
      data: { ...ofBuild, ...(validated.data ?? data) },
      isValid: validated.isValid && checkedByBuild.isValid,
      diagnostics: [...validated.diagnostics, ...more],
    };
  };
}

/** The time zone that is written, where it is valid: dates are read with it before all else. */
export function zoneOf({ data }: ParsedSource, { buildSettingsSchema }: SettingsProgram): string {
  const zone = schemaAt(buildSettingsSchema, ["timeZone"], {}).schema?.safeParse(data?.timeZone);
  return zone?.success ? String(zone.data) : DEFAULT_ZONE;
}

/** The keys that an object schema declares; those of `otherwise` where it is none. */
const keysOf = (schema: z.ZodType, otherwise = schema): string[] =>
  Object.keys((schema as z.ZodObject).shape ?? (otherwise as z.ZodObject).shape ?? {});
