// What a form shows: idle → sending → idle, with an outcome to show.
import type { FieldProblem } from "./find-problems.ts";

/** Characters left in each field that has text; negative where there are too many. */
export type Room = Readonly<Record<string, number>>;

export interface FormState {
  /** The earliest day that can be asked for; undefined until script has taken the form over. */
  readonly earliest?: string;
  readonly room: Room;
  readonly isSending: boolean;
  /** While sending: which try this is; absent in the first. */
  readonly retry?: { readonly attempt: number; readonly attempts: number };
  readonly problems: readonly FieldProblem[];
  /** How often sending was refused because of problems; each time the first of them gets the focus. */
  readonly refusals: number;
  /** What became of the last sending; gone with the next, so that a reference can be read until then. */
  readonly outcome?: { readonly isSent: boolean; readonly reference?: string };
}

/** What is different from now on; a function where that depends on what is shown. */
export type Change = Partial<FormState> | ((state: FormState) => Partial<FormState>);

export const initialState: FormState = { room: {}, isSending: false, problems: [], refusals: 0 };

export const nextState = (state: FormState, change: Change): FormState => ({
  ...state,
  ...(typeof change === "function" ? change(state) : change),
});

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
