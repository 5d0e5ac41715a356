// An access token of OAuth 2.0 (RFC 6749): for the relay itself, by client credentials, or for a mailbox, by a refresh token.

export interface OAuthSettings {
  /** The address of the token endpoint. */
  readonly url: string;
  readonly clientId: string;
  /** Null for a client that has none, with a refresh token. */
  readonly clientSecret: string | null;
  readonly scope: string | null;
  /** Null for client credentials. */
  readonly refreshToken: string | null;
}

interface AccessToken {
  readonly token: string;
  /** Milliseconds since 1970. Earlier than the server says, so that no token expires on its way. */
  readonly expiresAt: number;
}

const TIMEOUT_MS = 15_000;
const EARLY_MS = 60_000;
/** In seconds, for servers that name no lifetime. */
const USUAL_LIFE = 300;
const MAX_WORDS = 300;

/** Rejects with the code EOAUTH2. */
export async function fetchAccessToken(settings: OAuthSettings): Promise<AccessToken> {
  const { host } = new URL(settings.url);
  const answer = await ask(settings).catch((error) => {
    throw tokenError(`${host} gave no access token (${error.cause?.code ?? error.name})`);
  });
  const { access_token: token, expires_in: life, error, error_description: description } = answer.body;
  if (typeof token === "string" && token !== "") {
    const lifeMs = (Number(life) || USUAL_LIFE) * 1000;
    return { token, expiresAt: Date.now() + Math.max(lifeMs - EARLY_MS, lifeMs / 2) };
  }
  const reason = [error, description].filter((each) => typeof each === "string").join(": ");
  throw tokenError(`${host} gave no access token (${answer.status}): ${reason || "no reason given"}`);
}

async function ask(settings: OAuthSettings) {
  const response = await fetch(settings.url, {
    method: "POST",
    headers: { accept: "application/json" },
    body: new URLSearchParams(grantOf(settings)),
    redirect: "error",
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  const text = await response.text();
  return { status: response.status, body: bodyOf(text) };
}

function grantOf({ clientId, clientSecret, scope, refreshToken }: OAuthSettings): Record<string, string> {
  return {
    client_id: clientId,
    ...(clientSecret === null ? {} : { client_secret: clientSecret }),
    ...(scope === null ? {} : { scope }),
    ...(refreshToken === null
      ? { grant_type: "client_credentials" }
      : { grant_type: "refresh_token", refresh_token: refreshToken }),
  };
}

function bodyOf(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

const tokenError = (message: string) => Object.assign(new Error(message.slice(0, MAX_WORDS)), { code: "EOAUTH2" });
