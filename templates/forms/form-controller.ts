// A request form in the browser: events of its elements go in; what it sends, shows and remembers comes out.
import type { Notice } from "../client/toast/notice.ts";
import type { FormNotice } from "../model/forms.ts";
import { findProblems, isIncomplete, type Problem } from "./find-problems.ts";
import type { FormProps } from "./form-props.ts";
import { createFormSession, type SessionParts } from "./form-session.ts";
import type { FormEvent, Room } from "./form-state.ts";
import type { Entered, FormValues, InputName } from "./form-values.ts";
import type { Failure } from "./read-answer.ts";
import { controlOf, fillEmpty, readEntered } from "./read-entered.ts";
import { requestBody } from "./request-body.ts";
import { roomLeft } from "./room-left.ts";
import { type Outside, sendRequest } from "./send-request.ts";

export interface ControllerParts {
  readonly outside: Outside;
  readonly session: SessionParts;
  /** The day by the company's calendar. */
  readonly today: () => string;
  readonly announce: (notice: Notice) => void;
  readonly dispatch: (event: FormEvent) => void;
}

export interface FormController {
  submit(): void;
  /** Ends listening. What is on its way arrives. */
  release(): void;
}

/** Takes over a form that may be filled in already: by the visitor, by the browser, or from a draft. */
export function createFormController(form: HTMLFormElement, props: FormProps, parts: ControllerParts): FormController {
  const { fields, notices } = props;
  const { today, dispatch } = parts;
  const names = fields.map(({ name }) => name);
  const session = createFormSession(props.form, names, parts.session);
  let isSending = false;

  const read = () => readEntered(form, fields);
  const announce = ({ title, text }: FormNotice, look: Notice["look"], isUrgent: boolean) =>
    parts.announce({ title, text, look, isUrgent });

  const recheck = (entered: Entered, target: EventTarget | null) => {
    const field = names.find((name) => name === (target as HTMLInputElement).name);
    if (field === undefined) return;
    const problem = findProblems(props, entered, today()).find((each) => each.field === field);
    dispatch({ type: "rechecked", field, problem });
  };

  const onTouch = () => {
    session.touch();
    dispatch({ type: "dated", earliest: today() });
  };
  const onInput = ({ target }: Event) => {
    const entered = read();
    session.touch();
    session.keep(entered.values);
    dispatch({ type: "measured", room: roomOf(props, entered.values) });
    recheck(entered, target);
  };
  const onLeave = ({ target }: Event) => recheck(read(), target);
  const listeners = { focusin: onTouch, input: onInput, change: onInput, focusout: onLeave } as const;

  const refuse = (entered: Entered, problems: readonly Problem[]) => {
    dispatch({ type: "refused", problems });
    const { missing } = notices;
    if (missing && isIncomplete(props, entered, problems))
      announce(missing, missing.look, missing.look === "destructive");
  };

  const send = async (values: FormValues) => {
    const { idempotencyKey, elapsedMs } = session.mark(values);
    const website = controlOf(form, "website").value;
    const body = JSON.stringify(requestBody(props, values, { page: props.page, website, elapsedMs }));
    isSending = true;
    dispatch({ type: "sending" });
    const answer = await sendRequest(props.endpoint, { body, idempotencyKey }, parts.outside, (attempt, attempts) =>
      dispatch({ type: "retrying", attempt, attempts }),
    );
    isSending = false;
    if (answer.isSent) {
      form.reset();
      session.finish();
      dispatch({ type: "sent", reference: answer.reference });
      announce(notices.success, "success", false);
    } else {
      console.error(notices.failure.title, answer.failure);
      if (answer.failure.code === KEY_IS_TAKEN) session.forgetMark();
      dispatch({ type: "failed", problems: refusedFields(props, answer.failure) });
      announce(notices.failure, notices.failure.look, true);
    }
  };

  for (const [type, listener] of Object.entries(listeners)) form.addEventListener(type, listener);
  for (const name of names) controlOf(form, name).removeAttribute("maxlength");
  fillEmpty(form, session.restored);
  if (form.contains(document.activeElement)) session.touch();
  dispatch({ type: "dated", earliest: today() });
  dispatch({ type: "measured", room: roomOf(props, read().values) });

  return {
    submit() {
      if (isSending) return;
      const entered = read();
      const problems = findProblems(props, entered, today());
      if (problems.length > 0) refuse(entered, problems);
      else send(entered.values);
    },
    release() {
      for (const [type, listener] of Object.entries(listeners)) form.removeEventListener(type, listener);
    },
  };
}

/** The relay has seen the key with another body; under a new one the request can still go through. */
const KEY_IS_TAKEN = "idempotency_conflict";

const roomOf = (props: FormProps, values: FormValues): Room =>
  Object.fromEntries(
    props.fields.flatMap(({ name, input }) =>
      input !== "select" && values[name] ? [[name, roomLeft(props, values, name)]] : [],
    ),
  );

/** What the relay has against single fields, told at the fields; a whole name was taken apart on its way. */
function refusedFields({ fields }: FormProps, failure: Failure): readonly Problem[] {
  const told = new Set(failure.fields.map(({ field }) => field));
  const isTold = (name: InputName) =>
    told.has(name) || (name === "name" && (told.has("firstName") || told.has("lastName")));
  return fields.flatMap(({ name }): Problem[] => (isTold(name) ? [{ field: name, kind: "refused" }] : []));
}
