// RELAY_FORMS: where the definition of the forms is, and the bytes that are there.
import { readFileSync } from "node:fs";
import { isLoopback } from "../client-address.ts";
import { MAX_DEFINITION_BYTES } from "./parse-definition.ts";

export type FormsSource =
  /** The relay's own four forms. */
  | { readonly type: "own" }
  | { readonly type: "file"; readonly path: string }
  | { readonly type: "address"; readonly url: string };

/** Null where the text is neither. */
export function readFormsSource(text: string): Exclude<FormsSource, { type: "own" }> | null {
  if (!/^[a-z][a-z0-9+.-]*:\/\//i.test(text)) return { type: "file", path: text };
  if (!URL.canParse(text)) return null;
  const url = new URL(text);
  const isSafe = url.protocol === "https:" || (url.protocol === "http:" && isLoopback(url.hostname));
  if (!isSafe || url.hash !== "" || url.username !== "" || url.password !== "") return null;
  return { type: "address", url: url.href };
}

/** Why the bytes cannot be had, in plain words. */
export class UnreachableError extends Error {
  override readonly name = "UnreachableError";
}

/** Throws UnreachableError. */
export function readDefinitionFile(path: string): Uint8Array {
  try {
    return readFileSync(path);
  } catch (error) {
    throw new UnreachableError(`cannot be read (${(error as NodeJS.ErrnoException).code})`, { cause: error });
  }
}

const TIMEOUT_MS = 5000;

/** Rejects with UnreachableError. A redirect is not followed: it could lead to anything. */
export async function fetchDefinition(url: string, signal?: AbortSignal): Promise<Uint8Array> {
  const timeout = AbortSignal.timeout(TIMEOUT_MS);
  try {
    const answer = await fetch(url, {
      redirect: "manual",
      headers: { accept: "application/json" },
      signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]),
    });
    if (!answer.ok) {
      await answer.body?.cancel();
      throw new UnreachableError(`is answered with status ${answer.status}`);
    }
    return await readAtMost(answer, MAX_DEFINITION_BYTES);
  } catch (error) {
    if (error instanceof UnreachableError) throw error;
    const { name, cause } = error as { readonly name: string; readonly cause?: { readonly code?: unknown } };
    const code = typeof cause?.code === "string" ? ` (${cause.code})` : "";
    throw new UnreachableError(name === "TimeoutError" ? "does not answer in time" : `cannot be reached${code}`, {
      cause: error,
    });
  }
}

/** Rejects with UnreachableError where there is more. */
export async function readAtMost(answer: Response, mostBytes: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of answer.body ?? []) {
    size += chunk.byteLength;
    if (size > mostBytes) throw new UnreachableError(`has more than ${mostBytes} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
