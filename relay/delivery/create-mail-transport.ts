// The transport that the configuration names.
import type { RelayConfig } from "../config/config.ts";
import type { MailTransport } from "./mail-transport.ts";
import { createMaildirTransport } from "./maildir-transport.ts";
import { createSmtpTransport, smtpSettings } from "./smtp-transport.ts";

export const createMailTransport = ({
  target,
  tls,
  dkim,
}: Pick<RelayConfig["mail"], "target" | "tls" | "dkim">): MailTransport =>
  target.type === "maildir"
    ? createMaildirTransport(target.dir, dkim)
    : createSmtpTransport({ ...smtpSettings(target, tls), dkim });
