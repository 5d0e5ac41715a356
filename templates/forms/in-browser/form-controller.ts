// A request form in the browser: events of its elements go in; what it sends, shows and remembers comes out.

import { findProblems } from "../values/find-problems.ts";
import type { FormProps } from "../values/form-shape.ts";
import type { Change } from "../values/form-state.ts";
import { type FormValues, isFilled, requestBody } from "../values/form-values.ts";
import { controlOf, controlsOf, emptyUnchanged, fillEmpty, readEntered } from "./form-controls.ts";
import { type LiveForm, recheck, remember, roomOf, today } from "./form-entries.ts";
import { listenTo } from "./form-listeners.ts";
import { createFormOutcome } from "./form-outcome.ts";
import { createFormSession } from "./form-session.ts";
import { noAnswer, type RelayAnswer } from "./read-answer.ts";
import { sendRequest } from "./send-request.ts";

export interface FormController {
  readonly submit: () => void;
  /** Stops listening. A request that is being sent still arrives. */
  readonly release: () => void;
}

/** Takes over a form that may be filled in already: by the visitor, by the browser, or from a draft. */
export function createFormController(
  form: HTMLFormElement,
  props: FormProps,
  show: (change: Change) => void,
): FormController {
  const session = createFormSession(props.form, namesInDraft(props));
  const live: LiveForm = { form, props, session, show };
  const outcome = createFormOutcome(live);
  const read = () => readEntered(form, props.fields);
  let isSending = false;
  /** When a request was sent; undefined once something is entered after it. */
  let sentAt: number | undefined;

  /** A second click or Enter on a request that has just arrived belongs to it: there is nothing new to send or to refuse. */
  const isRepeat = () => sentAt !== undefined && Math.abs(Date.now() - sentAt) < REPEAT_MS;

  const send = async (values: FormValues) => {
    isSending = true;
    addEventListener("beforeunload", askToStay);
    show({ isSending: true, problems: [], outcome: undefined });
    // Anything that throws, also the code of an extension, is a failure that the visitor is shown.
    const answer = await deliver(live, values).catch(noAnswer);
    isSending = false;
    removeEventListener("beforeunload", askToStay);
    if (!answer.isSent) return outcome.failed(answer.failure);
    outcome.sent(values, answer.reference);
    sentAt = Date.now();
    // What was typed while the request was on its way begins the next one.
    const typed = read().values;
    if (Object.values(typed).some(isFilled)) remember(live, typed);
  };

  const submit = () => {
    if (isSending || isRepeat()) return;
    outcome.clear();
    const entered = read();
    const problems = findProblems(props, entered, today(props));
    if (problems.length > 0) outcome.refused(entered, problems);
    else send(entered.values);
  };

  const onTouch = () => {
    session.touch();
    show({ earliest: today(props) });
  };
  const onInput = (target: EventTarget | null) => {
    const entered = read();
    sentAt = undefined;
    remember(live, entered.values);
    recheck(live, entered, target);
  };
  const release = listenTo(form, onTouch, onInput, (target) => recheck(live, read(), target));
  restore(live);
  show({ earliest: today(props), room: roomOf(props, read().values) });
  return { submit, release };
}

/** All fields but consents: nobody agrees to something by a draft. */
const namesInDraft = ({ fields }: FormProps): readonly string[] =>
  fields.flatMap(({ name, input }) => (input === "consent" ? [] : [name]));

/** Fills in the draft. */
function restore({ form, props: { fields }, session }: LiveForm): void {
  for (const control of fields.flatMap(({ name }) => controlsOf(form, name))) control.removeAttribute("maxlength");
  emptyUnchanged(form, fields, session.expired);
  fillEmpty(form, fields, session.restored);
  if (form.contains(document.activeElement)) session.touch();
}

async function deliver({ form, props, session, show }: LiveForm, values: FormValues): Promise<RelayAnswer> {
  const website = controlOf(form, "website").value;
  const bodyAfter = (elapsedMs: number) =>
    JSON.stringify(requestBody(props, values, { page: props.page, website, elapsedMs }));
  const { idempotencyKey, elapsedMs } = session.mark(values, bodyAfter(0));
  return sendRequest(props.endpoint, { body: bodyAfter(elapsedMs), idempotencyKey }, (attempt, attempts) =>
    show({ retry: { attempt, attempts } }),
  );
}

/** Makes the browser ask, in its own words, whether to leave the page. */
const askToStay = (event: BeforeUnloadEvent): void => event.preventDefault();

/** Longer than a late second click, shorter than it takes to fill in another request. */
const REPEAT_MS = 2_000;
