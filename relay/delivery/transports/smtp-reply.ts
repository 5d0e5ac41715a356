// What an SMTP server answers, taken apart: "550 5.1.1 <x@y.test> no such user".

/** As nodemailer makes them. */
export interface SmtpError {
  readonly code?: string;
  readonly message: string;
  /** The step that failed: "CONN", "AUTH PLAIN", "MAIL FROM", "RCPT TO", "DATA". */
  readonly command?: string;
  readonly response?: string;
  readonly responseCode?: number;
}

export interface SmtpReply {
  /** Three digits; null where the answer is not one of SMTP. */
  readonly code: number | null;
  /** RFC 3463: "5.1.1". */
  readonly enhancedCode: string | null;
  /** The whole answer on one line, shortened. It may repeat an address. */
  readonly text: string;
}

const MAX_TEXT = 500;

export function parseReply(answer: string): SmtpReply {
  const [, code, enhancedCode] = /^(\d{3})(?:[ -](\d\.\d{1,3}\.\d{1,3})(?=\s|$))?/.exec(answer) ?? [];
  const text = answer.replace(/[\p{Cc}\s]+/gu, " ").trim();
  return {
    code: code === undefined ? null : Number(code),
    enhancedCode: enhancedCode ?? null,
    text: text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT)}…` : text,
  };
}

/** How servers say what they call the mail in their own queue and log. */
const QUEUE_IDS = [
  // Postfix, Haraka, Halon, Amazon, Mailgun and their kind
  /\bqueued as <?([\w.@+-]{4,100})/i,
  // Exim
  /\bid=([\w.-]{4,100})/i,
  // Exchange
  /^250 2\.6\.0 <([^<>\s]{4,100})>/,
  // Google
  /^250 2\.0\.0 OK +\d* ?([\w.-]{8,100}) - gsmtp/i,
  // Sendmail
  /^250 2\.0\.0 ([\w.-]{8,50}) Message accepted for delivery/i,
  // Several others
  /^250 (?:2\.\d\.\d )?ok:? (?:queued|message accepted)[^\w]+([\w.-]{8,100})/i,
  /^250 (?:2\.\d\.\d )?ok,? ([\w.-]{12,100})$/i,
];

export function queueIdOf(answer: string): string | null {
  const line = answer.trim().split("\n").at(-1) ?? "";
  for (const pattern of QUEUE_IDS) {
    const id = pattern.exec(line)?.[1];
    if (id !== undefined) return id;
  }
  return null;
}

export const plainReply = ({ message }: SmtpError) => parseReply(message).text || null;
