// How the mail server is reached.
import type { DkimKey, MailTarget } from "../config/values.ts";

export type SmtpTarget = Extract<MailTarget, { type: "smtp" }>;

export interface SmtpTimeouts {
  readonly dnsMs: number;
  /** DNS and connecting together. */
  readonly connectMs: number;
  readonly greetingMs: number;
  /** From the start of an attempt until the mail is on its way. */
  readonly beforeDataMs: number;
  /** From there to the answer. RFC 5321 4.5.3.2.6: ten minutes. */
  readonly replyMs: number;
}

export const DEFAULT_TIMEOUTS: SmtpTimeouts = {
  dnsMs: 10_000,
  connectMs: 30_000,
  greetingMs: 30_000,
  beforeDataMs: 120_000,
  replyMs: 600_000,
};

export interface SmtpSettings {
  readonly host: string;
  readonly port: number;
  /** `smtps:`: TLS from the first byte. */
  readonly isImplicitTls: boolean;
  readonly login: { readonly user: string; readonly password: string } | null;
  /** "required": encrypted, and the certificate is checked. "opportunistic": encrypted where offered, unchecked. "off": never. */
  readonly tls: "required" | "opportunistic" | "off";
  /** Certificates to trust besides the system's, in PEM; null for none. */
  readonly ca: string | null;
  readonly timeouts: SmtpTimeouts;
  /** What mails are signed with, if anything. */
  readonly dkim?: DkimKey | null;
}

/** Of the configured mail server. */
export function smtpSettings(target: SmtpTarget, tls: SmtpSettings["tls"]): SmtpSettings {
  const { host, port, implicitTls: isImplicitTls, user, password } = target;
  const login = user === null ? null : { user, password: password ?? "" };
  return { host, port, isImplicitTls, login, tls, ca: null, timeouts: DEFAULT_TIMEOUTS };
}
