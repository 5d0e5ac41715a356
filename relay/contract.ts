// What crosses the wire between a form and the relay, and what is left of it of what people type and paste: text without what nobody sees, such
// as control characters, marks that turn or hide text and halves of emoji, and with what it needs to be read, such as the joiners of emoji and
// of some scripts. Without imports, so that the browser may have it too.

/** The path of the one call, below the relay's address. */
export const CALL_PATH = "/functions/v1/send-contact-email";

/** What `eventsite-relay start --announce` sends to the process that started it, over Node's channel, once it takes requests. */
export interface ListeningEvent {
  readonly type: "listening";
  readonly url: string;
  /** Where the mails can be read that stay on this machine; null where they go to a mail server. */
  readonly mailboxUrl: string | null;
}

/** Characters (Unicode code points) that a message has at most. It is apart from the other limits, which browsers get with the fields of a form. */
export const MESSAGE_LIMIT = 10_000;

/** Characters (Unicode code points) at most, per field; `decisions`: names, company, event type, attendees, budget and date 200, phone 50, email 254, message 10,000. */
export const FIELD_LIMITS = {
  firstName: 200,
  lastName: 200,
  email: 254,
  phone: 50,
  company: 200,
  eventType: 200,
  attendees: 200,
  budgetRange: 200,
  preferredDate: 200,
  message: MESSAGE_LIMIT,
} as const;

export type FieldName = keyof typeof FIELD_LIMITS;

/** Where the post of a plain form ends, below the site's address (RELAY_SITE_URL): the relay answers with a redirect to one of these pages. */
export const REPLY_PAGES = { accepted: "/thank-you/", refused: "/try-again/" } as const;

/**
 * Bytes at most of a whole request body. All fields above may be full in any script, url-encoded or as JSON with `\u` escapes, where a
 * character takes 12 bytes (143 kB); the remainder is for what a form asks beyond them.
 */
export const MAX_BODY_BYTES = 196_608;

export const FORM_NAMES = ["contact", "consultation", "venue", "talent"] as const;
export type FormName = (typeof FORM_NAMES)[number];

/** What a site says to its relay. The build publishes it with `version` and `hash` as /forms.json, and the relay reads that (RELAY_FORMS). */
export interface RelayDocument {
  readonly company: CompanyFacts;
  /** The language of dates, such as "en-CA", and the zone of times; without them English and UTC. */
  readonly locale?: string;
  readonly timeZone?: string;
  /** Without them the relay takes its four forms with the fields of the contract. */
  readonly forms?: FormsDefinition["forms"];
  /** Sentences of mails in place of the relay's own, by group and name (relay/docs/forms.md). */
  readonly words?: Readonly<Record<string, unknown>>;
}

/** The company that mails to visitors speak for. Each is one line. */
export interface CompanyFacts {
  readonly name: string;
  /** Default: the name. */
  readonly legalName?: string;
  /** Where visitors answer to. */
  readonly email: string;
  /** Of letters. The law asks for it in each mail to a visitor. */
  readonly address: string;
  readonly phone?: string;
  readonly hours?: string;
  /** Within what time a person answers, such as "24 hours". */
  readonly reply?: string;
}

/** What the forms ask: the part of the site's document that requests are checked by. */
export interface FormsDefinition {
  readonly version: 1;
  /** Which definition a page was built with: the first 16 hexadecimal digits of the SHA-256 of `JSON.stringify(forms)`. */
  readonly hash: string;
  /** By name; see FORM_NAME. */
  readonly forms: Readonly<Record<string, FormDefinition>>;
}

export interface FormDefinition {
  /** Begins the subject of the team's mail: "Venue request". */
  readonly title: string;
  readonly fields: readonly FieldDefinition[];
}

export interface FieldDefinition {
  /** A field of the contract (firstName, email, …), or a name of the form's own; see OWN_FIELD_NAME and CALL_NAMES. */
  readonly name: string;
  readonly type: FieldType;
  /** As visitors read it, and as mail and export show it. */
  readonly label: string;
  readonly required: boolean;
  /** Characters at most; of several choices, together. */
  readonly limit: number;
  /** Of "choice" and "choices". */
  readonly options?: readonly FieldOption[];
  /** Of "number". */
  readonly min?: number;
  readonly max?: number;
  /** Of "consent": the exact words beside the box, which are also what the ticked box sends. */
  readonly wording?: string;
}

interface FieldOption {
  readonly value: string;
  readonly label: string;
}

export const FIELD_TYPES = [
  "text",
  "lines",
  "email",
  "phone",
  "date",
  "number",
  "choice",
  "choices",
  "consent",
] as const;
export type FieldType = (typeof FIELD_TYPES)[number];

/** The name of a form: that of its file in content/forms. */
export const FORM_NAME = /^[a-z][a-z0-9-]{0,39}$/;

/** The name of a form's own field. */
export const OWN_FIELD_NAME = /^[a-z][A-Za-z0-9_]{0,39}$/;

