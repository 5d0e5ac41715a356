// The keys of site.yaml that the build itself reads, by its own rules. The settings of a template set may describe them in their own words.
import * as z from "zod";
import { type AddressFault, addressFault } from "./web-address.ts";

/** http(s) with a host, and a path if need be. `secrets`: where a user name and a password belong, or why they do not. */
function webAddress(example: string, secrets = "it would be visible on every page") {
  const messages: Readonly<Record<AddressFault, string>> = {
    form: `is not a web address such as ${example}`,
    user: `must not hold a user name or a password: ${secrets}`,
    query: `must end before "?" and "#", as in ${example}`,
    path: 'has a path that not every host takes: write it with a-z, 0-9, "-", ".", "_" and "~"',
  };
  return z
    .string()
    .refine((address) => addressFault(address) === undefined, {
      error: ({ input }) => messages[addressFault(String(input)) ?? "form"],
    })
    .meta({ format: "uri" });
}

/** An address of this site without host, query and fragment. Wildcards would be taken literally by half of the hosts. */
const ownAddress = () =>
  z
    .string()
    .regex(/^\/(?!\/)/, "is not an address of this site: begin it with one slash, as in /old-page/")
    .regex(/^[^\s?#*\\]*$/, 'must be a single address, without spaces, "?", "#" and "*", as in /old-page/')
    .regex(/^(?!.*\/\.{1,2}(?:\/|$))/, 'must not have "." or ".." in it')
    .regex(/^(?!.*\/:)/, 'must be a single address: some hosts read ":" behind a slash as a pattern')
    .refine((address) => tooLong(address) === undefined, {
      error: ({ input }) => `is too long: ${tooLong(String(input))}`,
    });

/** What files and buckets can hold: 255 bytes a name in all usual file systems, 1,024 in all for S3, with room for a folder. */
const MAX_NAME_BYTES = 255;
const MAX_ADDRESS_BYTES = 900;

function tooLong(address: string): string | undefined {
  const sizeOf = (text: string) => new TextEncoder().encode(text).length;
  if (sizeOf(address) > MAX_ADDRESS_BYTES) return `an address has at most ${MAX_ADDRESS_BYTES} bytes`;
  return address.split("/").some((part) => sizeOf(part) > MAX_NAME_BYTES)
    ? `a part between two slashes has at most ${MAX_NAME_BYTES} bytes`
    : undefined;
}

/** What `to` begins with → what has to follow, and how it is written. */
const TARGETS: Readonly<Record<string, { readonly form: RegExp; readonly what: string; readonly example: string }>> = {
  "s3:": {
    form: /^s3:\/\/[a-z0-9][a-z0-9._-]{1,61}[a-z0-9](?:\/[^?#]*)?$/,
    what: "a bucket",
    example: "s3://BUCKET or s3://BUCKET/PREFIX",
  },
  "azure:": {
    form: /^azure:\/\/[a-z0-9]{3,24}\/(?:\$web|\$root|[a-z0-9](?:-?[a-z0-9]){2,62})(?:\/[^?#]*)?$/,
    what: "an account and a container",
    example: "azure://ACCOUNT/$web",
  },
  "gs:": {
    form: /^gs:\/\/[a-z0-9][a-z0-9._-]{1,220}[a-z0-9](?:\/[^?#]*)?$/,
    what: "a bucket of Google",
    example: "gs://BUCKET or gs://BUCKET/PREFIX",
  },
  "file:": { form: /^file:(?:\/\/(?=\/))?[^?#\0]*[^/?#\0.][^?#\0]*$/, what: "a folder", example: "file:/var/www/site" },
};

const targetScheme = (to: string): string => /^[a-z0-9]+:/i.exec(to)?.[0].toLowerCase() ?? "";

function explainTarget(to: string): string {
  const target = TARGETS[targetScheme(to)];
  if (target) return `must name ${target.what}, as in ${target.example}`;
  if (/^ssh:/i.test(to)) return "is no target: publish dist/ by `rsync`, as cli/publish/deploy/README.md has it";
  return `must be one of: ${Object.values(TARGETS)
    .map(({ example }) => example)
    .join("; ")}`;
}

/** Where the site is published. Access keys are never part of it: each client reads its own variables and files. */
const publishTarget = z.strictObject({
  to: z
    .string()
    .refine((to) => TARGETS[targetScheme(to)]?.form.test(to) === true, {
      error: ({ input }) => explainTarget(String(input)),
    })
    .refine(
      (to) => !/^[^/]*\/\/[^/]*:[^/]*@/.test(to),
      "must not hold a password: see cli/publish/deploy/README.md for the variables",
    )
    .describe("The bucket or folder: s3://BUCKET/PREFIX, gs://BUCKET, azure://ACCOUNT/$web or file:/var/www/site."),
  endpoint: webAddress("https://storage.example.com", "see cli/publish/deploy/README.md for the variables")
    .optional()
    .describe("The address of an S3-compatible service other than AWS, or of an emulator of Azure or Google."),
  region: z
    .string()
    .regex(/^[a-z0-9-]+$/, "is not a region such as ca-central-1")
    .optional()
    .describe("The region of the bucket, such as ca-central-1."),
  url: webAddress("https://www.example.com").optional().describe("The address under which visitors see this target."),
  as: z
    .enum(["s3-website", "s3-rest", "r2"])
    .optional()
    .describe(
      "How visitors reach the bucket. s3-rest and r2 have no index documents: each page is also written as `contact/` and `contact`. s3-website gets objects that redirect.",
    ),
  live: z.boolean().default(false).describe("Whether visitors see it: then nothing may be left of placeholders."),
  preview: z
    .boolean()
    .default(false)
    .describe(
      "For those who work on the site: drafts are there, marked; search engines stay out, and forms send nothing.",
    ),
});

function isTimeZone(name: string): boolean {
  // The first format of a process takes 12 ms; it also knows other names of these zones.
  if (Intl.supportedValuesOf("timeZone").includes(name)) return true;
  try {
    return new Intl.DateTimeFormat("en", { timeZone: name }) !== undefined;
  } catch {
    return false;
  }
}

/** Names of standard time and of offsets from UTC: in summer they are an hour off. UTC itself is allowed. */
const WITHOUT_SUMMER =
  /^(?:EST|MST|HST|ROC|ROK|PRC|[A-Z]{3}\d[A-Z]{3}|(?:Etc\/)?GMT[+-]?\d*|[+-]\d{1,2}(?::?\d{2})?)$/i;

export const buildSettings = {
  url: webAddress("https://www.example.com").describe(
    "The address the site is published under, without a slash at its end. It may have a path: https://user.github.io/preview.",
  ),
  timeZone: z
    .string()
    .refine(isTimeZone, "is not a time zone such as America/Toronto")
    .refine((name) => !WITHOUT_SUMMER.test(name), {
      error: ({ input }) =>
        `is ${String(input)}, which has no summer time: write the city whose clocks count, such as America/Toronto`,
    })
    .default("UTC")
    .describe("Whose clocks the dates of `publishFrom` and `publishUntil` are read by."),
  links: z
    .enum(["slash", "bare"])
    .default("slash")
    .describe('How links to pages end: "slash" (/contact/, served by every bucket) or "bare" (/contact).'),
  relay: z.strictObject({
    url: webAddress("https://relay.example.com").describe("Where the relay that receives the forms answers."),
    key: z.string().optional().describe("The public key the relay asks for, if it asks for one."),
  }),
  variants: z
    .record(z.string(), z.string())
    .default({})
    .describe('Which reading of a page is published: the page\'s name and the part of the file name after "@".'),
  moved: z
    .array(
      z.strictObject({
        from: ownAddress().describe("The address as it was, such as /old-page/."),
        to: z
          .string()
          .regex(
            /^(?:https?:\/\/[^\s/]+\S*|\/(?!\/)[^\s\\]*)$/,
            "is not a target: write a page of the site such as /contact, or an http(s) address",
          )
          .describe("Where it leads now: a page of the site, or an http(s) address."),
      }),
    )
    .default([])
    .describe("Addresses that moved: visitors and search engines are led from the old one to the new one."),
  gone: z
    .array(ownAddress())
    .default([])
    .describe('Addresses that are gone on purpose, such as /old-offer/. Hosts that can do so answer with "410 Gone".'),
  publish: z
    .record(z.string().regex(/^[a-z][a-z0-9-]*$/, "is not a name of a-z, 0-9 and hyphens"), publishTarget)
    .default({})
    .describe('Where `eventsite deploy` puts the site: a name such as "live" or "preview" for each target.'),
  backend: z
    .record(z.string(), z.union([z.string(), z.boolean()]))
    .refine(({ name }) => typeof name === "string", "has no `name`, such as github")
    .optional()
    .describe(
      "The git service that the CMS of `eventsite cms` writes to, in the words of Decap CMS: name: github, repo: OWNER/NAME, branch: main.",
    ),
} as const;

/** All of these keys; a site's settings may hold more. A site without forms has no relay. */
export const buildSettingsSchema = z.looseObject({
  ...buildSettings,
  relay: z.looseObject(buildSettings.relay.shape).optional(),
});

export type BuildSettings = z.infer<typeof buildSettingsSchema>;
