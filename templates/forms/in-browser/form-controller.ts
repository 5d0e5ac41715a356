// A request form in the browser: events of its elements go in; what it sends, shows and remembers comes out.

import type { Notice } from "../../client/toast/notice.ts";
import { showNotice } from "../../client/toast/show-notice.ts";
import type { FormNotice } from "../../model/forms.ts";
import { charactersLeft } from "../values/characters-left.ts";
import { findProblems, isIncomplete, type Problem } from "../values/find-problems.ts";
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
import { createFormSession } from "./form-session.ts";
import { type Answer, type Failure, noAnswer } from "./read-answer.ts";
import { sendRequest } from "./send-request.ts";

export type FormController = ReturnType<typeof createFormController>;

/** Takes over a form that may be filled in already: by the visitor, by the browser, or from a draft. */
export function createFormController(form: HTMLFormElement, props: FormProps, show: (change: Change) => void) {
  const { fields, notices } = props;
  const names = fields.map(({ name }) => name);
  const honeypot = controlOf(form, "website");
  const shape: FormShape = props;
  const kept = fields.flatMap(({ name, input }) => (input === "consent" ? [] : [name]));
  const session = createFormSession(props.form, kept);
  let isSending = false;
  /** When a request was sent; undefined once something is entered after it. */
  let sentAt: number | undefined;
  /** What closes the notice that was announced last. */
  let closeNotice: Promise<() => void> | undefined;

  /** The day by the company's calendar. */
  const today = () => dayIn(props.timeZone, new Date());
  const read = () => readEntered(form, fields);
  const announce = ({ title, text }: FormNotice, look: Notice["look"], isUrgent: boolean) => {
    closeNotice = showNotice({ title, text, look, isUrgent }, props.words.notices);
  };

  const recheck = (entered: Entered, target: EventTarget | null) => {
    const field = names.find((name) => name === (target as HTMLInputElement).name);
    if (field === undefined) return;
    const problem = findProblems(shape, entered, today()).find((each) => each.field === field);
    // A field without a problem stays unmarked until the next sending: no new errors while typing.
    show(({ problems }) => ({ problems: problems.flatMap((each) => (each.field === field ? (problem ?? []) : each)) }));
  };

  /** A second click or Enter on a request that has just arrived belongs to it: there is nothing new to send or to refuse. */
  const isRepeat = () => sentAt !== undefined && Math.abs(Date.now() - sentAt) < REPEAT_MS;

  /** What was typed while the last request was on its way begins the next one. */
  const rememberTyped = (values: FormValues) => {
    if (!Object.values(values).some(isFilled)) return;
    session.touch();
    session.keep(values);
    show({ room: roomOf(shape, values) });
  };

  const onTouch = () => {
    session.touch();
    show({ earliest: today() });
  };
  const onInput = ({ target }: Event) => {
    const entered = read();
    sentAt = undefined;
    session.touch();
    session.keep(entered.values);
    show({ room: roomOf(shape, entered.values) });
    recheck(entered, target);
  };
  const onLeave = ({ target }: Event) => recheck(read(), target);
  /** A wheel scrolls the page, and does not turn the number under it: browsers leave alone what cannot be edited at that moment. */
  const onWheel = ({ target }: Event) => {
    if (!(target instanceof HTMLInputElement) || target.type !== "number" || target.readOnly) return;
    target.readOnly = true;
    setTimeout(() => {
      target.readOnly = false;
    });
  };
  const listeners = { focusin: onTouch, input: onInput, change: onInput, focusout: onLeave, wheel: onWheel } as const;

  const refuse = (entered: Entered, problems: readonly Problem[]) => {
    show(({ refusals }) => ({ problems, refusals: refusals + 1 }));
    const { missing } = notices;
    if (missing && isIncomplete(shape, entered, problems))
      announce(missing, missing.look, missing.look === "destructive");
  };

  const deliver = async (values: FormValues): Promise<Answer> => {
    const bodyAfter = (ms: number) =>
      JSON.stringify(requestBody(shape, values, { page: props.page, website: honeypot.value, elapsedMs: ms }));
    const { idempotencyKey, elapsedMs } = session.mark(values, bodyAfter(0));
    return sendRequest(props.endpoint, { body: bodyAfter(elapsedMs), idempotencyKey }, (attempt, attempts) =>
      show({ retry: { attempt, attempts } }),
    );
  };

  const send = async (values: FormValues) => {
    isSending = true;
    addEventListener("beforeunload", askToStay);
    show({ isSending: true, problems: [], outcome: undefined });
    // Whatever throws on the way, be it an extension's code, is a failure that the visitor hears of.
    const answer = await deliver(values).catch(noAnswer);
    isSending = false;
    removeEventListener("beforeunload", askToStay);
    const settled = { isSending, retry: undefined };
    if (answer.isSent) {
      emptyUnchanged(form, fields, values);
      honeypot.value = "";
      session.finish();
      sentAt = Date.now();
      show({ ...settled, room: {}, outcome: { isSent: true, reference: answer.reference } });
      rememberTyped(read().values);
      announce(notices.success, "success", false);
    } else {
      console.error(notices.failure.title, answer.failure);
      if (answer.failure.code === KEY_IS_TAKEN) session.forgetMark();
      const problems = refusedFields(props, answer.failure);
      show(({ refusals }) => ({
        ...settled,
        problems,
        refusals: refusals + Math.min(1, problems.length),
        outcome: { isSent: false },
      }));
      announce(notices.failure, notices.failure.look, true);
    }
  };

  for (const [type, listener] of Object.entries(listeners)) form.addEventListener(type, listener, { passive: true });
  for (const control of names.flatMap((name) => controlsOf(form, name))) control.removeAttribute("maxlength");
  emptyUnchanged(form, fields, session.expired);
  fillEmpty(form, fields, session.restored);
  if (form.contains(document.activeElement)) session.touch();
  show({ earliest: today() });
  show({ room: roomOf(shape, read().values) });

  return {
    submit(): void {
      if (isSending || isRepeat()) return;
      closeNotice?.then((close) => close());
      const entered = read();
      const problems = findProblems(shape, entered, today());
      if (problems.length > 0) refuse(entered, problems);
      else send(entered.values);
    },
    /** Stops listening. A request that is being sent still arrives. */
    release(): void {
      for (const [type, listener] of Object.entries(listeners)) form.removeEventListener(type, listener);
    },
  };
}

/** Browsers ask whether the page is to be left, in words of their own. */
const askToStay = (event: BeforeUnloadEvent): void => event.preventDefault();

/** Longer than a late second click, shorter than it takes to fill in another request. */
const REPEAT_MS = 2_000;

/** The relay has seen the key with another body; under a new one the request can still go through. */
const KEY_IS_TAKEN = "idempotency_conflict";

const roomOf = (form: FormShape, values: FormValues): Room =>
  Object.fromEntries(
    form.fields.flatMap((field) =>
      isTyped(field) && values[field.name] ? [[field.name, charactersLeft(form, values, field.name)]] : [],
    ),
  );

/** The relay's problems with single fields, shown at the fields; a whole name was split before sending. */
function refusedFields({ fields }: FormProps, failure: Failure): readonly Problem[] {
  const refused = new Map(failure.fields.map(({ field, message }) => [field.replace(/[.[].*$/s, ""), message]));
  return fields.flatMap(({ name }): Problem[] => {
    const sentAs = name === "name" ? ["firstName", "lastName"] : [name];
    const found = sentAs.find((each) => refused.has(each));
    return found === undefined ? [] : [{ field: name, kind: "refused", reason: refused.get(found) }];
  });
}
