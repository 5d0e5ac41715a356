// A request form in the browser: events of its elements go in; what it sends, shows and remembers comes out.

import { charactersLeft } from "../values/characters-left.ts";
import { findProblems } from "../values/find-problems.ts";
import type { FormProps } from "../values/form-shape.ts";
import { type Change, dayIn, type Room } from "../values/form-state.ts";
import {
  type Entered,
  type FormShape,
  type FormValues,
  isFilled,
  isTyped,
  requestBody,
} from "../values/form-values.ts";
import { controlOf, controlsOf, emptyUnchanged, fillEmpty, readEntered } from "./form-controls.ts";
import { listenTo } from "./form-listeners.ts";
import { createFormOutcome } from "./form-outcome.ts";
import { createFormSession, type FormSession } from "./form-session.ts";
import { noAnswer, type RelayAnswer } from "./read-answer.ts";
import { sendRequest } from "./send-request.ts";

export type FormController = ReturnType<typeof createFormController>;

/** Takes over a form that may be filled in already: by the visitor, by the browser, or from a draft. */
export function createFormController(form: HTMLFormElement, props: FormProps, show: (change: Change) => void) {
  const { fields } = props;
  const remembered = fields.flatMap(({ name, input }) => (input === "consent" ? [] : [name]));
  const session = createFormSession(props.form, remembered);
  const outcome = createFormOutcome(form, props, session, show);
  let isSending = false;
  /** When a request was sent; undefined once something is entered after it. */
  let sentAt: number | undefined;

  /** The day by the company's calendar. */
  const today = () => dayIn(props.timeZone, new Date());
  const read = () => readEntered(form, fields);
  const recheck = (entered: Entered, target: EventTarget | null) => {
    const field = (target as HTMLInputElement).name;
    if (!fields.some(({ name }) => name === field)) return;
    const problem = findProblems(props, entered, today()).find((each) => each.field === field);
    // A field without a problem stays unmarked until the next sending: no new errors while typing.
    show(({ problems }) => ({ problems: problems.flatMap((each) => (each.field === field ? (problem ?? []) : each)) }));
  };
  /** A second click or Enter on a request that has just arrived belongs to it: there is nothing new to send or to refuse. */
  const isRepeat = () => sentAt !== undefined && Math.abs(Date.now() - sentAt) < REPEAT_MS;
  const remember = (values: FormValues) => {
    session.touch();
    session.keep(values);
    show({ room: roomOf(props, values) });
  };

  const send = async (values: FormValues) => {
    isSending = true;
    addEventListener("beforeunload", askToStay);
    show({ isSending: true, problems: [], outcome: undefined });
    // Whatever throws on the way, be it an extension's code, is a failure that the visitor hears of.
    const answer = await deliver(form, props, session, values, show).catch(noAnswer);
    isSending = false;
    removeEventListener("beforeunload", askToStay);
    if (!answer.isSent) return outcome.failed(answer.failure);
    outcome.sent(values, answer.reference);
    sentAt = Date.now();
    // What was typed while the request was on its way begins the next one.
    const typed = read().values;
    if (Object.values(typed).some(isFilled)) remember(typed);
  };

  const onTouch = () => {
    session.touch();
    show({ earliest: today() });
  };
  const onInput = (target: EventTarget | null) => {
    const entered = read();
    sentAt = undefined;
    remember(entered.values);
    recheck(entered, target);
  };
  const release = listenTo(form, onTouch, onInput, (target) => recheck(read(), target));
  restore(form, props, session);
  show({ earliest: today(), room: roomOf(props, read().values) });

  return {
    submit(): void {
      if (isSending || isRepeat()) return;
      outcome.clear();
      const entered = read();
      const problems = findProblems(props, entered, today());
      if (problems.length > 0) outcome.refused(entered, problems);
      else send(entered.values);
    },
    /** Stops listening. A request that is being sent still arrives. */
    release,
  };
}

/** From the draft into the fields. */
function restore(form: HTMLFormElement, { fields }: FormProps, session: FormSession): void {
  for (const control of fields.flatMap(({ name }) => controlsOf(form, name))) control.removeAttribute("maxlength");
  emptyUnchanged(form, fields, session.expired);
  fillEmpty(form, fields, session.restored);
  if (form.contains(document.activeElement)) session.touch();
}

async function deliver(
  form: HTMLFormElement,
  props: FormProps,
  session: FormSession,
  values: FormValues,
  show: (change: Change) => void,
): Promise<RelayAnswer> {
  const website = controlOf(form, "website").value;
  const bodyAfter = (elapsedMs: number) =>
    JSON.stringify(requestBody(props, values, { page: props.page, website, elapsedMs }));
  const { idempotencyKey, elapsedMs } = session.mark(values, bodyAfter(0));
  return sendRequest(props.endpoint, { body: bodyAfter(elapsedMs), idempotencyKey }, (attempt, attempts) =>
    show({ retry: { attempt, attempts } }),
  );
}

/** Browsers ask whether the page is to be left, in words of their own. */
const askToStay = (event: BeforeUnloadEvent): void => event.preventDefault();

/** Longer than a late second click, shorter than it takes to fill in another request. */
const REPEAT_MS = 2_000;

const roomOf = (form: FormShape, values: FormValues): Room =>
  Object.fromEntries(
    form.fields.flatMap((field) =>
      isTyped(field) && values[field.name] ? [[field.name, charactersLeft(form, values, field.name)]] : [],
    ),
  );
