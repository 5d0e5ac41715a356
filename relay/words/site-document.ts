// The document that a site publishes for its relay, /forms.json: its text → what the forms ask, who the company is, and what mails say.
// It is used whole or not at all; every problem is reported at once, by its path.
import * as z from "zod";
import type { FormsDefinition } from "../contract.ts";
import { definitionOf, formsSchema, hashOfForms } from "../forms/forms-definition.ts";
import { parseJson } from "../parse-json.ts";
import { OWN_FORMS } from "../requests/own-forms.ts";
import type { MailAddress } from "../text/email-address.ts";
import {
  type Company,
  companyOf,
  companyOfSender,
  companySchema,
  localeSchema,
  type MailWords,
  OWN_SENTENCES,
  sentencesSchema,
  timeZoneSchema,
} from "./mail-words.ts";

export interface SiteDocument {
  readonly forms: FormsDefinition;
  /** Null where it has no facts of a company: such a document does for a trial alone. */
  readonly company: Company | null;
  readonly words: Omit<MailWords, "company">;
}

type DocumentResult =
  | { readonly document: SiteDocument; readonly problems: readonly [] }
  | { readonly document: null; readonly problems: readonly string[] };

/** Bytes at most of a whole document. */
export const MAX_DOCUMENT_BYTES = 262_144;

const NO_LOCALE = "en";
const NO_TIME_ZONE = "UTC";

/** What a relay without a site's document goes by. */
export const OWN_DOCUMENT: SiteDocument = {
  forms: OWN_FORMS,
  company: null,
  words: { locale: NO_LOCALE, timeZone: NO_TIME_ZONE, ...OWN_SENTENCES },
};

const documentSchema = z.strictObject(
  {
    version: z.literal(1, { error: "must be 1" }),
    hash: z.string({ error: "must be a text" }).optional(),
    forms: formsSchema.optional(),
    company: companySchema.optional(),
    locale: localeSchema.default(NO_LOCALE),
    timeZone: timeZoneSchema.default(NO_TIME_ZONE),
    words: sentencesSchema.default(OWN_SENTENCES),
  },
  { error: "must be an object" },
);

export function parseDocument(bytes: Uint8Array): DocumentResult {
  const failed = (...problems: string[]): DocumentResult => ({ document: null, problems });
  if (bytes.byteLength > MAX_DOCUMENT_BYTES) return failed(`has more than ${MAX_DOCUMENT_BYTES} bytes`);
  let value: unknown;
  try {
    value = parseJson(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    return failed("is not JSON");
  }
  const { data, error } = documentSchema.safeParse(value);
  if (error !== undefined) return failed(...error.issues.flatMap(problemsOf));
  // The hash is that of the forms as they are in the document: pages were built with that.
  const { hash: given, forms } = value as { readonly hash?: unknown; readonly forms?: FormsDefinition["forms"] };
  const hash = forms === undefined ? OWN_FORMS.hash : hashOfForms(forms);
  if (given !== undefined && given !== hash)
    return failed(`hash: is not that of "forms", which is "${hash}"; it may be left out`);
  const { company, locale, timeZone, words } = data;
  const document = {
    forms: data.forms === undefined ? OWN_FORMS : { ...definitionOf(data.forms as FormsDefinition["forms"]), hash },
    company: company === undefined ? null : companyOf(company),
    words: { locale, timeZone, ...words },
  };
  return { document, problems: [] };
}

const problemsOf = (issue: z.core.$ZodIssue): string[] => {
  const path = issue.path.map(String).join(".");
  if (issue.code !== "unrecognized_keys") return [`${path || "the document"}: ${issue.message}`];
  return issue.keys.map((key) => `${[path, key].filter(Boolean).join(".")}: is no key that is known here`);
};

/** What mails say by this document; without a company's facts the sender of the mails speaks. */
export const wordsOf = ({ company, words }: SiteDocument, from: MailAddress): MailWords => ({
  ...words,
  company: company ?? companyOfSender(from),
});
