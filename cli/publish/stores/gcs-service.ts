// Requests to Google Cloud Storage, each with a token. Credentials come from Google's own client for them: GOOGLE_APPLICATION_CREDENTIALS,
// `gcloud auth application-default login`, or the machine. STORAGE_EMULATOR_HOST names an emulator, as for Google's programs; it gets none.

import { TargetStoreError } from "./store.ts";
import { loadPackage } from "./web-service.ts";

/** What is used of the client. */
interface AuthClient {
  GoogleAuth: new (options: { scopes: string }) => { getAccessToken(): Promise<string | null | undefined> };
}

const SCOPE = "https://www.googleapis.com/auth/devstorage.read_write";
const TIMEOUT_MS = 60_000;

export type GcsService = Awaited<ReturnType<typeof connectGcs>>;

/** The endpoint is that of an emulator. Requests that are refused reject with `Refused`. */
export async function connectGcs(endpoint: string | undefined, root: string) {
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

/** Tokens are kept, and fetched again in time, by Google's client. */
async function openTokens(root: string): Promise<() => Promise<string | undefined>> {
  const { GoogleAuth } = await loadPackage<AuthClient>("google-auth-library", root);
  const auth = new GoogleAuth({ scopes: SCOPE });
  return async () => {
    try {
      return (await auth.getAccessToken()) ?? undefined;
    } catch (error) {
      // The rest of its words may quote a file of keys.
      throw new TargetStoreError("credentials", "Google's client gave no token for this machine and user", error);
    }
  };
}

/** Its message is the service's reason; one without a status is of the network. */
export interface Refused extends Error {
  readonly status?: number;
  readonly cause?: NodeJS.ErrnoException;
}

/** The service's own name for what was wrong, such as "rateLimitExceeded". */
async function reasonIn(answer: Response): Promise<string> {
  const text = await answer.text().catch(() => "");
  try {
    const { error } = JSON.parse(text) as { error?: { message?: string; errors?: { reason?: string }[] } };
    // Of its words only this is repeated: the rest may hold what was sent.
    const isBucket = /bucket does not exist/i.test(error?.message ?? "");
    return isBucket ? "noSuchBucket" : (error?.errors?.[0]?.reason ?? "");
  } catch {
    return "";
  }
}
