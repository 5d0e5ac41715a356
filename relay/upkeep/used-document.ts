// The site's document in use: what mails, the desk and the checks of requests go by, and where it came from. Replaced as a whole.

import type { MailSender } from "../mail/mail-message.ts";
import type { MailWords } from "../words/mail-words.ts";
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

export const isOther = (used: UsedDocument, before: UsedDocument): boolean =>
  used.document.forms.hash !== before.document.forms.hash ||
  used.source !== before.source ||
  used.problem !== before.problem;

export type FormsStatus = ReturnType<typeof statusOf>;

/** `place`: the path or address of RELAY_FORMS; null where there is none. */
export const statusOf = ({ document, words, source, problem }: UsedDocument, place: string | null) => ({
  source,
  place,
  hash: document.forms.hash,
  forms: Object.keys(document.forms.forms),
  /** In whose name mails are sent. */
  company: words.company,
  /** Whether that is the company that the site's document names; otherwise it is no more than the sender's name. */
  isNamed: document.company !== null,
  problem,
});
