// The transport that the configuration names.
import type { RelayConfig } from "../config.ts";
import type { MailTransport } from "./mail-transport.ts";
import { createMaildirTransport } from "./maildir-transport.ts";
import { smtpSettings } from "./smtp-settings.ts";
import { createSmtpTransport } from "./smtp-transport.ts";

export const createMailTransport = (
  { target, tls }: Pick<RelayConfig["mail"], "target" | "tls">,
  connections: number,
): MailTransport =>
  target.type === "maildir"
    ? createMaildirTransport(target.dir)
    : createSmtpTransport(smtpSettings(target, tls), connections);
