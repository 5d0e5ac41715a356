// RELAY_FORMS: where the definition of the forms is, and the bytes that are there.
import { readFileSync } from "node:fs";
import { isLoopback } from "../client-address.ts";
import type { FormsDefinition } from "../contract.ts";
import type { Report } from "../errors.ts";
import { MAX_DEFINITION_BYTES, parseDefinition } from "./parse-definition.ts";

export const FORMS_HINT =
  "`npx eventsite build` writes such a file as forms.json at the site's root; relay/forms.md says how to write one by hand";

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

export interface GivenForms {
  readonly source: FormsSource;
  /** From the file, or the relay's own. */
  readonly first: FormsDefinition;
  /** Whether it is what RELAY_FORMS names. */
  readonly isRead: boolean;
}

export function readForms(text: string | undefined, own: FormsDefinition, report: Report): GivenForms {
  const fallback: GivenForms = { source: { type: "own" }, first: own, isRead: false };
  if (text === undefined) return { ...fallback, isRead: true };
  const source = readFormsSource(text);
  if (source === null) {
    report(
      "RELAY_FORMS",
      "the value cannot be used",
      "a file, or the site's https://www.example.com/forms.json (http on this machine alone)",
    );
    return fallback;
  }
  if (source.type === "address") return { source, first: own, isRead: false };
  const { path } = source;
  try {
    const { definition, problems } = parseDefinition(readDefinitionFile(path));
    for (const problem of problems) report("RELAY_FORMS", `${path}: ${problem}`, FORMS_HINT);
    return { source, first: definition ?? own, isRead: definition !== null };
  } catch (error) {
    if (!(error instanceof UnreachableError)) throw error;
    report("RELAY_FORMS", `${path} ${error.message}`, FORMS_HINT);
    return fallback;
  }
}
