// The settings as written → the settings with all tokens filled in, and the values that texts can use as tokens.

import type * as z from "zod";
import { type Diagnostic, type Finding, isRepeated } from "../../diagnostics/diagnostic.ts";
import { unknownToken } from "../references/check-references.ts";
import { circularTokens, resolveTokens, tokenValues, writtenTokens } from "../references/resolve-tokens.ts";
import type { FieldVisitor } from "../schema/entry-fields.ts";
import type { SourceFile } from "../sources/read-source.ts";
import { openDocument, type Path } from "../sources/source-document.ts";
import type { RawSettings, SettingsProgram } from "./validate-settings.ts";

interface FilledSettings {
  readonly values: Readonly<Record<string, unknown>>;
  readonly tokens: ReadonlyMap<string, string>;
  /** Problems of tokens that do not lead to a text. */
  readonly diagnostics: readonly Diagnostic[];
}

export function fillSettings(
  file: SourceFile,
  raw: RawSettings,
  { templates: { settings: schema }, compileFieldVisitor }: SettingsProgram,
): FilledSettings {
  const values = tokenValues(raw.values);
  // A value that is missing, or no text, is reported at its own place, and not again at each token.
  const faulty = raw.isValid ? [] : [...missingTokens(schema), ...writtenTokens(raw.values, "scalars")];
  const tokens = new Map([...faulty, ...values]);
  const blanks = blanksOf(raw.values, compileFieldVisitor(schema));
  const isBlank = (name: string, path: Path) => blanks.get(path.join("\0"))?.includes(name) ?? false;
  const { value, unknown } = resolveTokens(raw.values, tokens, isBlank);
  const circular = circularTokens(values);
  if (unknown.length === 0 && circular.length === 0) return { values: value, tokens, diagnostics: [] };
  const document = openDocument(file);
  const ofUnknown = unknown
    .map(({ token, path }) =>
      document.report(document.placeInText(path, 1, token), unknownToken(token, path, { tokens })),
    )
    .filter((problem) => !isRepeated(problem, raw.diagnostics));
  const ofCircular = circular.map((path) => document.report(document.place(path.split(".")), circularToken(path)));
  return { values: value, tokens, diagnostics: [...ofCircular, ...ofUnknown] };
}

const circularToken = (path: string): Finding => ({
  code: "CONTENT_UNKNOWN_TOKEN",
  message: `These words lead back to {${path}} itself, so they never become text.`,
  hint: "write the words themselves at one of the places",
});

/** The blanks that templates fill in, such as {title}, by path. */
function blanksOf(settings: Readonly<Record<string, unknown>>, visit: FieldVisitor): Map<string, readonly string[]> {
  const blanks = new Map<string, readonly string[]>();
  visit(settings, ({ field, path }) => {
    if (field.kind === "text" && field.blanks) blanks.set(path.join("\0"), field.blanks);
  });
  return blanks;
}

/** The texts that the schema requires. */
function missingTokens(schema: z.ZodType, path = ""): [string, string][] {
  const def = schema.def as unknown as {
    type: string;
    innerType?: z.ZodType;
    shape?: Record<string, z.ZodType>;
  };
  if (def.innerType) return missingTokens(def.innerType, path);
  if (!def.shape) return def.type === "record" ? [] : [[path, ""]];
  return Object.entries(def.shape).flatMap(([key, inner]) =>
    missingTokens(inner, path === "" ? key : `${path}.${key}`),
  );
}
