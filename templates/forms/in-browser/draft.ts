// What a visitor has typed and not yet sent, kept by the tab over a reload, a crash and a visit to another page. It never leaves the
// browser, has only the visible fields, and expires, so that the next person on a shared computer does not find it. It holds no consents:
// nobody agrees to something by a draft.
import type { FormValue, FormValues } from "../values/form-values.ts";
import type { IdempotencyKey } from "./idempotency-key.ts";
import { asObject, isText, parseObject, type UnknownObject } from "./unknown-json.ts";

interface FormDraft {
  readonly values: FormValues;
  /** How long the visitor has worked on the form so far. */
  readonly elapsedMs: number;
  /** Of a sending that failed: the same values will be sent under the same key. */
  readonly mark?: IdempotencyKey;
}

/** How long a draft is kept after the last change. The privacy policy and the README say so too. */
const DRAFT_MINUTES = 30;

const PREFIX = "eventsite:draft:";
/** Where the tab keeps a form's draft. */
export const draftKey = (form: string): string => PREFIX + form;

interface LoadedDraft {
  readonly draft?: FormDraft;
  /** The values of an expired draft, which is now erased. */
  readonly expired?: FormValues;
}

/** The draft of a form. Erases the expired drafts of all forms. */
export function loadDraft(form: string, names: readonly string[]): LoadedDraft {
  const load = (): LoadedDraft => {
    const stored = readStored(draftKey(form));
    for (const key of Object.keys(sessionStorage))
      if (key.startsWith(PREFIX) && isExpired(readStored(key))) sessionStorage.removeItem(key);
    if (stored.savedAt === undefined) return {};
    const values = validValues(stored.values, names);
    if (isExpired(stored)) return { expired: values };
    const { elapsedMs, mark } = stored;
    return {
      draft: { values, elapsedMs: isDuration(elapsedMs) ? elapsedMs : 0, mark: isMark(mark) ? mark : undefined },
    };
  };
  return quietly(load) ?? {};
}

/** Keeps what is typed. An empty form leaves no draft. */
export function saveDraft(form: string, draft: FormDraft): void {
  quietly(() => {
    if (Object.values(draft.values).some(({ length }) => length > 0))
      sessionStorage.setItem(draftKey(form), JSON.stringify({ ...draft, savedAt: Date.now() }));
    else sessionStorage.removeItem(draftKey(form));
  });
}

export function clearDraft(form: string): void {
  quietly(() => sessionStorage.removeItem(draftKey(form)));
}

/** Storage can be full, or forbidden, and then reading it throws: a form without a draft works as well. */
function quietly<Result>(run: () => Result): Result | undefined {
  try {
    return run();
  } catch {
    return undefined;
  }
}

const readStored = (key: string): UnknownObject => parseObject(sessionStorage.getItem(key) ?? "");

/** A clock that was set back makes a draft of the future, which would never expire. */
function isExpired({ savedAt }: UnknownObject): boolean {
  return typeof savedAt !== "number" || Math.abs(Date.now() - savedAt) >= DRAFT_MINUTES * 60_000;
}

/** What an earlier version of the site stored may have other fields. */
function validValues(values: unknown, names: readonly string[]): FormValues {
  const stored = new Map(Object.entries(asObject(values)));
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = stored.get(name);
      return isValue(value) && value.length > 0 ? [[name, value]] : [];
    }),
  );
}

const isValue = (value: unknown): value is FormValue => isText(value) || (Array.isArray(value) && value.every(isText));

/** JSON can hold 1e999, which the relay refuses. */
const isDuration = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;

function isMark(value: unknown): value is IdempotencyKey {
  const { idempotencyKey, elapsedMs, sent } = asObject(value);
  return isText(idempotencyKey) && isDuration(elapsedMs) && isText(sent);
}
