// The mail server or the folder that the configuration names.

import type { RelayConfig } from "../../config/config.ts";
import type { MailTarget } from "../../config/targets.ts";
import { createMailLogin, type MailLogin } from "./mail-login.ts";
import type { MailTransport } from "./mail-transport.ts";
import { createMaildirTransport } from "./maildir-transport.ts";
import { createSmtpTransport } from "./smtp-transport.ts";

type Route = Pick<RelayConfig["mail"], "target" | "tls" | "helo" | "dkim">;

/** `login`: at its server, shared by all that go there. */
export const createMailTransport = ({ target, tls, helo, dkim }: Route, login: MailLogin): MailTransport =>
  target.type === "maildir"
    ? createMaildirTransport(target.dir, dkim)
    : createSmtpTransport({ ...target, tls, helo, dkim }, login);

/** OAuth 2.0 in place of the password where it is set. */
export const createLoginAt = (target: MailTarget, oauth: RelayConfig["mail"]["oauth"]): MailLogin =>
  createMailLogin(target.type === "smtp" ? { ...target, oauth } : { user: null, password: null });
