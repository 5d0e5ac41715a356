// What a form remembers between its events: when the visitor began, and the key and time of the last sending.

import type { FormValues } from "../values/form-values.ts";
import { clearDraft, loadDraft, saveDraft } from "./draft.ts";
import { type IdempotencyKey, idempotencyKeyOf } from "./idempotency-key.ts";

export interface FormSession {
  /** What was typed before the page was left or loaded again. */
  readonly restored: FormValues;
  /** Expired values. A browser may have restored them by itself. */
  readonly expired: FormValues;
  /** The form has been touched; the first time counts. */
  touch(): void;
  readonly keep: (entered: FormValues) => void;
  /** `sent` is all that is sent but the time it took. */
  mark(values: FormValues, sent: string): IdempotencyKey;
  /** The next sending gets a mark of its own, whatever the values. */
  forgetMark(): void;
  /** The request is sent: nothing of it is remembered. */
  finish(): void;
}

/** `names` are the fields that are kept. */
export function createFormSession(form: string, names: readonly string[]): FormSession {
  const { draft, expired = {} } = loadDraft(form, names);
  let elapsedBefore = draft?.elapsedMs ?? 0;
  let touchedAt: number | undefined;
  let last = draft?.mark;
  const elapsedMs = () =>
    elapsedBefore + (touchedAt === undefined ? 0 : Math.max(0, Math.round(Date.now() - touchedAt)));
  /** Keeps what is in the fields. */
  const keep = (entered: FormValues): void => {
    const values = Object.fromEntries(Object.entries(entered).filter(([name]) => names.includes(name)));
    saveDraft(form, { values, elapsedMs: elapsedMs(), mark: last });
  };
  return {
    restored: draft?.values ?? {},
    expired,
    touch() {
      touchedAt ??= Date.now();
    },
    keep,
    mark(values, sent) {
      last = idempotencyKeyOf(last, sent, elapsedMs());
      keep(values);
      return last;
    },
    forgetMark() {
      last = undefined;
    },
    finish() {
      clearDraft(form);
      elapsedBefore = 0;
      touchedAt = undefined;
      last = undefined;
    },
  };
}
