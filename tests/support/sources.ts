import type { SourceFile } from "../../cli/content/read-source.ts";

/** A source that no file holds. */
export const sourceOf = (text: string, format: SourceFile["format"] = "yaml"): SourceFile => {
  const file = format === "yaml" ? "content/pages/example.yaml" : "content/legal/example.md";
  return { path: `/nowhere/${file}`, file, collection: "pages", slug: "example", variant: undefined, format, text };
};
