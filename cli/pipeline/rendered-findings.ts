// Findings that need the rendered pages: pictures that are too small for their place, and empty collections that pages show.
import type { LoadedTemplates } from "../bundle/templates.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { emptyCollections } from "./empty-collections.ts";
import type { Content } from "./load-content.ts";
import type { RenderedSite } from "./render-stale.ts";
import { smallPictures } from "./small-pictures.ts";

/** Each warning has the line that should be changed. */
export const renderedFindings = (
  templates: LoadedTemplates,
  content: Content,
  rendered: Pick<RenderedSite, "variants" | "pages">,
): Diagnostic[] => [...smallPictures(content, rendered), ...emptyCollections(templates, content, rendered)];
