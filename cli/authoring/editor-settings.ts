// Adds our schemas to the settings of VS Code, so that it completes and checks content. Pure.
import { isMapping } from "../content/yaml/mapping.ts";
import { EventsiteError } from "../diagnostics/diagnostic.ts";

export const SCHEMA_DIR = ".vscode/schemas";
export const SETTINGS = ".vscode/settings.json";

const KEY = "yaml.schemas";

/**
 * The settings with `mapping` (schema → files). All other keys stay, and so do mappings to other schemas. If nothing changes, the text is
 * returned as it is. Throws SCHEMA_SETTINGS for a file that is not plain JSON.
 */
export function mapSchemas(text: string | undefined, mapping: Readonly<Record<string, string>>): string {
  const settings = text === undefined || text.trim() === "" ? {} : parseSettings(text, mapping);
  const associations = Object.entries((settings[KEY] ?? {}) as Readonly<Record<string, unknown>>);
  const others = associations.filter(([schema]) => !schema.startsWith(`./${SCHEMA_DIR}/`));
  const mapped = { ...Object.fromEntries(others), ...mapping };
  if (text !== undefined && JSON.stringify(settings[KEY]) === JSON.stringify(mapped)) return text;
  return `${JSON.stringify({ ...settings, [KEY]: mapped }, null, 2)}\n`;
}

function parseSettings(text: string, mapping: Readonly<Record<string, string>>): Readonly<Record<string, unknown>> {
  try {
    const settings: unknown = JSON.parse(text);
    if (isMapping(settings)) return settings;
  } catch {
    // Reported below: if a file with comments were written again, they would be lost.
  }
  const lines = Object.entries(mapping).map(([schema, files]) => `${JSON.stringify(schema)}: ${JSON.stringify(files)}`);
  throw new EventsiteError("SCHEMA_SETTINGS", `${SETTINGS} is not plain JSON, so it was left as it is.`, {
    hint: `take comments and trailing commas out of it, or add by hand: "${KEY}": { ${lines.join(", ")} }`,
  });
}
