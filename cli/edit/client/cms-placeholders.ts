// A control of the CMS: the placeholders of an entry that are still there, each with a button that says it is real.
import { type ControlClass, controlOf, h, plainOf } from "./cms-decap.ts";

/** The value with which the form was filled. */
interface Placeholder {
  readonly label: string;
  readonly words: string;
  readonly values: readonly unknown[];
  readonly isReal?: boolean;
}

const list = {
  margin: "0",
  padding: "0.5rem 1rem",
  listStyle: "none",
  border: "2px solid #dfdfe3",
  borderRadius: "5px",
};
const row = { display: "flex", flexWrap: "wrap", gap: "0.5rem 1rem", alignItems: "center", padding: "0.25rem 0" };
const press = { padding: "0.25rem 0.75rem", font: "inherit", cursor: "pointer" };

/** Placeholders that were made final since the form was filled: the form keeps its first values. */
const settled = new Set<string>();
let chosen: readonly string[] = [];

/** The form has been published. */
export function settleReal(): void {
  for (const each of chosen) settled.add(each);
}

/** `name` is the field that it is for, `version` the key that tells forms apart, also of one entry. */
export const placeholderControl = (name: string, version: string): ControlClass =>
  controlOf<readonly Placeholder[]>(({ forID, value = [], getEntry, onChange }) => {
    const all = plainOf(value);
    const { [name]: _, ...others } = getEntry().get("data")?.toJS() ?? {};
    const said = JSON.stringify(others);
    const nameOf = ({ label, values }: Placeholder) => JSON.stringify([others[version], label, values]);
    chosen = all.filter(({ isReal }) => isReal).map(nameOf);
    const isLeft = ({ values }: Placeholder) => values.length === 0 || values.some((each) => isIn(said, each));
    const left = all.filter((each) => isLeft(each) && !settled.has(nameOf(each)));
    const say = (real: readonly Placeholder[]) =>
      onChange(all.map((each) => (real.includes(each) ? { ...each, isReal: true } : each)));
    const rows = left.map((each) => {
      const says = () => say([each]);
      const what = h("span", { style: { flex: "1 1 16rem" } }, h("strong", {}, each.label), `: ${each.words}`);
      const doing = each.isReal
        ? h("em", {}, "The real one, when you publish the form")
        : h("button", { type: "button", onClick: says, style: press }, "This is the real one");
      return h("li", { key: nameOf(each), style: row }, what, doing);
    });
    const open = left.filter(({ isReal }) => !isReal);
    if (open.length > 1)
      rows.push(
        h(
          "li",
          { key: "all", style: row },
          allButton(open.length, () => say(open)),
        ),
      );
    return h("ul", { id: forID, style: list }, ...(rows.length > 0 ? rows : [h("li", {}, "None.")]));
  });

const allButton = (count: number, onClick: () => void) =>
  h("button", { type: "button", onClick, style: press }, `All ${count} are the real ones`);

/** A mark in the words of a longer text is for its line. */
function isIn(said: string, value: unknown): boolean {
  const written = JSON.stringify(value);
  const isLine = typeof value === "string" && /#\s*placeholder/i.test(value);
  return said.includes(isLine ? JSON.stringify(value.trim()).slice(1, -1) : written);
}
