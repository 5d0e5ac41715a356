// Requests to Google Cloud Storage, each with a token. Credentials come from Google's client: GOOGLE_APPLICATION_CREDENTIALS, `gcloud auth
// application-default login`, or the machine. STORAGE_EMULATOR_HOST names an emulator, as for Google's programs, which gets no token.

import { TargetStoreError } from "./store.ts";
import { loadPackage } from "./web-service.ts";

/** The part of the client that is used. */
interface AuthClient {
  GoogleAuth: new (options: { scopes: string }) => { getAccessToken(): Promise<string | null | undefined> };
}

const SCOPE = "https://www.googleapis.com/auth/devstorage.read_write";
const TIMEOUT_MS = 60_000;

/** Requests that are refused reject with `Refused`. */
export interface GcsService {
  send(path: string, init?: RequestInit): Promise<Response>;
  sendJson<Answer>(path: string, init?: RequestInit): Promise<Answer>;
}

/** `endpoint` is that of an emulator. */
export async function connectGcs(endpoint: string | undefined, root: string): Promise<GcsService> {
  const emulator = endpoint ?? process.env.STORAGE_EMULATOR_HOST;
  const service = (emulator ?? "https://storage.googleapis.com").replace(/^(?!https?:)/, "http://").replace(/\/+$/, "");
  const tokenOf = emulator === undefined ? await openTokens(root) : undefined;
  const send = async (path: string, init: RequestInit = {}): Promise<Response> => {
    const token = await tokenOf?.();
    const headers = { ...init.headers, ...(token !== undefined && { authorization: `Bearer ${token}` }) };
    const answer = await fetch(service + path, { ...init, headers, signal: AbortSignal.timeout(TIMEOUT_MS) });
    if (!answer.ok) throw Object.assign(new Error(await reasonIn(answer)), { status: answer.status });
    return answer;
  };
  return {
    send,
    sendJson: async <Answer>(path: string, init?: RequestInit): Promise<Answer> => {
      const text = await (await send(path, init)).text();
      try {
        return JSON.parse(text) as Answer;
      } catch {
        throw new TargetStoreError("protocol", "Its answer is not a document of Google Cloud Storage");
      }
    },
  };
}

/** Google's client caches tokens, and fetches new ones in time. */
async function openTokens(root: string): Promise<() => Promise<string | undefined>> {
  const { GoogleAuth } = await loadPackage<AuthClient>("google-auth-library", root);
  const auth = new GoogleAuth({ scopes: SCOPE });
  return async () => {
    try {
      return (await auth.getAccessToken()) ?? undefined;
    } catch (error) {
      // Its message may quote a file of keys, so it is not repeated.
      throw new TargetStoreError("credentials", "Google's client gave no token for this machine and user", error);
    }
  };
}

/** The message is the service's reason. An error without a status comes from the network. */
export interface Refused extends Error {
  readonly status?: number;
  readonly cause?: NodeJS.ErrnoException;
}

/** The service's name for the problem, such as "rateLimitExceeded". */
async function reasonIn(answer: Response): Promise<string> {
  const text = await answer.text().catch(() => "");
  try {
    const { error } = JSON.parse(text) as { error?: { message?: string; errors?: { reason?: string }[] } };
    // Nothing else of the message is repeated: it may hold what was sent.
    const isBucket = /bucket does not exist/i.test(error?.message ?? "");
    return isBucket ? "noSuchBucket" : (error?.errors?.[0]?.reason ?? "");
  } catch {
    return "";
  }
}
