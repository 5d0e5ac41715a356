// The field types that content may hold. Each is a plain zod schema that carries a mark saying what the text means, so that the
// build can check references, images, links and Markdown, and later stages can tell prose from identifiers, without knowing any section.
// The purpose of a field is in its `describe` or `meta`: editors show it while they type, and `eventsite new` writes it into starters.
// `examples` are the words that a starter begins with.
import * as z from "zod";

export type FieldKind =
  /** `blanks` are filled in by a template: "title" for {title}. */
  | { readonly kind: "text"; readonly blanks?: readonly string[] }
  | { readonly kind: "markdown" }
  | { readonly kind: "link" }
  | { readonly kind: "image" }
  | { readonly kind: "reference"; readonly collection: string };

/** The mark of each schema made in this file. Read by the build, never by a component. */
export const fieldKinds = z.registry<FieldKind>();

/** One line or paragraph of words that a visitor reads. Not empty; `{brand.name}` and the like are filled in from site.yaml. */
export const text = () => words().register(fieldKinds, { kind: "text" });

const words = () => z.string().refine((value) => value.trim() !== "", "has no words in it");

/** Marks a string with a form of its own, such as a number to call or a text with blanks, as words that a visitor reads. */
export const asText = <Schema extends z.ZodType<string>>(schema: Schema, blanks?: readonly string[]): Schema => {
  fieldKinds.add(schema, { kind: "text", ...(blanks && { blanks }) });
  return schema;
};

/** Words in Markdown: paragraphs, lists, emphasis, links and headings. HTML is shown as it is typed. */
export const markdown = () => words().register(fieldKinds, { kind: "markdown" });

