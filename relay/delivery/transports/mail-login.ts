// The login at one mail server, for all connections to it: with a password, or an access token (OAuth 2.0). Servers lock out those who try wrong
// passwords: logins go one at a time, and after one that was refused none goes for a while, for any connection.
import type SmtpConnection from "nodemailer/lib/smtp-connection";
import type XOAuth2 from "nodemailer/lib/xoauth2";
import { fetchAccessToken, type OAuthSettings } from "./access-token.ts";
import type { SmtpError } from "./smtp-reply.ts";
import type { Step } from "./smtp-step.ts";

export interface MailLogin {
  /** Logs in where there is a login and the server offers one. `mechanisms`: what it offers; none where it does not say. */
  enter(connection: SmtpConnection, step: Step, mechanisms: readonly string[]): Promise<void>;
  /** Somebody put it right: the next one is not put off. */
  tryNow(): void;
}

interface Credentials {
  /** Null where the server needs no login. */
  readonly user: string | null;
  readonly password: string | null;
  readonly oauth?: OAuthSettings | null;
}

/** After the first refusal, and after each further one. */
const PAUSES_MS = [20_000, 300_000] as const;

const PASSWORD_MECHANISMS: readonly string[] = ["PLAIN", "LOGIN", "CRAM-MD5"];

/** The code of an error: nothing was tried. */
export const PUT_OFF = "EPUTOFF";

/** `elapsed`: milliseconds that have passed since some moment. */
export function createMailLogin(credentials: Credentials, elapsed = () => performance.now()): MailLogin {
  const { user, oauth = null } = credentials;
  const authData = createAuthData(credentials);
  let previous: Promise<unknown> = Promise.resolve();
  let refused: { readonly until: number; readonly times: number } | null = null;

  const logIn = async (connection: SmtpConnection, step: Step): Promise<void> => {
    if (refused !== null && elapsed() < refused.until)
      throw Object.assign(new Error("The login was refused, and is not tried again so soon"), { code: PUT_OFF });
    try {
      const auth = await authData();
      await step((done) => connection.login(auth, done));
      refused = null;
    } catch (error) {
      if (isRefusal(error)) {
        const times = (refused?.times ?? 0) + 1;
        refused = { times, until: elapsed() + (times === 1 ? PAUSES_MS[0] : PAUSES_MS[1]) };
      }
      throw error;
    }
  };

  return {
    async enter(connection, step, mechanisms) {
      if (user === null || !connection.allowsAuth) return;
      const problem = mechanismProblem(mechanisms, oauth !== null);
      if (problem !== null) throw Object.assign(new Error(problem), { code: "ENOAUTH" });
      const turn = previous.then(() => logIn(connection, step));
      previous = turn.catch(() => {});
      await turn;
    },
    tryNow() {
      if (refused !== null) refused = { ...refused, until: elapsed() };
    },
  };
}

/** What the library needs to log in. An access token is fetched first, so that the connection does not wait for it within a login. */
function createAuthData({ user, password, oauth = null }: Credentials) {
  let tokens: XOAuth2 | undefined;
  const tokensOf = async (settings: OAuthSettings): Promise<XOAuth2> => {
    const { default: Tokens } = await import("nodemailer/lib/xoauth2");
    return new Tokens({
      user: user ?? "",
      provisionCallback: (_user, _isNew, done) => {
        fetchAccessToken(settings).then(({ token, expiresAt }) => done(null, token, expiresAt), done);
      },
    });
  };
  return async () => {
    if (oauth === null) return { user: user ?? "", pass: password ?? "" };
    tokens ??= await tokensOf(oauth);
    const oauth2 = tokens;
    await new Promise<void>((resolve, reject) =>
      oauth2.getToken(false, (error) => (error ? reject(error) : resolve())),
    );
    return { user: user ?? "", oauth2 };
  };
}

/** Why a login must not be tried: a password never goes to a server that takes tokens alone, a token to none that does not ask for it. */
function mechanismProblem(mechanisms: readonly string[], isOAuth: boolean): string | null {
  if (mechanisms.length === 0) return null;
  const offered = mechanisms.join(", ");
  if (isOAuth)
    return mechanisms.includes("XOAUTH2") ? null : `The mail server does not offer XOAUTH2 (OAuth 2.0), but ${offered}`;
  if (mechanisms.some((each) => PASSWORD_MECHANISMS.includes(each))) return null;
  return `The mail server takes no password, but ${offered}: for OAuth 2.0 set RELAY_MAIL_OAUTH_URL`;
}

/** By the mail server, or by the one that gives out tokens. */
function isRefusal(error: unknown): boolean {
  const { code, responseCode } = error as SmtpError;
  return code === "EOAUTH2" || (code === "EAUTH" && responseCode !== undefined);
}
