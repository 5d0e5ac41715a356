// A control of the CMS: the placeholders of an entry that are still there. Each leads to its field, and has a button that says it is real.
import { type ControlClass, controlOf, h, plainOf, type Rendered } from "./cms-decap.ts";
import { type FieldPath, showField } from "./cms-fields.ts";

/** The value with which the form was filled. */
interface Placeholder {
  readonly label: string;
  readonly words: string;
  /** Of a mark in a text of several lines, its line in the form. */
  readonly line?: string;
  readonly paths: readonly FieldPath[];
  readonly values: readonly unknown[];
  readonly isReal?: boolean;
}

type FormValues = Readonly<Record<string, unknown>>;

const list = {
  margin: "0",
  padding: "0.5rem 1rem",
  listStyle: "none",
  border: "2px solid #dfdfe3",
  borderRadius: "5px",
};
const row = { display: "flex", flexWrap: "wrap", gap: "0.5rem 1rem", alignItems: "center", padding: "0.25rem 0" };
const rowWords = { flex: "1 1 12rem", minWidth: "0", overflowWrap: "anywhere" };
const buttonStyle = { padding: "0.25rem 0.75rem", font: "inherit", cursor: "pointer" };
const linkStyle = {
  padding: "0",
  font: "inherit",
  fontWeight: "bold",
  textAlign: "left",
  color: "#3a69c7",
  textDecoration: "underline",
  background: "none",
  border: "0",
  cursor: "pointer",
};

/** Placeholders that were made final since the form was filled: the form keeps its first values. */
const settled = new Set<string>();
let confirmed: readonly string[] = [];

/** The form has been published. */
export function settleReal(): void {
  for (const each of confirmed) settled.add(each);
}

/** `name` is the field that it is for, `version` the key that tells forms apart, also of one entry. */
export const placeholderControl = (name: string, version: string): ControlClass =>
  controlOf<readonly Placeholder[]>(({ forID, value = [], getEntry, onChange }) => {
    const all = plainOf(value);
    const { [name]: _, ...values } = getEntry().get("data")?.toJS() ?? {};
    const nameOf = ({ label, values: first }: Placeholder) => JSON.stringify([values[version], label, first]);
    confirmed = all.filter(({ isReal }) => isReal).map(nameOf);
    const confirm = (real: readonly Placeholder[]) =>
      onChange(all.map((each) => (real.includes(each) ? { ...each, isReal: true } : each)));
    const remaining = remainingIn(values, all).filter((each) => !settled.has(nameOf(each)));
    const open = remaining.filter(({ isReal }) => !isReal);
    const rows = [
      ...remaining.map((each) => rowOf(each, nameOf(each), values, () => confirm([each]))),
      ...(open.length > 1 ? [rowOfAll(open.length, () => confirm(open))] : []),
    ];
    return h("ul", { id: forID, style: list }, ...(rows.length > 0 ? rows : [h("li", {}, "None.")]));
  });

function rowOf(placeholder: Placeholder, key: string, values: FormValues, onConfirm: () => void): Rendered {
  const { label, words, line, isReal } = placeholder;
  const onClick = () => showField(pathIn(values, placeholder), line);
  const link = h("button", { type: "button", onClick, style: linkStyle, title: "Go to this field" }, label);
  const state = isReal
    ? h("em", {}, "The real one, when you publish the form")
    : h("button", { type: "button", onClick: onConfirm, style: buttonStyle }, "This is the real one");
  return h("li", { key, style: row }, h("span", { style: rowWords }, link, `: ${words}`), state);
}

const rowOfAll = (count: number, onClick: () => void): Rendered =>
  h(
    "li",
    { key: "all", style: row },
    h("button", { type: "button", onClick, style: buttonStyle }, `All ${count} are the real ones`),
  );

/** Those of which the form still has a value. */
function remainingIn(values: FormValues, all: readonly Placeholder[]): readonly Placeholder[] {
  const json = JSON.stringify(values);
  const lines = new Set(linesIn(values));
  return all.filter(({ line, values: first }) => {
    if (line !== undefined) return lines.has(line);
    return first.length === 0 || first.some((each) => json.includes(JSON.stringify(each)));
  });
}

function linesIn(value: unknown): string[] {
  if (typeof value === "string") return value.split("\n").map((line) => line.trim());
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(linesIn) : [];
}

/** Where a value is now: an item may have been moved since the form was filled. */
function pathIn(form: FormValues, { paths, values, line }: Placeholder): FieldPath {
  const [path = []] = paths;
  const isThere = line !== undefined || JSON.stringify(valueAt(form, path)) === JSON.stringify(values[0]);
  return isThere ? path : (findValue(form, JSON.stringify(values[0])) ?? path);
}

const valueAt = (form: unknown, path: FieldPath): unknown =>
  path.reduce((value, step) => (value as Readonly<Record<string | number, unknown>> | undefined)?.[step], form);

function findValue(value: unknown, json: string): FieldPath | undefined {
  if (JSON.stringify(value) === json) return [];
  if (typeof value !== "object" || value === null) return undefined;
  for (const [key, each] of Object.entries(value)) {
    const path = findValue(each, json);
    if (path) return [Array.isArray(value) ? Number(key) : key, ...path];
  }
  return undefined;
}
