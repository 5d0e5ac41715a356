// The site's document in use: what mails, the desk and the checks of requests go by, and where it came from. Replaced as a whole.

import type { MailSender } from "../mail/mail-message.ts";
import type { Company, MailWords } from "../words/mail-words.ts";
import { type SiteDocument, wordsOf } from "../words/site-document.ts";

/** "own": for a trial; "copy": of an earlier start, kept in the store. */
type UsedSource = "own" | "file" | "address" | "copy";

export interface UsedDocument {
  readonly document: SiteDocument;
  readonly words: MailWords;
  readonly source: UsedSource;
  /** Why what RELAY_FORMS names is not what is used; null where it is. */
  readonly problem: string | null;
}

/** `from`: of mails, in whose name they go where the document names no company. */
export const usedDocument = (
  { document, source, problem }: Omit<UsedDocument, "words">,
  from: MailSender["from"],
): UsedDocument => ({
  document,
  words: wordsOf(document, from),
  source,
  problem,
});

export const isOther = (used: UsedDocument, previous: UsedDocument): boolean =>
  used.document.forms.hash !== previous.document.forms.hash ||
  used.source !== previous.source ||
  used.problem !== previous.problem;

export interface FormsStatus extends Pick<UsedDocument, "source" | "problem"> {
  /** The path or address of RELAY_FORMS; null where there is none. */
  readonly place: string | null;
  readonly hash: string;
  /** Their names. */
  readonly forms: readonly string[];
  /** In whose name mails are sent. */
  readonly company: Company;
  /** Whether that is the company that the site's document names; otherwise it is no more than the sender's name. */
  readonly isNamed: boolean;
}

export const statusOf = (
  { document, words, source, problem }: UsedDocument,
  place: FormsStatus["place"],
): FormsStatus => ({
  source,
  place,
  hash: document.forms.hash,
  forms: Object.keys(document.forms.forms),
  company: words.company,
  isNamed: document.company !== null,
  problem,
});
