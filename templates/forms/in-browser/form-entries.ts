// What is entered into a form: remembered, and checked again as it changes.

import { charactersLeft } from "../values/characters-left.ts";
import { findProblems } from "../values/find-problems.ts";
import type { FormProps } from "../values/form-shape.ts";
import { type Change, dayIn, type Room } from "../values/form-state.ts";
import { type Entered, type FormShape, type FormValues, isTyped } from "../values/form-values.ts";
import type { FormSession } from "./form-session.ts";

/** A form that script has taken over. */
export interface LiveForm {
  readonly form: HTMLFormElement;
  readonly props: FormProps;
  readonly session: FormSession;
  readonly show: (change: Change) => void;
}

/** The day by the company's calendar. */
export const today = ({ timeZone }: FormProps): string => dayIn(timeZone, new Date());

export function remember({ props, session, show }: LiveForm, values: FormValues): void {
  session.touch();
  session.keep(values);
  show({ room: roomOf(props, values) });
}

/** Checks the field of an element. One without a problem stays unmarked until the next sending: no new errors while typing. */
export function recheck({ props, show }: LiveForm, entered: Entered, target: EventTarget | null): void {
  const { name } = target as HTMLInputElement;
  if (!props.fields.some((field) => field.name === name)) return;
  const newProblem = findProblems(props, entered, today(props)).find(({ field }) => field === name);
  show(({ problems }) => ({
    problems: problems.flatMap((problem) => (problem.field === name ? (newProblem ?? []) : problem)),
  }));
}

export const roomOf = (form: FormShape, values: FormValues): Room =>
  Object.fromEntries(
    form.fields.flatMap((field) =>
      isTyped(field) && values[field.name] ? [[field.name, charactersLeft(form, values, field.name)]] : [],
    ),
  );
