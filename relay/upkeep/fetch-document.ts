// The site's document at its address: fetched, and read as far as it can be used.

import { MAX_DOCUMENT_BYTES, parseDocument, type SiteDocument } from "../words/site-document.ts";

const TIMEOUT_MS = 5000;

interface NoDocument {
  readonly document: null;
  /** Why there is none, in plain words. */
  readonly problem: string;
}

interface FetchedDocument {
  readonly document: SiteDocument;
  readonly text: string;
}

/** The document with its text; or why there is none. A redirect is not followed: it could lead to anything. */
export async function fetchDocument(
  url: string,
  needsCompany: boolean,
  signal: AbortSignal,
): Promise<FetchedDocument | NoDocument> {
  // Not `AbortSignal.any`: `fetch` of Node 20 loses such a signal with the next garbage collection, and then waits five minutes.
  const end = new AbortController();
  const stop = () => end.abort(signal.reason);
  const limit = setTimeout(() => end.abort(new DOMException("no answer in time", "TimeoutError")), TIMEOUT_MS);
  signal.addEventListener("abort", stop);
  try {
    signal.throwIfAborted();
    return await fetchUsable(url, needsCompany, end.signal);
  } catch (error) {
    return none(failureOf(error));
  } finally {
    clearTimeout(limit);
    signal.removeEventListener("abort", stop);
  }
}

async function fetchUsable(
  url: string,
  needsCompany: boolean,
  signal: AbortSignal,
): Promise<FetchedDocument | NoDocument> {
  const answer = await fetch(url, { redirect: "manual", headers: { accept: "application/json" }, signal });
  if (!answer.ok) {
    await answer.body?.cancel();
    return none(`is answered with status ${answer.status}`);
  }
  const bytes = await bodyOf(answer);
  if (bytes === null) return none(`has more than ${MAX_DOCUMENT_BYTES} bytes`);
  const usable = usableDocument(bytes, needsCompany);
  return usable.document === null ? usable : { document: usable.document, text: bytes.toString() };
}

/** Null where it is larger than a document may be. */
async function bodyOf({ body }: Response): Promise<Buffer | null> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body ?? []) {
    size += chunk.byteLength;
    if (size > MAX_DOCUMENT_BYTES) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function failureOf(error: unknown): string {
  const { name, cause } = error as { readonly name: string; readonly cause?: { readonly code?: unknown } };
  const code = typeof cause?.code === "string" ? ` (${cause.code})` : "";
  return name === "TimeoutError" ? "does not answer in time" : `cannot be reached${code}`;
}

/** `needsCompany`: mails go out, and nothing else says in whose name. */
export function usableDocument(
  bytes: Uint8Array,
  needsCompany: boolean,
): { readonly document: SiteDocument } | NoDocument {
  const { document, problems } = parseDocument(bytes);
  if (document === null) return none(`is broken: ${problems.slice(0, 5).join("; ")}`);
  if (needsCompany && document.company === null) return none('has no "company"');
  return { document };
}

const none = (problem: string): NoDocument => ({ document: null, problem });
