import type * as z from "zod";
import type { WithPage } from "./site-view.ts";

/** A page that something else leads visitors to. */
export interface NeededPage {
  /** "/thank-you". */
  readonly path: string;
  /** What is missing without it, as a sentence. */
  readonly message: string;
}

/** A folder of content/ in which every file is an entry of the same shape. */
export interface CollectionDefinition {
  /** The folder's name below content/. */
  readonly name: string;
  /** "yaml": the whole file is data. "markdown": front matter is data, the rest is the entry's `body`. */
  readonly format: "yaml" | "markdown";
  readonly schema: z.ZodType;
  /** The address of an entry's page, "/services/gala-dinners" for example; absent where entries have no page of their own. */
  readonly path?: (slug: string) => string;
  /** What other pages may know of an entry; all of it where this is absent. Keep it small where there are many entries. */
  readonly summarize?: (data: never) => unknown;
  /** Pages that a site should have as soon as the collection has an entry; without one the build warns. */
  readonly needs?: readonly NeededPage[];
  /** A key whose value no two entries share; `eventsite new` fills in the name of the file. */
  readonly uniqueBy?: string;
  /**
   * Keys that may be left out, and that one entry alone can have, such as the words of the links that lead to it: a copy begins without them.
   * `formerly` is always one.
   */
  readonly ownFields?: readonly string[];
  /** What one entry is called in messages: "a venue". */
  readonly singular: string;
  /**
   * The word that begins an entry with `eventsite new`, such as "venue"; false where none can be begun. Default: the folder's name in the
   * singular. Words are listed in the order of the collections.
   */
  readonly starter?: string | false;
}

/** Declares a collection. An entry with a page has `title` and `description`; an entry with `order` is listed by it. */
export function defineCollection<
  const Name extends string,
  Schema extends z.ZodType,
  Summary = z.infer<Schema>,
  Address extends string = never,
>(
  definition: Omit<CollectionDefinition, "name" | "schema" | "summarize" | "path" | "ownFields"> & {
    readonly name: Name;
    readonly schema: Schema;
    readonly summarize?: (data: z.infer<Schema>) => Summary;
    readonly path?: (slug: string) => Address;
    readonly ownFields?: readonly (keyof z.input<Schema> & string)[];
  },
) {
  return definition;
}

/** What other pages know of an entry of a collection; of one with pages, `path` of what is listed is a text. */
export type SummaryOf<Definition> = Definition extends { readonly summarize?: (data: never) => infer Summary }
  ? Summary & PageOf<Definition>
  : never;

/** A collection without `path` has no addresses. */
type PageOf<Definition> = Definition extends { readonly path?: (slug: string) => infer Address }
  ? [Address] extends [never]
    ? unknown
    : WithPage
  : unknown;
