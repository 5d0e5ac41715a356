// .vscode/settings.json: which schema describes which files, merged into what else people keep there. Pure: text in, text out.
import { EventsiteError } from "../diagnostics/diagnostic.ts";

const KEY = "yaml.schemas";

/**
 * The settings with `mapping` (schema → files) in them; all other keys, and mappings to schemas outside `ours`, stay.
 * Returns the text unchanged where nothing is to be changed. Throws SCHEMA_SETTINGS for a file that is not plain JSON.
 */
export function mapSchemas(
  text: string | undefined,
  mapping: Readonly<Record<string, string>>,
  ours: string,
  file: string,
): string {
  const settings = text === undefined || text.trim() === "" ? {} : parseSettings(text, mapping, file);
  const known = Object.entries((settings[KEY] ?? {}) as Record<string, unknown>);
  const kept = known.filter(([schema]) => !schema.startsWith(ours));
  const mapped = { ...Object.fromEntries(kept), ...mapping };
  if (text !== undefined && JSON.stringify(settings[KEY]) === JSON.stringify(mapped)) return text;
  return `${JSON.stringify({ ...settings, [KEY]: mapped }, null, 2)}\n`;
}

function parseSettings(text: string, mapping: Readonly<Record<string, string>>, file: string): Record<string, unknown> {
  try {
    const settings: unknown = JSON.parse(text);
    if (typeof settings === "object" && settings !== null && !Array.isArray(settings))
      return settings as Record<string, unknown>;
  } catch {
    // Reported below: writing a file with comments again would lose them.
  }
  const lines = Object.entries(mapping).map(([schema, files]) => `${JSON.stringify(schema)}: ${JSON.stringify(files)}`);
  throw new EventsiteError("SCHEMA_SETTINGS", `${file} is not plain JSON, so it was left as it is.`, {
    hint: `take comments and trailing commas out of it, or add by hand: "${KEY}": { ${lines.join(", ")} }`,
  });
}
