// What mails say, and which company says it: words.json holds the relay's own sentences, in which no company is named; a site's document
// has the company's facts, and sentences that are laid over these.

import * as z from "zod";
import { line } from "../forms/forms-definition.ts";
import { domainOf, parseEmailAddress } from "../text/email-address.ts";
import ownWords from "./words.json" with { type: "json" };

/** A line in which `{name}` is replaced by a value; only these names are known. */
const pattern = (...names: readonly string[]) =>
  line.refine((text) => namesIn(text).every((name) => names.includes(name)), {
    error: `may name only ${names.map((name) => `{${name}}`).join(", ")} in braces`,
  });

const namesIn = (text: string): string[] => [...text.matchAll(/\{([^{}]*)\}/g)].map(([, name = ""]) => name);

/** What every acknowledgement can name; further facts of the company belong into paragraphs. */
const ALWAYS = ["reference", "company", "legalName", "email"] as const;
const FACTS = ["phone", "address", "hours", "reply"] as const;

const mustBeObject = { error: "must be an object" };

export const companySchema = z.strictObject(
  {
    name: line,
    /** Default: the name. */
    legalName: line.optional(),
    /** Where acknowledgements are answered to. */
    email: line.refine((text) => parseEmailAddress(text) !== null, "is not an email address"),
    /** Of letters: the law asks for it in each mail to a visitor. */
    address: line,
    phone: line.optional(),
    hours: line.optional(),
    /** Within what time a person answers, such as "24 hours". */
    reply: line.optional(),
  },
  mustBeObject,
);

/** Dates can be written in it. For a language that it does not have, Node.js takes another one. */
function isLocale(name: string): boolean {
  try {
    const { locale } = new Intl.DateTimeFormat(name).resolvedOptions();
    return new Intl.Locale(locale).language === new Intl.Locale(name).language;
  } catch {
    return false;
  }
}

function isTimeZone(timeZone: string): boolean {
  try {
    return new Intl.DateTimeFormat("en", { timeZone }) !== null;
  } catch {
    return false;
  }
}

/** Of dates, such as "en-CA". */
export const localeSchema = line
  .transform((name) => name.replaceAll("_", "-"))
  .refine(isLocale, "is not a language that dates can be written in");

/** Of the times in mails. */
export const timeZoneSchema = line.refine(isTimeZone, "is not a time zone");

const sentences = z.strictObject(
  {
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
      subject: pattern(...ALWAYS),
      heading: pattern(...ALWAYS),
      /** One that names a fact that the company does not have is left out. */
      paragraphs: z.array(pattern(...ALWAYS, ...FACTS)).min(1, "must have a paragraph"),
      why: pattern(...ALWAYS),
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
  },
  mustBeObject,
);

type Sentences = z.infer<typeof sentences>;

/** Valid by a test, not by a look at each start. */
export const OWN_SENTENCES: Sentences = ownWords;

/** The relay's own sentences with what a site gives laid over them, key by key; a list replaces a list. */
export const sentencesSchema = z
  .unknown()
  .transform((values) => overlay(ownWords, values))
  .pipe(sentences);

function overlay(base: unknown, values: unknown): unknown {
  if (!isRecord(base) || !isRecord(values)) return values;
  const keys = [...Object.keys(base), ...Object.keys(values).filter((key) => !Object.hasOwn(base, key))];
  return Object.fromEntries(
    keys.map((key) => [key, Object.hasOwn(values, key) ? overlay(base[key], values[key]) : base[key]]),
  );
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Who speaks. Null where a fact is not known. */
export interface Company {
  readonly name: string;
  readonly legalName: string;
  readonly email: string;
  readonly address: string | null;
  readonly phone: string | null;
  readonly hours: string | null;
  readonly reply: string | null;
}

export const companyOf = (facts: z.infer<typeof companySchema>): Company => ({
  name: facts.name,
  legalName: facts.legalName ?? facts.name,
  email: facts.email,
  address: facts.address,
  phone: facts.phone ?? null,
  hours: facts.hours ?? null,
  reply: facts.reply ?? null,
});

interface Sender {
  readonly name: string | null;
  readonly address: string;
}

/** For a trial without the company's facts: all that is known is the sender of the mails. */
export function companyOfSender({ name, address }: Sender): Company {
  const companyName = name ?? domainOf(address);
  return {
    name: companyName,
    legalName: companyName,
    email: address,
    address: null,
    phone: null,
    hours: null,
    reply: null,
  };
}

export interface MailWords extends Sentences {
  readonly locale: string;
  readonly timeZone: string;
  readonly company: Company;
}

/** `{name}` in the text becomes the value of that name. */
export const fillIn = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replace(/\{([^{}]*)\}/g, (placeholder, name: string) =>
    Object.hasOwn(values, name) ? (values[name] ?? placeholder) : placeholder,
  );

/** What the sentences of an acknowledgement can name: the facts that the company has. */
export const acknowledgementValues = ({ name, ...facts }: Company, reference: string): Record<string, string> => ({
  ...Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== null)),
  company: name,
  reference,
});

export const isFilledBy = (text: string, values: Readonly<Record<string, string>>): boolean =>
  namesIn(text).every((name) => Object.hasOwn(values, name));

export type When = Pick<MailWords, "locale" | "timeZone">;

/** Some versions of the language data put a narrow no-break space before "a.m.". */
export const dateText = (at: number, { locale, timeZone }: When, options: Intl.DateTimeFormatOptions): string =>
  new Intl.DateTimeFormat(locale, { timeZone, ...options }).format(at).replace(/[\u00a0\u202f]/g, " ");
