// What a form remembers between its events: when the visitor began, and the key and time of the last sending.
import { clearDraft, type DraftStorage, loadDraft, saveDraft } from "./draft.ts";
import type { FormValues } from "./form-values.ts";
import { type IdempotencyKey, idempotencyKeyOf } from "./idempotency-key.ts";

export interface SessionParts {
  readonly storage: DraftStorage;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly randomBytes: (count: number) => Uint8Array;
}

export interface FormSession {
  /** What was typed before the page was left or loaded again. */
  readonly restored: FormValues;
  /** Expired values. A browser may have restored them by itself. */
  readonly expired: FormValues;
  /** The form has been touched; the first time counts. */
  touch(): void;
  /** Keeps what is in the fields. */
  keep(values: FormValues): void;
  /** `sent` is all that is sent but the time it took. */
  mark(values: FormValues, sent: string): IdempotencyKey;
  /** The next sending gets a mark of its own, whatever the values. */
  forgetMark(): void;
  /** The request is sent: nothing of it is remembered. */
  finish(): void;
}

/** `names` are the fields that are kept. */
export function createFormSession(form: string, names: readonly string[], parts: SessionParts): FormSession {
  const { storage, now, randomBytes } = parts;
  const { draft, expired } = loadDraft(storage, form, names, now());
  let before = draft?.elapsedMs ?? 0;
  let touchedAt: number | undefined;
  let last = draft?.mark;
  const elapsedMs = () => before + (touchedAt === undefined ? 0 : Math.max(0, Math.round(now() - touchedAt)));
  const keep = (entered: FormValues) => {
    const values = Object.fromEntries(Object.entries(entered).filter(([name]) => names.includes(name)));
    saveDraft(storage, form, { values, elapsedMs: elapsedMs(), mark: last }, now());
  };
  return {
    restored: draft?.values ?? {},
    expired: expired ?? {},
    touch() {
      touchedAt ??= now();
    },
    keep,
    mark(values, sent) {
      last = idempotencyKeyOf(last, sent, elapsedMs(), randomBytes);
      keep(values);
      return last;
    },
    forgetMark() {
      last = undefined;
    },
    finish() {
      clearDraft(storage, form);
      before = 0;
      touchedAt = undefined;
      last = undefined;
    },
  };
}
