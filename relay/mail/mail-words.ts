// The words and facts that mails are written in. words.json holds the relay's own; operations give a file of the same shape with
// what should differ, and it is laid over them.
import * as z from "zod";
import { formsSchema, line } from "./parse-definition.ts";
import ownWords from "./words.json" with { type: "json" };

/** A line in which `{name}` is replaced by a value; only these names are known. */
const pattern = (...names: readonly string[]) =>
  line.refine((text) => [...text.matchAll(/\{([^{}]*)\}/g)].every(([, name = ""]) => names.includes(name)), {
    error: `may name only ${names.map((name) => `{${name}}`).join(", ")} in braces`,
  });

const COMPANY_NAMES = ["company", "legalName", "phone", "email", "address", "hours", "reply"] as const;

/** The language, or the zone, is one that Node.js has. Our own are: to ask loads all languages, which a start need not wait for. */
const knownToNode = (own: string, ask: (name: string) => unknown) => (name: string) => {
  if (name === own) return true;
  try {
    return Boolean(ask(name));
  } catch {
    return false;
  }
};
const isLocale = knownToNode(ownWords.locale, (name) => Intl.DateTimeFormat.supportedLocalesOf(name)[0]);
const isTimeZone = knownToNode(ownWords.timeZone, (timeZone) => new Intl.DateTimeFormat("en", { timeZone }));

const mailWordsSchema = z.strictObject({
  /** Of dates, such as "en-CA". */
  locale: line
    .transform((name) => name.replaceAll("_", "-"))
    .refine(isLocale, { error: "is not a language that dates can be written in" }),
  /** Of the times in mails. */
  timeZone: line.refine(isTimeZone, { error: "is not a time zone" }),
  company: z.strictObject({
    name: line,
    legalName: line,
    phone: line,
    email: z.email(),
    address: line,
    hours: line,
    /** Within what time a person answers, such as "24 hours". */
    reply: line,
  }),
  /** As a definition of the forms has them; where RELAY_FORMS names one, that one counts. */
  forms: formsSchema,
  team: z.strictObject({
    guest: pattern("count"),
    guests: pattern("count"),
    reference: line,
    received: line,
    page: line,
    held: line,
    reply: pattern("name"),
    /** Of a consent: when it was given. */
    given: pattern("time"),
    /** Where a mail shows fields by their bare names. */
    unknown: line,
  }),
  acknowledgement: z.strictObject({
    subject: pattern("reference", ...COMPANY_NAMES),
    heading: pattern("reference", ...COMPANY_NAMES),
    paragraphs: z.array(pattern("reference", ...COMPANY_NAMES)).min(1),
    why: pattern(...COMPANY_NAMES),
  }),
  digest: z.strictObject({
    subject: pattern("count"),
    heading: line,
    lead: line,
    release: line,
    reasons: line,
    more: pattern("count"),
  }),
  /** In plain words, what each sign of abuse means; a sign without words is shown by its name. */
  suspicions: z.record(z.string(), line),
});

export type MailWords = z.infer<typeof mailWordsSchema>;

/** Valid by a test, not by a look at each start. */
export const OWN_WORDS = ownWords as MailWords;

/** The relay's own words with `given` laid over them, key by key; a list replaces a list. Every problem is reported at once, by its path. */
export function resolveMailWords(given: unknown = {}) {
  const { data: words = null, error } = mailWordsSchema.safeParse(overlay(ownWords, given));
  const problems = error?.issues.map(({ path, message }) => `${path.join(".") || "the file"}: ${message}`) ?? [];
  return { words, problems };
}

function overlay(base: unknown, given: unknown): unknown {
  if (!isRecord(base) || !isRecord(given)) return given;
  const keys = [...Object.keys(base), ...Object.keys(given).filter((key) => !Object.hasOwn(base, key))];
  return Object.fromEntries(
    keys.map((key) => [key, Object.hasOwn(given, key) ? overlay(base[key], given[key]) : base[key]]),
  );
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** `{name}` in the text becomes the value of that name. */
export const fillIn = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replace(/\{([^{}]*)\}/g, (whole, name: string) =>
    Object.hasOwn(values, name) ? (values[name] ?? whole) : whole,
  );

/** "1 request", "2 requests" */
export const counted = (count: number, what: string): string => `${count} ${what}${count === 1 ? "" : "s"}`;

export type When = Pick<MailWords, "locale" | "timeZone">;

/** Some versions of the language data put a narrow no-break space before "a.m.". */
export const dateText = (at: number, { locale, timeZone }: When, options: Intl.DateTimeFormatOptions): string =>
  new Intl.DateTimeFormat(locale, { timeZone, ...options }).format(at).replace(/[\u00a0\u202f]/g, " ");
