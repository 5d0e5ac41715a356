// What to do about a failure to reach the mail server or to log in, where what was said names the cause.

type Hint = readonly [reason: "login" | "tls", said: RegExp, hint: string];

const HINTS: readonly Hint[] = [
  [
    "login",
    /\b5\.7\.139\b|SmtpClientAuthentication is disabled|basic authentication is disabled/i,
    "Microsoft 365 takes no password here. Use OAuth 2.0 (RELAY_MAIL_OAUTH_URL, run.md); or, while your organisation still allows passwords, have its administrator permit authenticated SMTP for this mailbox",
  ],
  [
    "login",
    /application-specific password|InvalidSecondFactor|WebLoginRequired/i,
    "Google takes no account password here: make an app password for the relay, or use OAuth 2.0 (RELAY_MAIL_OAUTH_URL, run.md)",
  ],
  [
    "login",
    /takes no password|does not offer XOAUTH2/,
    "RELAY_MAIL_OAUTH_URL is for servers that offer XOAUTH2, a password in RELAY_MAIL_URL for the others (run.md)",
  ],
  [
    "login",
    /gave no access token/,
    "check the variables that begin with RELAY_MAIL_OAUTH_, and that this machine reaches that server; what it says names what it misses",
  ],
  ["tls", /speaks TLS from the start/, "write smtps:// in place of smtp:// in the address of the mail server"],
  [
    "tls",
    /wrong version number|packet length too long|unknown protocol/i,
    "the server begins without TLS: write smtp:// in place of smtps:// in its address",
  ],
  [
    "tls",
    /certificate has expired|CERT_HAS_EXPIRED/i,
    "have the server's certificate renewed; where it is fresh, this machine's clock is wrong",
  ],
  ["tls", /not yet valid/i, "this machine's clock is behind, or the server's is ahead: set it right"],
  [
    "tls",
    /altnames|does not match certificate/i,
    "the certificate is another server's: write a name that is in it as host in the server's address",
  ],
  [
    "tls",
    /self-signed|self signed|unable to (?:verify|get)/i,
    "nobody that this machine trusts has signed the certificate: name its authority's file in NODE_EXTRA_CA_CERTS",
  ],
];

/** Null where nothing is known of it. */
export const failureHint = (reason: string, answer: string): string | null =>
  HINTS.find(([each, pattern]) => each === reason && pattern.test(answer))?.[2] ?? null;
