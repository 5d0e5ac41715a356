import { action, asText, buildSettings, image, link, picture, text, uniqueBy } from "eventsite/kit";
import * as z from "zod";
import { isWholePhone } from "./phone.ts";

const time = () => z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'is not a time of day such as "09:00"');
const colour = () => z.string().regex(/^#[0-9a-f]{6}$/i, 'is not a colour such as "#0B111B"');

/** Words with blanks that a template or a form fills in; those of `others` may be left out. */
const pattern = (blanks: readonly string[] | string, ...others: readonly string[]) => {
  const needed = [blanks].flat();
  const schema = needed.reduce(
    (each, blank) => each.includes(`{${blank}}`, { error: `has no {${blank}} in it` }),
    z.string() as z.ZodString,
  );
  return asText(schema, [...needed, ...others]);
};

/** In words of a mail: which request it is about. */
const mailWords = () => asText(z.string().min(1).max(500), ["reference"]);

const acknowledgement = z
  .strictObject({
    subject: mailWords().optional(),
    heading: mailWords().optional(),
    paragraphs: z.array(mailWords()).min(1).optional().describe("{reference} is the number of the request."),
    why: mailWords().optional().describe("The small line at the end: why this mail was sent."),
  })
  .prefault({})
  .describe("The mail that confirms to a visitor that the request has arrived.");

const formLabels = z
  .strictObject({
    problems: text().describe("Heads the list of fields that are not in order."),
    problemTitle: pattern("title").describe(
      "The page's title in the browser while a form has a problem; {title} is the usual one.",
    ),
    problem: text().describe("Before each message beside a field."),
    missing: pattern("label").describe("A required field is empty; {label} is the field's label, here and below."),
    email: pattern("label").describe("Not a whole email address."),
    number: pattern("label").describe("Not a whole number."),
    tooSmall: pattern(["label", "count"]).describe("A number below {count}."),
    tooLarge: pattern(["label", "count"])
      .default("{label} must be {count} or less.")
      .describe("A number above {count}."),
    notChosen: pattern("label").default("{label}: choose at least one.").describe("None of several boxes is ticked."),
    notTicked: pattern("label").default("{label}: tick the box to go on.").describe("A required consent is not given."),
    date: pattern("label").describe("Not a whole date."),
    pastDate: pattern("label").describe("A day before today."),
    tooLong: pattern(["label", "count"]).describe("{count} characters more than can be sent."),
    refused: pattern("label").describe("The relay did not take the value."),
    refusedReason: pattern(["label", "reason"])
      .default("{label} {reason}. Please check what you wrote.")
      .describe(
        "The same where the relay says why; {reason} is the rest of a sentence, such as: is not an email address.",
      ),
    room: pattern("count").describe("Under a field that is nearly full."),
    sending: text().describe("Beside the button while a request is on its way."),
    retrying: pattern(["busy", "attempt", "attempts"]).describe(
      "There, while a request is sent once more; {busy} is the button's busy label.",
    ),
    sent: text().describe("Stays on the page after a request was sent; the form's own notice goes after a while."),
    reference: pattern("reference").describe("Behind it, where the relay gives one."),
    notSent: text().describe("Stays on the page after a request failed, followed by phone and email."),
    preview: text()
      .default("This is a preview: your request was not sent.")
      .describe("Said instead of sending, on a target with `preview: true`."),
  })
  .describe("What request forms say besides their own words in content/forms.");

/** content/site.yaml: what is true of the whole site. Any text of the content may name a value here as {brand.name} or {contact.phone}. */
export const siteSchema = z.strictObject({
  brand: z.strictObject({
    name: text().describe("The company's name as visitors know it."),
    legalName: text().describe("The registered name, for legal pages and search engines."),
    tagline: text().describe("One line under the name in the footer."),
  }),
  contact: z
    .strictObject({
      phone: asText(z.string().regex(/^\+?[\d() .-]{7,20}$/, "is not a phone number")).describe("As visitors read it."),
      email: asText(z.email("is not an email address")),
      address: z.strictObject({
        street: text(),
        city: text(),
        region: text(),
        postalCode: text(),
        country: text().describe("The country's name as visitors read it."),
        countryCode: z
          .string()
          .regex(/^[A-Z]{2}$/, 'is not a two-letter country code such as "CA"')
          .describe("Two letters, for search engines."),
      }),
      hours: z
        .strictObject({
          label: text().describe('As visitors read it: "Monday to Friday, 9AM to 6PM".'),
          days: z
            .array(z.enum(["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]))
            .min(1)
            .describe("For search engines: days in English, opening and closing time."),
          opens: time(),
          closes: time(),
        })
        .superRefine(({ opens, closes }, context) => {
          // A text that is no time is reported already.
          const isTime = (text: string) => /^\d\d:\d\d$/.test(text);
          if (opens < closes || !isTime(opens) || !isTime(closes)) return;
          const message = `is not after opens, ${opens}: write both by the clock of 24 hours, as in 18:00 for 6 in the evening`;
          context.addIssue({ code: "custom", path: ["closes"], message });
        }),
    })
    .superRefine(({ phone, address }, context) => {
      if (isWholePhone(phone, address.countryCode)) return;
      const message = "is not a whole phone number: write it with its area code, as in 416-555-0142";
      context.addIssue({ code: "custom", path: ["phone"], message });
    }),
  figures: z
    .strictObject({
      events: text(),
      venues: text(),
      years: text(),
      yearsInWords: text().optional().describe("The same within a sentence, such as: over 20 years."),
    })
    .describe("The numbers of the company; written once here and used everywhere as {figures.events}."),
  facts: z
    .record(
      z.string().regex(/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/, "is not a name of a fact: use a-z, 0-9 and hyphens"),
      text(),
    )
    .default({})
    .describe("Facts of your own, by a name that you choose: price-per-guest is used as {facts.price-per-guest}."),
  notice: z
    .strictObject({
      text: text().describe("One or two short sentences."),
      link: link().optional().describe("Where the notice leads when it is followed."),
    })
    .optional()
    .describe("A notice at the top of every page. Visitors can close it; another text is shown to them again."),
  promises: z
    .strictObject({ reply: text(), emailReply: text() })
    .describe("What visitors are promised, used as {promises.reply}."),
  mails: z
    .strictObject({ acknowledgement })
    .prefault({})
    .describe("What the relay's mails to visitors say in place of its own words."),
  url: buildSettings.url,
  timeZone: buildSettings.timeZone
    .removeDefault()
    .describe(
      "Where the company's day begins, such as America/Toronto: by its clocks content is published, and dates before today cannot be asked for.",
    ),
  links: buildSettings.links,
  language: z
    .string()
    .regex(/^[a-z]{2}(-[A-Z]{2})?$/, 'is not a language such as "en-CA"')
    .describe("The language of the words, for browsers and screen readers."),
  relay: buildSettings.relay,
  variants: buildSettings.variants,
  moved: buildSettings.moved,
  gone: buildSettings.gone,
  publish: buildSettings.publish,
  backend: buildSettings.backend,
  head: z.strictObject({
    titlePattern: pattern("title").describe("How page titles are put together; {title} is the page's own."),
    socialImage: image().describe("The picture of shared links for pages without one of their own."),
    themeColor: colour().optional().describe("Of browsers' own bars. Default: the darkest of the design tokens."),
    backgroundColor: colour()
      .optional()
      .describe("Behind icons and while an installed site starts. Default: the same."),
    breadcrumbHome: text().describe("The name of the site's start page in the trail that search engines show."),
  }),
  icon: picture()
    .regex(/\.svg$/i, "must be an SVG picture: the other icons are drawn from it")
    .describe("The site's icon in tabs, bookmarks and on phones: a square SVG picture. All sizes are made of it."),
  header: z.strictObject({
    skipLink: text().describe("First link of every page, for keyboards and screen readers."),
    homeLabel: text().describe('Read with the logo: "Evenhall, home".'),
    navigationLabel: text().describe("Names the main navigation for screen readers."),
    menu: text().describe("The button that opens the navigation on phones."),
    closeMenu: text().default("Close").describe("Closes it in browsers where that button cannot."),
    callLabel: text().describe("Read before the phone number."),
    links: z.array(action()).min(1),
    button: action(),
  }),
  footer: z.strictObject({
    text: text(),
    servicesHeading: text().describe("Heading over the service links."),
    servicesPerGroup: z
      .int()
      .min(1)
      .max(24)
      .default(8)
      .describe('How many services a group shows before "all services".'),
    allServices: action(),
    contactHeading: text(),
    quickLinks: z.strictObject({ heading: text(), links: z.array(action()).min(1) }),
    legal: z.strictObject({ heading: text(), links: z.array(action()).min(1) }),
    credits: text().describe("Who made the pictures, and the like."),
    copyright: text(),
  }),
  serviceGroups: uniqueBy(
    z.array(z.strictObject({ id: z.string(), title: text(), text: text() })).min(1),
    "id",
  ).describe("The groups that services belong to, in the order of the footer and of the overview."),
  labels: z
    .strictObject({
      requiredMark: text().describe("After the label of a field that must be filled in."),
      requiredNote: pattern("mark").describe("Explains the mark above each form; {mark} is the mark."),
      rating: pattern("rating").describe("Read for a rating; {rating} is 1 to 5."),
      slide: pattern("number", "total").describe("Read for one of several slides; {number} and {total}."),
      carousel: z
        .strictObject({
          role: text().describe("What screen readers call slides that take turns."),
          slide: text().describe("What screen readers call one of them."),
          previous: text(),
          next: text(),
          play: text().describe("The button that lets the slides move by themselves."),
          pause: text().describe("The same button while they do."),
          goTo: pattern("number", "total").describe("The button for one slide; {number} and {total}."),
        })
        .describe("Words for slides that take turns, on buttons without visible words."),
      breadcrumb: text().describe("Names the trail of parent pages for screen readers."),
      contents: text().describe("Names the contents list of legal pages."),
      updated: text().describe("Before the date of legal pages."),
      pauseLogos: text().describe("The button that stops the moving logos of clients."),
      islandFailure: text().describe(
        "Shown with the error's own message, phone and email in place of a part of a page that failed in the browser.",
      ),
      typedKept: text()
        .default("What you typed is kept: open this page again to go on, or reach us directly.")
        .describe("Said there in place of a form."),
      phone: text(),
      email: text(),
      address: text(),
      form: formLabels,
      notices: z
        .strictObject({
          region: text().describe("Names the place of notices for screen readers."),
          close: text().describe("The button that closes a notice."),
          site: text().default("Notice").describe("Names the notice of `notice` for screen readers."),
        })
        .describe("The notices that forms show, and the one of the whole site."),
    })
    .describe("Small words that many pages use."),
});

export type SettingsData = z.infer<typeof siteSchema>;
