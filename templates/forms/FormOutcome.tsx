import { fillBlanks } from "./values/fill-blanks.ts";
import type { FormProps } from "./values/form-shape.ts";
import type { FormState } from "./values/form-state.ts";

type Props = Pick<FormProps, "words" | "ways"> & { readonly outcome: NonNullable<FormState["outcome"]> };

/** The outcome of the request, as long as the visitor stays: unlike a notice it does not close by itself. */
export function FormOutcome({ outcome: { isSent, reference }, words, ways }: Props) {
  const { sent, reference: referenceWords, notSent } = words.form;
  return (
    <div className={`outcome ${isSent ? "sent" : "not-sent"}`} tabIndex={isSent ? -1 : undefined}>
      <p>
        {isSent ? sent : notSent}
        {isSent && reference !== undefined && ` ${fillBlanks(referenceWords, { reference })}`}
        {!isSent && (
          <span className="ways">
            {ways.map(({ label, href }) => (
              <a key={href} href={href}>
                {label}
              </a>
            ))}
          </span>
        )}
      </p>
    </div>
  );
}
