// What a form remembers between its events: when the visitor began, and the key and time of the last sending.

import type { FormValues } from "../values/form-values.ts";
import { clearDraft, loadDraft, saveDraft } from "./draft.ts";
import { type IdempotencyKey, idempotencyKeyOf } from "./idempotency-key.ts";

export type FormSession = ReturnType<typeof createFormSession>;

/** `names` are the fields that are kept. */
export function createFormSession(form: string, names: readonly string[]) {
  const { draft, expired = {} } = loadDraft(form, names);
  let before = draft?.elapsedMs ?? 0;
  let touchedAt: number | undefined;
  let last = draft?.mark;
  const elapsedMs = () => before + (touchedAt === undefined ? 0 : Math.max(0, Math.round(Date.now() - touchedAt)));
  /** Keeps what is in the fields. */
  const keep = (entered: FormValues): void => {
    const values = Object.fromEntries(Object.entries(entered).filter(([name]) => names.includes(name)));
    saveDraft(form, { values, elapsedMs: elapsedMs(), mark: last });
  };
  return {
    /** What was typed before the page was left or loaded again. */
    restored: draft?.values ?? {},
    /** Expired values. A browser may have restored them by itself. */
    expired,
    /** The form has been touched; the first time counts. */
    touch(): void {
      touchedAt ??= Date.now();
    },
    keep,
    /** `sent` is all that is sent but the time it took. */
    mark(values: FormValues, sent: string): IdempotencyKey {
      last = idempotencyKeyOf(last, sent, elapsedMs());
      keep(values);
      return last;
    },
    /** The next sending gets a mark of its own, whatever the values. */
    forgetMark(): void {
      last = undefined;
    },
    /** The request is sent: nothing of it is remembered. */
    finish(): void {
      clearDraft(form);
      before = 0;
      touchedAt = undefined;
      last = undefined;
    },
  };
}
