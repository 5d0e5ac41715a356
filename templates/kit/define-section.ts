import type { ReactElement } from "react";
import type * as z from "zod";
import type { SiteView } from "./site-view.ts";

/** What a section's component gets: the section as staff wrote it, the site to look things up in, and its position. */
export interface SectionProps<Data> {
  readonly section: Data;
  readonly site: SiteView;
  readonly page: PageContext;
}

/** The position of a section. `anchorId` is unique on the page and the same in every build: the section's `id`, or its type and number. */
export interface PageContext {
  readonly path: string;
  readonly collection: string;
  readonly slug: string;
  readonly anchorId: string;
}

/** A block of a page: its schema, whose `type` names it and its folder, and the component that shows it. */
export interface SectionDefinition {
  readonly type: string;
  readonly schema: z.ZodObject;
  readonly Component: (props: SectionProps<never>) => ReactElement | null;
  /** Whether it holds the page's main heading (h1). Messages name such sections, and `eventsite new` begins a page with the first of them. */
  readonly hasMainHeading?: boolean;
}

type SectionSchema = z.ZodObject<{ type: z.ZodLiteral<string> }>;

/** Declares a section type. The folder, the literal `type` and the CSS file have the same name. */
export function defineSection<Schema extends SectionSchema>(definition: {
  readonly schema: Schema;
  readonly Component: (props: SectionProps<z.infer<Schema>>) => ReactElement | null;
  readonly hasMainHeading?: boolean;
}) {
  const type = [...definition.schema.shape.type.values][0] as z.infer<Schema>["type"];
  return { type, ...definition };
}
