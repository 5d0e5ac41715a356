// What a form remembers between its events: since when it is worked on, and under which mark it was last sent.
import { clearDraft, type DraftStorage, loadDraft, saveDraft } from "./draft.ts";
import type { FormValues, InputName } from "./form-values.ts";
import { markSubmission, type SubmissionMark } from "./submission-mark.ts";

export interface SessionParts {
  readonly storage: DraftStorage;
  /** Milliseconds; only differences count. */
  readonly now: () => number;
  readonly randomBytes: (count: number) => Uint8Array;
}

export interface FormSession {
  /** What was typed before the page was left or loaded again. */
  readonly restored: FormValues;
  /** The form has been touched; the first time counts. */
  touch(): void;
  /** Keeps what stands in the fields. */
  keep(values: FormValues): void;
  mark(values: FormValues): SubmissionMark;
  /** The next sending gets a mark of its own, whatever the values. */
  forgetMark(): void;
  /** The request is sent: nothing of it is remembered. */
  finish(): void;
}

export function createFormSession(form: string, names: readonly InputName[], parts: SessionParts): FormSession {
  const { storage, now, randomBytes } = parts;
  const draft = loadDraft(storage, form, names);
  let before = draft?.elapsedMs ?? 0;
  let touchedAt: number | undefined;
  let last = draft?.mark;
  const elapsedMs = () => before + (touchedAt === undefined ? 0 : Math.max(0, Math.round(now() - touchedAt)));
  const keep = (values: FormValues) => saveDraft(storage, form, { values, elapsedMs: elapsedMs(), mark: last });
  return {
    restored: draft?.values ?? {},
    touch() {
      touchedAt ??= now();
    },
    keep,
    mark(values) {
      last = markSubmission(last, values, elapsedMs(), randomBytes);
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
