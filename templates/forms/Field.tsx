import { FIELD_LIMITS } from "../../relay/contract.ts";
import type { FormField } from "../model/forms.ts";

interface Props {
  readonly field: FormField;
  readonly id: string;
  readonly requiredMark: string;
}

/** A field with its label over it. The mark is drawn for the eye; screen readers hear "required" from the field itself. */
export function Field({ field, id, requiredMark }: Props) {
  const hintId = field.hint ? `${id}-hint` : undefined;
  return (
    <div className={`field ${field.width}`}>
      <label htmlFor={id}>
        {field.label}
        {field.required && <span aria-hidden="true">{requiredMark}</span>}
      </label>
      {field.hint && (
        <p className="hint" id={hintId}>
          {field.hint}
        </p>
      )}
      <Control field={field} id={id} hintId={hintId} />
    </div>
  );
}

interface ControlProps {
  readonly field: FormField;
  readonly id: string;
  readonly hintId: string | undefined;
}

const keyboards = { email: "email", tel: "tel", number: "numeric" } as const;

function Control({ field, id, hintId }: ControlProps) {
  const { name, required } = field;
  const common = { id, name, required, autoComplete: field.autocomplete, "aria-describedby": hintId };
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
      return <textarea {...common} rows={field.rows} placeholder={field.placeholder} maxLength={limitOf(name)} />;
    case "number":
      return (
        <input {...common} type="number" inputMode={keyboards.number} min={field.min} placeholder={field.placeholder} />
      );
    case "date":
      return <input {...common} type="date" />;
    default:
      return (
        <input
          {...common}
          type={field.input}
          inputMode={field.input === "text" ? undefined : keyboards[field.input]}
          placeholder={field.placeholder}
          maxLength={limitOf(name)}
        />
      );
  }
}

/** Characters at most; a whole name has the room of a first name, which the relay takes it apart into. */
const limitOf = (name: FormField["name"]): number => FIELD_LIMITS[name === "name" ? "firstName" : name];
