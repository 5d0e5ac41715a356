// What a form shows, announces and remembers when a request is refused, has arrived, or has failed.

import { showNotice } from "../../client/toast/show-notice.ts";
import type { FormNotice } from "../../model/forms.ts";
import { type FieldProblem, isIncomplete } from "../values/find-problems.ts";
import type { FormProps } from "../values/form-shape.ts";
import type { Entered, FormValues } from "../values/form-values.ts";
import { controlOf, emptyUnchanged } from "./form-controls.ts";
import type { LiveForm } from "./form-entries.ts";
import type { Failure } from "./read-answer.ts";

/** The relay has seen the key with another body; under a new one the request can still go through. */
const KEY_IS_TAKEN = "idempotency_conflict";

export function createFormOutcome({ form, props, session, show }: LiveForm) {
  const { fields, notices, words } = props;
  /** What closes the notice that was announced last. */
  let closeNotice: Promise<() => void> | undefined;
  const announce = ({ title, text }: FormNotice, look: FormNotice["look"] | "success", isUrgent: boolean) => {
    closeNotice = showNotice({ title, text, look, isUrgent }, words.notices);
  };
  return {
    /** Closes the notice of the sending before. */
    clear(): void {
      closeNotice?.then((close) => close());
    },
    refused(entered: Entered, problems: readonly FieldProblem[]): void {
      show(({ refusals }) => ({ problems, refusals: refusals + 1 }));
      const { missing } = notices;
      if (missing && isIncomplete(props, entered, problems))
        announce(missing, missing.look, missing.look === "destructive");
    },
    /** `values` are those that were sent: what was typed meanwhile stays in the fields. */
    sent(values: FormValues, reference: string | undefined): void {
      emptyUnchanged(form, fields, values);
      controlOf(form, "website").value = "";
      session.finish();
      show({ isSending: false, retry: undefined, outcome: { isSent: true, reference }, room: {} });
      announce(notices.success, "success", false);
    },
    failed(failure: Failure): void {
      console.error(notices.failure.title, failure);
      if (failure.code === KEY_IS_TAKEN) session.forgetMark();
      const problems = refusedFields(props, failure);
      show(({ refusals }) => ({
        isSending: false,
        retry: undefined,
        outcome: { isSent: false },
        problems,
        refusals: refusals + Math.min(1, problems.length),
      }));
      announce(notices.failure, notices.failure.look, true);
    },
  };
}

/** The relay's problems with single fields, shown at the fields; a whole name was split before sending. */
function refusedFields({ fields }: FormProps, failure: Failure): readonly FieldProblem[] {
  const refused = new Map(failure.fields.map(({ field, message }) => [field.replace(/[.[].*$/s, ""), message]));
  return fields.flatMap(({ name }): FieldProblem[] => {
    const sentAs = name === "name" ? ["firstName", "lastName"] : [name];
    const refusedName = sentAs.find((each) => refused.has(each));
    return refusedName === undefined ? [] : [{ field: name, kind: "refused", reason: refused.get(refusedName) }];
  });
}
