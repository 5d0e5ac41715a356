// Findings that need the rendered pages: pictures that are too small for where they are shown, and empty collections that pages show.
import type { LoadedTemplates } from "../bundle/templates.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { emptyCollections } from "./empty-collections.ts";
import type { Content } from "./load-content.ts";
import type { RenderedSite } from "./render-stale.ts";
import { smallPictures } from "./small-pictures.ts";

/** Warnings, each at the line to change. */
export const renderedFindings = (
  templates: LoadedTemplates,
  content: Content,
  rendered: Pick<RenderedSite, "variants" | "pages">,
): Diagnostic[] => [...smallPictures(content, rendered), ...emptyCollections(templates, content, rendered)];
