import { type FormField, limitOf, type SiteView } from "eventsite/kit";

interface Props {
  readonly field: FormField;
  readonly id: string;
  /** The word behind the label of a field that may be left empty. */
  readonly optional: string;
  readonly site: SiteView;
}

/** A field of a form with its label. */
export function Field(props: Props) {
  const { field, id, optional } = props;
  const label = field.required ? field.label : `${field.label} (${optional})`;
  const hint = field.hint && <small id={`${id}-hint`}>{field.hint}</small>;
  if (field.input === "checkboxes" || field.input === "consent")
    return (
      <fieldset className="field" aria-describedby={hintId(props)}>
        <legend>{label}</legend>
        {hint}
        <Boxes {...props} />
      </fieldset>
    );
  return (
    <div className={`field ${field.width}`}>
      <label htmlFor={id}>{label}</label>
      {hint}
      <Control {...props} />
    </div>
  );
}

const hintId = ({ field, id }: Props) => field.hint && `${id}-hint`;

/** What the box of a consent sends is its wording. */
function Boxes({ field, id, site }: Props) {
  const isConsent = field.input === "consent";
  const options = "options" in field ? field.options : [];
  const boxes = isConsent ? [{ value: field.wording, label: field.wording }] : options;
  return (
    <>
      {boxes.map(({ value, label }, index) => (
        <label key={value}>
          <input
            id={`${id}-${index + 1}`}
            type="checkbox"
            name={field.name}
            value={value}
            required={isConsent && field.required}
          />
          <span>{label}</span>
        </label>
      ))}
      {isConsent && field.link && <a href={site.href(field.link.href)}>{field.link.label}</a>}
    </>
  );
}

function Control(props: Props) {
  const { field, id } = props;
  const common = {
    id,
    name: field.name,
    required: field.required,
    autoComplete: "autocomplete" in field ? field.autocomplete : undefined,
    "aria-describedby": hintId(props),
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
      return <textarea {...common} rows={field.rows} placeholder={field.placeholder} maxLength={limitOf(field)} />;
    case "number":
      return <input {...common} type="number" min={field.min} max={field.max} placeholder={field.placeholder} />;
    case "date":
      return <input {...common} type="date" max="9999-12-31" />;
    default:
      return <input {...common} type={field.input} placeholder={field.placeholder} maxLength={limitOf(field)} />;
  }
}
