import type { InputHTMLAttributes } from "react";
import { fillBlanks } from "./values/fill-blanks.ts";
import type { FormWords } from "./values/form-shape.ts";
import { hasBoxes, isTyped, type LimitedField } from "./values/form-values.ts";
import { Words } from "./Words.tsx";

interface FieldProps {
  readonly field: LimitedField;
  readonly id: string;
  readonly words: FormWords;
  /** What is wrong with the value, in words; undefined where no problem is known. */
  readonly problem?: string;
  /** Characters left; undefined while there are plenty. */
  readonly room?: number;
  /** The earliest day of a date field. Without script there is none. */
  readonly earliest?: string;
}

/** A field with its label over it. The mark is visual; screen readers get "required" from the field itself. */
export function Field(props: FieldProps) {
  const { field, id, words, problem, room } = props;
  const { input, label, width, required } = field;
  const className = `field ${width}${problem ? " wrong" : ""}`;
  const caption = (
    <>
      {label}
      {required && <span aria-hidden="true">{words.requiredMark}</span>}
    </>
  );
  if (hasBoxes(field))
    return (
      <fieldset className={className} aria-describedby={describedBy(props)}>
        <legend>{caption}</legend>
        <Remarks {...props} />
        <Boxes {...props} />
        {input === "consent" && field.link && <a href={field.link.href}>{field.link.label}</a>}
      </fieldset>
    );
  return (
    <div className={className}>
      <label htmlFor={id}>{caption}</label>
      <Remarks {...props} />
      <Control {...props} />
      {isTyped(field) && (
        <Words
          as="p"
          className="room"
          id={`${id}-room`}
          role="status"
          text={room === undefined ? "" : fillBlanks(words.form.room, { count: room })}
        />
      )}
    </div>
  );
}

/** Hint and problem, between label and control, in an element of their own: an engine cannot insert before a control that an extension has moved. */
function Remarks({ field: { hint }, id, words, problem }: FieldProps) {
  return (
    <div>
      {hint && (
        <p className="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {problem && (
        <p key={problem} className="problem" id={`${id}-problem`}>
          <b>{words.form.problem}</b> {problem}
        </p>
      )}
    </div>
  );
}

function describedBy({ field: { hint }, id, problem, room }: FieldProps): string | undefined {
  const parts = [hint && "hint", problem && "problem", room !== undefined && "room"].filter(Boolean);
  return parts.map((part) => `${id}-${part}`).join(" ") || undefined;
}

/** The first box has the field's id, which problems link to. What a consent's box sends is its wording; no browser ticks it by itself. */
function Boxes({ field, id, problem }: FieldProps) {
  const isConsent = field.input === "consent";
  const options = "options" in field ? field.options : [];
  const boxes = isConsent ? [{ value: field.wording, label: field.wording }] : options;
  return boxes.map(({ value, label }, index) => (
    <label className="box" key={value}>
      <input
        id={index === 0 ? id : `${id}-${index + 1}`}
        type="checkbox"
        name={field.name}
        value={value}
        required={isConsent && field.required}
        autoComplete={isConsent ? "off" : undefined}
        aria-invalid={problem ? true : undefined}
      />
      <span>{label}</span>
    </label>
  ));
}

function Control(props: FieldProps) {
  const { field, id, problem } = props;
  const common = {
    id,
    name: field.name,
    required: field.required,
    autoComplete: "autocomplete" in field ? field.autocomplete : undefined,
    "aria-describedby": describedBy(props),
    "aria-invalid": problem ? true : undefined,
  };
  switch (field.input) {
    case "checkboxes":
    case "consent":
      return null;
    case "select":
      return (
        <select {...common}>
          <option value="">{field.placeholder}</option>
          {field.options.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      );
    case "textarea":
      return <textarea {...common} rows={field.rows} placeholder={field.placeholder} maxLength={field.limit} />;
    default:
      return <input {...common} type={field.input} {...inputAttributes(field, props.earliest)} />;
  }
}

type InputField = Extract<LimitedField, { readonly input: "text" | "email" | "tel" | "date" | "number" }>;

/** The attributes of this type of input, besides those of all controls. */
function inputAttributes(field: InputField, earliest: string | undefined): InputHTMLAttributes<HTMLInputElement> {
  const { input, placeholder, limit } = field;
  switch (input) {
    case "number":
      return { inputMode: "numeric", min: field.min, max: field.max, placeholder };
    case "date":
      return { min: earliest, max: "9999-12-31" };
    default:
      return { inputMode: input === "text" ? undefined : input, placeholder, maxLength: limit };
  }
}
