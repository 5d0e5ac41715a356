// The keys of site.yaml that the build itself reads, by its own rules. A template set's settings may name them too, with words of their own.
import * as z from "zod";

/** http(s) with a host, and a path if need be; a query or fragment would break every address made from it. */
const webAddress = (example: string) =>
  z
    .url({ protocol: /^https?$/, error: `is not a web address such as ${example}` })
    .regex(/^[^?#]*$/, `must end before "?" and "#", as in ${example}`);

/** An address of this site without host, query and fragment. Wildcards would be taken literally by half of the hosts. */
const ownAddress = () =>
  z
    .string()
    .regex(/^\/(?!\/)/, "is not an address of this site: begin it with one slash, as in /old-page/")
    .regex(/^[^\s?#*\\]*$/, 'must be a single address, without spaces, "?", "#" and "*", as in /old-page/')
    .regex(/^(?!.*\/\.{1,2}(?:\/|$))/, 'must not have "." or ".." in it');

const USERLESS = /^(?![^/]*\/\/[^/]*@)/;

export const buildSettings = {
  url: webAddress("https://www.example.com")
    .regex(/^https?:\/\/[^/]*\/*$/, "must be a host without a path: links begin at its root")
    .describe("The address the site is published under, without a slash at its end."),
  links: z
    .enum(["slash", "bare"])
    .default("slash")
    .describe('How links to pages end: "slash" (/contact/, served by every bucket) or "bare" (/contact).'),
  relay: z.strictObject({
    url: webAddress("https://relay.example.com")
      // Browsers refuse to send to such an address, and everyone could read it.
      .regex(USERLESS, "must not hold a user name or a password: it would be visible on every page")
      .describe("Where the relay that receives the forms answers."),
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
} as const;

/** All of them, beside whatever else a site's settings hold. A site without forms has no relay. */
export const buildSettingsSchema = z.looseObject({
  ...buildSettings,
  relay: z.looseObject(buildSettings.relay.shape).optional(),
});

export type BuildSettings = z.infer<typeof buildSettingsSchema>;
