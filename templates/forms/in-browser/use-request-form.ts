// Ties a form's element, its controller and its state together.
import { type RefObject, type FormEvent as SubmitEvent, useLayoutEffect, useReducer, useRef } from "react";
import { fillBlanks } from "../values/fill-blanks.ts";
import type { FormProps } from "../values/form-shape.ts";
import { type FormState, initialState, nextState } from "../values/form-state.ts";
import { createFormController, type FormController } from "./form-controller.ts";
import { controlOf } from "./form-controls.ts";

interface RequestFormView {
  readonly ref: RefObject<HTMLFormElement | null>;
  /** The line beside the button, which has the focus while the button is disabled. */
  readonly line: RefObject<HTMLParagraphElement | null>;
  readonly state: FormState;
  readonly onSubmit: (event: SubmitEvent) => void;
}

export function useRequestForm(props: FormProps): RequestFormView {
  const ref = useRef<HTMLFormElement>(null);
  const line = useRef<HTMLParagraphElement>(null);
  const controller = useRef<FormController>(null);
  const [state, show] = useReducer(nextState, initialState);

  // With the first commit, so that there is no moment in which the form is taken over and nobody sends it.
  useLayoutEffect(() => {
    if (!ref.current) return;
    controller.current = createFormController(ref.current, props, show);
    return controller.current.release;
  }, [props]);

  useFocusOnProblem(ref, state);
  const rememberFocus = useFocusWhileSending(ref, line, state);
  useTitleOfProblem(state.problems.length > 0, props.words.form.problemTitle);

  const onSubmit = (event: SubmitEvent) => {
    if (!controller.current) return;
    event.preventDefault();
    rememberFocus();
    controller.current.submit();
  };
  return { ref, line, state, onSubmit };
}

/** After each refusal the first wrong field has the focus as soon as its message is there to be read out with it. */
function useFocusOnProblem(ref: RequestFormView["ref"], { refusals, problems }: FormState): void {
  const focused = useRef(0);
  useLayoutEffect(() => {
    const [first] = problems;
    if (refusals === focused.current || !first || !ref.current) return;
    focused.current = refusals;
    controlOf(ref.current, first.field).focus();
  }, [ref, refusals, problems]);
}

/**
 * A disabled button loses the focus: the line beside it has it meanwhile, then the result, or the button to try again. Some browsers take it
 * as soon as the button is disabled, so the function that is returned is called before.
 */
function useFocusWhileSending(
  ref: RequestFormView["ref"],
  line: RequestFormView["line"],
  { isSending }: FormState,
): () => void {
  const isOnButton = useRef(false);
  useLayoutEffect(() => {
    const button = buttonOf(ref.current);
    if (isSending && isOnButton.current) line.current?.focus();
    if (!isSending && document.activeElement === line.current)
      (ref.current?.querySelector<HTMLElement>(".outcome.sent") ?? button)?.focus();
  }, [ref, line, isSending]);
  return () => {
    isOnButton.current = document.activeElement === buttonOf(ref.current);
  };
}

const buttonOf = (form: HTMLFormElement | null) => form?.querySelector<HTMLElement>("[type=submit]") ?? null;

/** Screen reader users notice a problem by the page's title, which changes with the messages. */
function useTitleOfProblem(hasProblem: boolean, pattern: string): void {
  useLayoutEffect(() => {
    if (!hasProblem) return;
    const { title } = document;
    document.title = fillBlanks(pattern, { title });
    return () => {
      document.title = title;
    };
  }, [hasProblem, pattern]);
}