const linkPattern =
  /^(?:https?:\/\/[^\s/]+\S*|mailto:(?!\/\/)[^\s@]+@[^\s@]+|tel:\+?[\d-]+|\/(?!\/)[^\s\\]*|#[^\s#]+)$/;

/** Where a link goes: a page of the site ("/contact", "/venues#hotel"), "#part-of-this-page", or an http(s), mailto or tel address. */
export const link = () =>
  z
    .string()
    .regex(
      linkPattern,
      "is not a link: write a page of the site such as /contact, or an http(s), mailto or tel address",
    )
    .regex(/^(?!tel:(?!\+?(?:\d{3}|(?:-*\d){7,15}-*)$))/, "is not a whole phone number")
    // A slash at the end is no other page; what pages carry is decided by `links` of site.yaml.
    .overwrite((href) => href.replace(/^(\/[^?#]*?)\/+(?=$|[?#])/, "$1"))
    .register(fieldKinds, { kind: "link" });

/** What to do with a picture in a format that sites do not publish. */
const OTHER_PICTURES: readonly (readonly [ending: RegExp, message: string])[] = [
  [/\.hei[cf]$/i, "is a picture as phones save it (HEIC), which browsers do not show: export it as JPEG"],
  [
    /\.(?:jfif|jif|jpe|pjpe?g)$/i,
    "is a JPEG picture under a rare name: rename the file so that it ends in .jpg, and write that name",
  ],
  [
    /\.svgz$/i,
    "is a compressed SVG picture: save it as plain SVG, not compressed, and write the name of that file (.svg)",
  ],
  [
    /\.(?:gif|a?png|tiff?|bmp|psd|jxl|jp2|cr2|nef|dng|raw)$/i,
    "is in a format that sites do not publish: open it in a picture editor, export it as JPEG, PNG or WebP, and write the name of that file",
  ],
  [
    /\.(?:ai|eps|pdf)$/i,
    "is no picture that browsers show: export it as plain SVG or PNG, and write the name of that file",
  ],
  [/(?:)/, "is not the name of a picture (.webp, .jpg, .png, .avif or .svg)"],
];

/** A picture without words of its own, such as an icon: a file below content/images. */
export const picture = () =>
  z
    .string()
    .regex(/\.(?:webp|jpe?g|png|avif|svg|ico)$/i, {
      error: ({ input }) => OTHER_PICTURES.find(([ending]) => ending.test(String(input)))?.[1],
    })
    .register(fieldKinds, { kind: "image" });

const percent = z
  .number()
  .min(0)
  .max(100)
  .meta({ examples: [50] });

const FILE_NAME =
  /\.(?:webp|jpe?g|png|avif|svg|gif|hei[cf]|tiff?)$|^\S*_\S*$|^(?:img|dsc[nf]?|pxl|image|screenshot)[\s_-]?\d\S*$/i;

/** A picture of the page: a file below content/images, and what it shows in words for those who do not see it. */
export const image = () =>
  z
    .strictObject({
      src: picture().meta({ title: "Picture", description: "The file, as a path below content/images." }),
      alt: text().meta({
        title: "In words",
        description: "What the picture shows, for people who do not see it.",
        examples: ["A set table in a bright room"],
      }),
      focus: z
        .strictObject({ x: percent, y: percent })
        .optional()
        .describe(
          "The part that must stay in view when the picture is cropped, in percent from the left and from the top.",
        ),
    })
    .refine(({ src, alt }) => !FILE_NAME.test(alt.trim()) && !(/\w-\w/.test(alt) && src.includes(`${alt}.`)), {
      path: ["alt"],
      error: "is the name of a file: write what the picture shows",
    });

/** The name of another entry: its file name without the ending, such as "harbour-hotel" for content/venues/harbour-hotel.yaml. */
export const reference = (collection: string) => z.string().register(fieldKinds, { kind: "reference", collection });

/** Chosen entries, at least one; a section says what it takes when they are left out. */
export const references = (collection: string) => z.array(reference(collection)).min(1).optional();

/** A name for a part of the page, used in links as /page#name. */
export const anchor = () =>
  z
    .string()
    .regex(/^[a-z][a-z0-9-]*$/, "is not a name for a part of the page: use a-z, 0-9 and hyphens")
    .meta({ description: "A name for links to this part of the page, as in /page#name.", examples: ["details"] });

/** What most sections begin with. */
export const sectionHead = { id: anchor().optional(), heading: text(), intro: text().optional() };

/** A link with its words. */
export const action = () => z.strictObject({ label: text().meta({ examples: ["Read more"] }), href: link() });

/** Title and description as search engines and shared links show them. */
export const pageHead = {
  title: asText(text().max(120)).describe(
    "The page's name in browser tabs and search results, of which those show about 60 characters. Unique on the site.",
  ),
  description: z
    .string()
    .min(50)
    .max(200)
    .register(fieldKinds, { kind: "text" })
    .describe("One or two sentences for search results, 50 to 200 characters. Unique on the site."),
  socialImage: image().optional().describe("The picture of shared links; the site's own when left out."),
  formerly: z
    .array(
      z
        .string()
        .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, "is not a file name: use a-z, 0-9 and hyphens")
        .meta({ examples: ["former-name"] }),
    )
    .optional()
    .describe("File names that the page had before, without the ending: the old addresses lead here."),
};

/** A list in which no two items may have the same `key`; the second of two is the one at fault. */
export const uniqueBy = <List extends z.ZodType<readonly object[]>>(list: List, key: string): List =>
  list.superRefine((items, context) => {
    const values = new Set<unknown>();
    for (const [index, item] of items.entries()) {
      const value = (item as Record<string, unknown>)[key];
      if (values.has(value))
        context.addIssue({ code: "custom", path: [index, key], message: `is "${value}" a second time in this list` });
      values.add(value);
    }
  });

/** The place of an entry in lists. */
export const order = () =>
  z.int().default(1000).describe("The position of an entry in lists: low numbers first, equal numbers by file name.");

export type Image = z.infer<ReturnType<typeof image>>;
export type Action = z.infer<ReturnType<typeof action>>;
