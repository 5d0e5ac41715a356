import { asText, defineCollection, markdown, order, pageHead, text } from "eventsite/kit";
import * as z from "zod";

const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

/** Whether a text that is written as a day, in English or as 2025-01-31, names a day that exists. Other texts are not taken for dates. */
function isPossibleDate(words: string): boolean {
  const [, isoYear, isoMonth, isoDay] = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(words.trim()) ?? [];
  const [, dayBefore, name = "", dayAfter, year] =
    /^(?:(\d{1,2}) )?([a-z]{3})[a-z]*\.?(?: (\d{1,2}))?,? (\d{4})$/i.exec(words.trim()) ?? [];
  const month = isoMonth ? Number(isoMonth) : MONTHS.indexOf(name.toLowerCase()) + 1;
  const day = Number(isoDay ?? dayBefore ?? dayAfter ?? 1);
  if (isoMonth === undefined && month === 0) return true;
  const last = new Date(Date.UTC(Number(isoYear ?? year), month, 0)).getUTCDate();
  return month >= 1 && month <= 12 && day >= 1 && day <= last;
}

/** content/legal: Markdown pages; each heading of the second level (##) is a numbered section. */
export const legal = defineCollection({
  name: "legal",
  singular: "a legal page",
  starter: false,
  format: "markdown",
  schema: z.strictObject({
    ...pageHead,
    heading: text().describe("The page's heading."),
    order: order(),
    updated: asText(text().refine(isPossibleDate, "is a date that does not exist")).describe(
      'When it was last changed and took effect, as visitors read it: "January 2025".',
    ),
    notice: text().describe("A notice over the text."),
    body: markdown(),
  }),
  path: (slug) => `/${slug}`,
  summarize: ({ heading }) => ({ heading }),
});
