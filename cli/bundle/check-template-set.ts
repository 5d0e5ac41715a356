// Compiled templates → problems of the fields of their set: templates may be built without a check of their types.

import { join } from "node:path";
import { type Config, shownPath } from "../config/resolve-config.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import type { Zod } from "./shared-libraries.ts";

/** Uses the zod of the templates: the program has no copy of its own. */
function templateSetSchema(z: Zod) {
  const text = z.string().min(1);
  const func = z.custom((value) => typeof value === "function", "must be a function");
  const schema = z.custom(
    (value) => typeof (value as { safeParse?: unknown } | null)?.safeParse === "function",
    "must be a schema of zod",
  );
  const slot = z.looseObject({
    crops: z.array(z.looseObject({ widths: z.array(z.number().positive()).min(1), sizes: text })).min(1),
  });
  const axes = z.record(text, z.looseObject({ min: z.number(), max: z.number() }));

  return z.looseObject({
    settings: schema,
    collections: z.array(
      z.looseObject({
        name: text,
        singular: text,
        format: z.enum(["yaml", "markdown"]),
        schema,
        path: func.optional(),
        summarize: func.optional(),
      }),
    ),
    sections: z.array(z.looseObject({ type: text, schema, Component: func })),
    css: z.looseObject({ base: z.array(text), byType: z.record(text, text) }),
    fonts: z.array(
      z.looseObject({
        family: text,
        variable: z.string().startsWith("--"),
        files: z.array(text).min(1),
        axes,
        characters: z.array(z.tuple([z.number(), z.number()])),
        fallback: z.enum(["serif", "sans-serif"]),
        matchedAt: z.record(text, z.number()),
      }),
    ),
    proseSlot: slot,
    sectionTypes: func,
    renderPage: func,
    derived: z.array(z.looseObject({ name: text, make: func })).optional(),
    card: z.looseObject({ version: z.union([z.number(), text]), ground: text, overlay: func }).optional(),
    icons: func,
    siteFiles: func,
    pageScripts: func.optional(),
    relayDocument: func.optional(),
    wordmark: func.optional(),
  });
}

/** One BUNDLE_FAILED for each field that is missing or of another type than TemplateSet says. */
export function checkTemplateSet(
  templates: unknown,
  config: Pick<Config, "root" | "templatesDir">,
  zod: Zod,
): Diagnostic[] {
  // Compiling a schema at its first use would take longer than it saves.
  const result = templateSetSchema(zod).safeParse(templates, { reportInput: true, jitless: true });
  return (result.error?.issues ?? []).map(({ path, message, input }) => {
    const field = path.length === 0 ? "templates" : `templates.${path.join(".")}`;
    return {
      code: "BUNDLE_FAILED",
      severity: "error",
      message:
        input === undefined ? `The template set lacks "${field}".` : `"${field}" of the template set: ${message}.`,
      file: shownPath(config.root, join(config.templatesDir, "index.ts")),
      hint: "the type TemplateSet of eventsite/kit describes every field",
    };
  });
}
