// The schemas of a template set → the configuration of Decap CMS, which Sveltia CMS reads too: a form for each entry. Pure: no disk.

import { type CmsCollection, type CollectionOptions, cmsCollection } from "./cms-collection.ts";
import type { DescribedTemplates } from "./entry-schemas.ts";
import { createFields } from "./form-fields.ts";
import { PLACEHOLDERS } from "./form-placeholders.ts";
import { SITE } from "./relation-widget.ts";
import type { CmsField } from "./widget.ts";

interface ConfigurationOptions extends CollectionOptions {
  /** Where entries are kept. */
  readonly backend: Readonly<Record<string, unknown>>;
  /** The address of the published site. */
  readonly siteUrl: string;
}

export interface CmsConfiguration {
  readonly backend: Readonly<Record<string, unknown>>;
  readonly publish_mode: "editorial_workflow" | undefined;
  readonly site_url: string;
  readonly media_folder: string;
  readonly public_folder: string;
  readonly slug: { readonly encoding: string; readonly clean_accents: boolean };
  readonly editor: { readonly preview: boolean };
  readonly output: { readonly omit_empty_optional_fields: boolean };
  readonly collections: readonly (CmsCollection | CmsFileCollection)[];
}

/** A collection of single files, each with a form of its own. */
interface CmsFileCollection {
  readonly name: string;
  readonly label: string;
  readonly files: readonly {
    readonly name: string;
    readonly label: string;
    readonly file: string;
    readonly fields: readonly CmsField[];
  }[];
}

const PLACEHOLDER_FIELD: CmsField = {
  name: PLACEHOLDERS,
  label: "Placeholders",
  widget: PLACEHOLDERS,
  required: false,
  hint: "Values to be replaced before the site is published. A replaced one is none any more when you publish the form.",
};

export function cmsConfiguration(program: DescribedTemplates, options: ConfigurationOptions): CmsConfiguration {
  const { backend, contentDir, siteUrl, pagesPath } = options;
  const isServed = pagesPath !== undefined;
  const fieldsIn = createFields(program, isServed);
  /** The first field names an entry. Elsewhere a CMS gets the values of a file, and no comments. */
  const formOf = (name: string) => fieldsIn(name).toSpliced(1, 0, ...(isServed ? [PLACEHOLDER_FIELD] : []));
  const collections = program.templates.collections.map((each) => cmsCollection(each, formOf(each.name), options));
  const site = { name: SITE, label: "Site", file: `${contentDir}/site.yaml`, fields: formOf("") };
  return {
    backend,
    // Each save is a request, so that the site is checked before anything is published. A served site saves into its files.
    publish_mode: isServed ? undefined : "editorial_workflow",
    site_url: siteUrl,
    media_folder: `${contentDir}/images`,
    public_folder: "",
    slug: { encoding: "ascii", clean_accents: true },
    editor: { preview: false },
    // For Sveltia: an empty date is none, and no mistake.
    output: { omit_empty_optional_fields: true },
    collections: [...collections, { name: SITE, label: "Site", files: [site] }],
  };
}
