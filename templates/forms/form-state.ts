// The states of a form and what moves it from one to the next: idle → sending → idle, with an outcome to show.
import type { Problem } from "./find-problems.ts";

/** Characters left in each field that has text; negative where there are too many. */
export type Room = Readonly<Record<string, number>>;

export interface FormState {
  /** The earliest day that can be asked for; undefined until script has taken the form over. */
  readonly earliest?: string;
  readonly room: Room;
  readonly isSending: boolean;
  /** While sending: which try this is; absent in the first. */
  readonly retry?: { readonly attempt: number; readonly attempts: number };
  readonly problems: readonly Problem[];
  /** How often sending was refused because of problems; each time the first of them gets the focus. */
  readonly refusals: number;
  /** What became of the last sending; gone with the next, so that a reference can be read until then. */
  readonly outcome?: { readonly isSent: boolean; readonly reference?: string };
}

export type FormEvent =
  | { readonly type: "dated"; readonly earliest: string }
  | { readonly type: "measured"; readonly room: Room }
  | { readonly type: "refused"; readonly problems: readonly Problem[] }
  /** One field was checked again; `problem` is absent where it is valid now. */
  | { readonly type: "rechecked"; readonly field: string; readonly problem?: Problem }
  | { readonly type: "sending" }
  | { readonly type: "retrying"; readonly attempt: number; readonly attempts: number }
  | { readonly type: "sent"; readonly reference?: string }
  /** `problems` are those the relay reported. */
  | { readonly type: "failed"; readonly problems: readonly Problem[] };

export const initialState: FormState = { room: {}, isSending: false, problems: [], refusals: 0 };

export function nextState(state: FormState, event: FormEvent): FormState {
  const { earliest, room, refusals, outcome } = state;
  const settled = { earliest, room, refusals, isSending: false, problems: [] };
  switch (event.type) {
    case "dated":
      return { ...state, earliest: event.earliest };
    case "measured":
      return { ...state, room: event.room };
    case "refused":
      return { ...settled, outcome, problems: event.problems, refusals: refusals + 1 };
    case "rechecked":
      return { ...state, problems: replaceProblem(state.problems, event.field, event.problem) };
    case "sending":
      return { ...settled, isSending: true };
    case "retrying":
      return { ...state, retry: { attempt: event.attempt, attempts: event.attempts } };
    case "sent":
      return { ...settled, room: {}, outcome: { isSent: true, reference: event.reference } };
    case "failed":
      return {
        ...settled,
        problems: event.problems,
        refusals: refusals + Math.min(1, event.problems.length),
        outcome: { isSent: false },
      };
  }
}

/** A field without a problem stays unmarked until the next sending: no new errors while typing. */
const replaceProblem = (problems: readonly Problem[], field: string, problem: Problem | undefined) =>
  problems.flatMap((each) => (each.field === field ? (problem ?? []) : each));

/** The calendar day of a moment in a time zone, as date fields write it: "2026-11-21". Independent of the visitor's own zone. */
export function dayIn(timeZone: string, moment: Date): string {
  const parts = new Intl.DateTimeFormat("en-CA-u-ca-gregory-nu-latn", {
    timeZone,
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
  }).formatToParts(moment);
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.find((each) => each.type === type)?.value ?? "";
  return `${part("year").padStart(4, "0")}-${part("month")}-${part("day")}`;
}
