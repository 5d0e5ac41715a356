import type { FormField } from "../model/forms.ts";
import type { FormWords } from "./form-props.ts";
import { fillBlanks } from "./form-words.ts";
import { limitOf } from "./room-left.ts";

export interface FieldProps {
  readonly field: FormField;
  readonly id: string;
  readonly words: FormWords;
  /** What is wrong with the value, in words; undefined where nothing is known to be. */
  readonly problem?: string;
  /** Characters left; undefined where nobody need know. */
  readonly room?: number;
  /** The earliest day of a date field. Without script there is none. */
  readonly earliest?: string;
  /** Script has taken the form over. It reports lengths, so that pasted text is not truncated silently. */
  readonly isLive: boolean;
}

/** A field with its label over it. The mark is visual; screen readers get "required" from the field itself. */
export function Field(props: FieldProps) {
  const { field, id, words, problem, room, isLive } = props;
  return (
    <div className={`field ${field.width}${problem ? " wrong" : ""}`}>
      <label htmlFor={id}>
        {field.label}
        {field.required && <span aria-hidden="true">{words.requiredMark}</span>}
      </label>
      {field.hint && (
        <p className="hint" id={`${id}-hint`}>
          {field.hint}
        </p>
      )}
      {problem && (
        <p className="problem" id={`${id}-problem`}>
          <b>{words.form.problem}</b> {problem}
        </p>
      )}
      <Control {...props} />
      {isLive && field.input !== "select" && (
        <p className="room" id={`${id}-room`} role="status">
          {room === undefined ? "" : fillBlanks(words.form.room, { count: room })}
        </p>
      )}
    </div>
  );
}

const keyboards = { email: "email", tel: "tel", number: "numeric" } as const;

function Control({ field, id, problem, room, earliest }: FieldProps) {
  const { name, required } = field;
  const described = [field.hint && "hint", problem && "problem", room !== undefined && "room"].filter(Boolean);
  const common = {
    id,
    name,
    required,
    autoComplete: field.autocomplete,
    "aria-describedby": described.map((part) => `${id}-${part}`).join(" ") || undefined,
    "aria-invalid": problem ? true : undefined,
  };
  const maxLength = limitOf(name);
  switch (field.input) {
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
      return <textarea {...common} rows={field.rows} placeholder={field.placeholder} maxLength={maxLength} />;
    case "number":
      return (
        <input {...common} type="number" inputMode={keyboards.number} min={field.min} placeholder={field.placeholder} />
      );
    case "date":
      return <input {...common} type="date" min={earliest} />;
    default:
      return (
        <input
          {...common}
          type={field.input}
          inputMode={field.input === "text" ? undefined : keyboards[field.input]}
          placeholder={field.placeholder}
          maxLength={maxLength}
        />
      );
  }
}
