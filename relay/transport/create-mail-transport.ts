// The transport that the configuration names.
import type { MailTarget } from "../config-values.ts";
import type { MailTransport } from "./mail-transport.ts";
import { createMaildirTransport } from "./maildir-transport.ts";
import { type SmtpSettings, smtpSettings } from "./smtp-settings.ts";
import { createSmtpTransport } from "./smtp-transport.ts";

export const createMailTransport = (
  target: MailTarget,
  tls: SmtpSettings["tls"],
  connections: number,
): MailTransport =>
  target.type === "maildir"
    ? createMaildirTransport(target.dir)
    : createSmtpTransport(smtpSettings(target, tls), connections);
