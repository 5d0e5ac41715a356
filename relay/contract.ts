// What crosses the wire between a form and the relay: types, a few constants, and how a name is taken apart; without imports, so that the browser may have it too.

/** The path of the one call, below the relay's address. */
export const CALL_PATH = "/functions/v1/send-contact-email";

/** Characters at most, per field; `decisions`: names, company, event type, attendees, budget and date 200, phone 50, email 254, message 10,000. */
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
  message: 10_000,
} as const;

export type FieldName = keyof typeof FIELD_LIMITS;

/** Where the post of a plain form ends, below the site's address (RELAY_SITE_URL): the relay answers with a redirect to one of these pages. */
export const REPLY_PAGES = { accepted: "/thank-you/", refused: "/try-again/" } as const;

/** Bytes at most of a whole request body. */
export const MAX_BODY_BYTES = 32_768;

export const FORM_NAMES = ["contact", "consultation", "venue", "talent"] as const;
export type FormName = (typeof FORM_NAMES)[number];

/** The body of a call: the fields of the form that sent it, and what the site's own pages add. All are strings but the last. */
export interface ContactEmailRequest extends Partial<Record<FieldName, string>> {
  readonly firstName: string;
  readonly email: string;
  readonly form?: FormName;
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
