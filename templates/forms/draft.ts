// What a visitor has typed and not yet sent, kept for as long as the tab: over a reload, a crash, and a closed tab that is opened again.
// It never leaves the browser, and holds the visible fields alone.
import type { FormValues, InputName } from "./form-values.ts";
import type { SubmissionMark } from "./submission-mark.ts";

export interface Draft {
  readonly values: FormValues;
  /** How long the form has been worked on so far. */
  readonly elapsedMs: number;
  /** Of a sending that failed: the same values will be sent under the same key. */
  readonly mark?: SubmissionMark;
}

/** The part of a browser's storage that drafts need. Its methods may throw: storage can be full, or switched off. */
export type DraftStorage = Pick<Storage, "getItem" | "setItem" | "removeItem">;

const keyOf = (form: string): string => `eventsite:draft:${form}`;

export function loadDraft(storage: DraftStorage, form: string, names: readonly InputName[]): Draft | undefined {
  return quietly(() => {
    const stored: unknown = JSON.parse(storage.getItem(keyOf(form)) ?? "null");
    if (typeof stored !== "object" || stored === null) return undefined;
    const { values, elapsedMs, mark } = stored as Partial<Record<keyof Draft, unknown>>;
    return {
      values: soundValues(values, names),
      elapsedMs: typeof elapsedMs === "number" && elapsedMs >= 0 ? elapsedMs : 0,
      mark: isMark(mark) ? mark : undefined,
    };
  });
}

export function saveDraft(storage: DraftStorage, form: string, draft: Draft): void {
  quietly(() => storage.setItem(keyOf(form), JSON.stringify(draft)));
}

export function clearDraft(storage: DraftStorage, form: string): void {
  quietly(() => storage.removeItem(keyOf(form)));
}

/** A form without a draft works as well. */
function quietly<Result>(run: () => Result): Result | undefined {
  try {
    return run();
  } catch {
    return undefined;
  }
}

/** What an earlier state of the site stored may have other fields. */
function soundValues(values: unknown, names: readonly InputName[]): FormValues {
  const stored = new Map(Object.entries((values ?? {}) as Record<string, unknown>));
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = stored.get(name);
      return typeof value === "string" && value !== "" ? [[name, value]] : [];
    }),
  );
}

function isMark(value: unknown): value is SubmissionMark {
  const { idempotencyKey, elapsedMs, values } = (value ?? {}) as Partial<Record<keyof SubmissionMark, unknown>>;
  return typeof idempotencyKey === "string" && typeof elapsedMs === "number" && typeof values === "string";
}
