// A request form. As plain HTML the browser checks it and posts it to the relay, which answers with a page of its own; where script runs,
// the form checks, sends and shows the outcome itself.

import { Field } from "./Field.tsx";
import { FormOutcome } from "./FormOutcome.tsx";
import { useRequestForm } from "./in-browser/use-request-form.ts";
import { ProblemSummary } from "./ProblemSummary.tsx";
import { fillBlanks } from "./values/fill-blanks.ts";
import type { FormProps } from "./values/form-shape.ts";
import type { FormState } from "./values/form-state.ts";
import { fieldNamed, type LimitedField } from "./values/form-values.ts";
import { Words } from "./Words.tsx";

export function Form(props: FormProps) {
  const { slug, form, page, definition, fields, submit, endpoint, words } = props;
  const { ref, line, state, onSubmit } = useRequestForm(props);
  const isLive = state.earliest !== undefined;
  const idOf = (name: string) => `${slug}-${name}`;
  const labelOf = (name: string) => fieldNamed(fields, name)?.label ?? "";
  // The same words beside the field and in the list on top of the form.
  const problems = state.problems.map(({ kind, field, count = 0, reason = "" }) => ({
    id: idOf(field),
    field,
    text: fillBlanks(words.form[reason ? "refusedReason" : kind], { label: labelOf(field), count, reason }),
  }));
  const progress = state.retry
    ? fillBlanks(words.form.retrying, { busy: submit.busy, ...state.retry })
    : words.form.sending;
  return (
    <form
      className="form"
      method={endpoint.method}
      action={endpoint.url}
      noValidate={isLive}
      ref={ref}
      onSubmit={onSubmit}
    >
      {problems.length > 0 && <ProblemSummary slug={slug} heading={words.form.problems} problems={problems} />}
      {fields.some(({ required }) => required) && (
        <p className="required-note">{fillBlanks(words.requiredNote, { mark: words.requiredMark })}</p>
      )}
      {fields.map((field) => (
        <Field
          key={field.name}
          field={field}
          id={idOf(field.name)}
          words={words}
          problem={problems.find((problem) => problem.field === field.name)?.text}
          room={notableRoom(state, field)}
          earliest={state.earliest}
        />
      ))}
      <input type="hidden" name="form" value={form} />
      <input type="hidden" name="page" value={page} />
      <input type="hidden" name="definition" value={definition} />
      <Honeypot />
      {state.outcome && <FormOutcome key={state.outcome.reference} outcome={state.outcome} {...props} />}
      <div className="send">
        <button className="button primary" type="submit" disabled={state.isSending}>
          <span className="ring" aria-hidden="true" />
          <Words as="span" text={state.isSending ? submit.busy : submit.idle} />
        </button>
        <Words as="p" role="status" tabIndex={-1} ref={line} text={state.isSending ? progress : ""} />
      </div>
    </form>
  );
}

/** Characters left, from the last tenth of a field on. */
function notableRoom({ room }: FormState, { name, limit }: LimitedField): number | undefined {
  const charactersLeft = room[name];
  return charactersLeft !== undefined && charactersLeft < limit / 10 ? charactersLeft : undefined;
}

/** A field that people neither see nor reach: only programs fill it in. */
function Honeypot() {
  return (
    <div className="visually-hidden" aria-hidden="true">
      <input type="text" name="website" tabIndex={-1} autoComplete="off" />
    </div>
  );
}
