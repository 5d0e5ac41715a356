import { action, buildSettings, image, picture, text } from "eventsite/kit";
import * as z from "zod";

/** site.yaml. */
export const siteSchema = z.strictObject({
  ...buildSettings,
  brand: z.strictObject({
    name: text(),
    place: text().describe("The postal address: the law asks for one in each mail to a visitor."),
    email: text(),
  }),
  language: z.string().describe("The language of the words, such as en-GB."),
  icon: picture().describe("The icon in tabs and bookmarks, an SVG picture."),
  socialImage: image().describe("The picture of shared links, of pages that have none of their own."),
  menu: z.array(action()).min(1),
  labels: z
    .strictObject({
      optional: text().describe("Behind the label of a field that may be left empty."),
      preview: text().describe("In place of a form's button in a preview, which sends nothing."),
      islandFailure: text().describe("In place of a part of the page whose code fails in the browser."),
    })
    .describe("Small words that many pages share."),
});

export type SettingsData = z.infer<typeof siteSchema>;