/** Of a form's own fields: how many at most, and characters of each. */
export const OWN_FIELDS = { count: 50, characters: 2_000 } as const;

/** What the call itself uses: no form's own field has one of these names. */
export const CALL_NAMES = ["form", "name", "page", "website", "elapsedMs", "definition"] as const;

/**
 * The body of a call: the fields of the form that sent it, and what the site's own pages add. A field is a string, several choices are a
 * list of strings (in a form post: the field again for each), and a consent is sent with its wording when it is given, and not otherwise.
 */
export interface ContactEmailRequest extends Partial<Record<FieldName, string>> {
  readonly firstName: string;
  readonly email: string;
  /** One of FORM_NAMES, or a form of the definition. */
  readonly form?: string;
  /** The hash of the definition that the page was built with. */
  readonly definition?: string;
  /** A whole name in one field, as the venue and talent forms post it where no script takes it apart; counts where firstName is empty. */
  readonly name?: string;
  /** The route the request was sent from. */
  readonly page?: string;
  /** Left empty by people: it is hidden from them. */
  readonly website?: string;
  /** Milliseconds since the form was first touched. */
  readonly elapsedMs?: number;
}

export interface ContactEmailError {
  readonly message: string;
  readonly details: string | null;
  readonly hint: string | null;
  readonly code: string;
  readonly requestId: string | null;
  readonly fields: readonly { readonly field: string; readonly message: string }[];
}

export type ContactEmailResponse =
  | { readonly data: { readonly id: string; readonly status: "accepted" }; readonly error: null }
  | { readonly data: null; readonly error: ContactEmailError };

/** A whole name is taken apart at its first space: the first word, and the remainder. A single word has no remainder. */
export function splitName(name: string): { readonly firstName: string; readonly lastName: string } {
  const [, firstName = "", lastName = ""] = /^(\S*)\s*(.*)$/s.exec(name.trim()) ?? [];
  return { firstName, lastName };
}

/** The line breaks of word processors, PDF and mainframes besides our own. */
const BREAKS = /\r\n?|[\v\f\u0085\u2028\u2029]/g;

/** The tab, and a braille sign without dots, which passes for a blank. */
const BLANKS = /[\t\u2800]/g;

/**
 * Joiners, variation selectors and tags where they change what is seen: within an emoji, in scripts whose letters join, behind the characters
 * of Chinese and Japanese names.
 */
const SEEN = [
  String.raw`(?<=\p{Extended_Pictographic}(?:\ufe0f|\p{Emoji_Modifier})?)\u200d(?=\p{Extended_Pictographic})`,
  String.raw`(?<=\p{Extended_Pictographic})[\ufe0e\ufe0f]`,
  String.raw`(?<=[#*0-9])\ufe0f(?=\u20e3)`,
  // The flags of England, Scotland and Wales.
  String.raw`(?<=\u{1f3f4})[\u{e0030}-\u{e0039}\u{e0061}-\u{e007a}]+\u{e007f}`,
  String.raw`(?<=[${joiningLetters()}])[\u200c\u200d]`,
  String.raw`(?<=\p{Script=Mongolian})[\u180b-\u180d\u180f]`,
  String.raw`(?<=\p{Script=Han})[\ufe00-\ufe02\u{e0100}-\u{e01ef}]`,
  // The signs that Arabic and other scripts write around a number.
  String.raw`[\u0600-\u0605\u06dd\u070f\u0890\u0891\u08e2\u{110bd}\u{110cd}]`,
].join("|");

/** Controls, format characters, halves of surrogate pairs, what Unicode says to show as nothing, and what is no character. */
const UNSEEN = String.raw`(?!\n)[\p{Cc}\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}]`;

const SEEN_OR_UNSEEN = new RegExp(`(${SEEN})|${UNSEEN}`, "gu");
const ANY_UNSEEN = new RegExp(UNSEEN, "gu");

/** Of the scripts whose letters and marks change their shape by what they join, by their codes in ISO 15924: from Arabic to Meetei Mayek. */
function joiningLetters(): string {
  const scripts =
    "Arab Syrc Mand Nkoo Adlm Rohg Mong Phag Deva Beng Guru Gujr Orya Taml Telu Knda Mlym Sinh Tibt Mymr Khmr Bali Java Sund Newa Tirh Gran " +
    "Cakm Mtei";
  return scripts.replace(/\S+ ?/g, (script) => String.raw`\p{Script=${script.trim()}}`);
}

/** A text of several lines: every kind of line break is "\n". */
export const cleanLines = (text: string): string =>
  text.replace(BREAKS, "\n").replace(BLANKS, " ").replace(SEEN_OR_UNSEEN, "$1");

/** What is typed into a field of one line. */
export const cleanLine = (text: string): string => cleanLines(text).replace(/\n+/g, " ");

/** An email address, in which no mark joins anything. */
export const cleanAddress = (text: string): string => cleanLine(text).replace(ANY_UNSEEN, "");

/** Characters as limits count them: one for each of any script, one for a simple emoji. */
export function countCharacters(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}
