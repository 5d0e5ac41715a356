// The transport that the configuration names.
import type { RelayConfig } from "../config/config.ts";
import type { MailTransport } from "./mail-transport.ts";
import { createMaildirTransport } from "./maildir-transport.ts";
import { createSmtpTransport, smtpSettings } from "./smtp-transport.ts";

type Route = Pick<RelayConfig["mail"], "target" | "tls" | "dkim">;

export const createMailTransport = ({ target, tls, dkim }: Route): MailTransport =>
  target.type === "maildir"
    ? createMaildirTransport(target.dir, dkim)
    : createSmtpTransport({ ...smtpSettings(target, tls), dkim });
