// A control of the CMS: the placeholders of an entry that are still there, each with a button that says it is real.

/** As the form was filled with it. */
interface Placeholder {
  readonly label: string;
  readonly words: string;
  readonly values: readonly unknown[];
  readonly isReal?: boolean;
}

/** What Decap keeps values in. */
interface Kept<Value> {
  toJS(): Value;
}

interface ControlProps {
  readonly forID: string;
  /** Plain where this control has changed it. */
  readonly value?: Kept<readonly Placeholder[]> | readonly Placeholder[];
  readonly entry: { get(key: "data"): Kept<Readonly<Record<string, unknown>>> | undefined };
  onChange(value: readonly Placeholder[]): void;
}

type Node = object | string;
type CreateElement = (type: string, props: object, ...children: Node[]) => object;
/** Decap's React. */
type CreateClass = (what: { render(this: { readonly props: ControlProps }): object }) => never;

const list = {
  margin: "0",
  padding: "0.5rem 1rem",
  listStyle: "none",
  border: "2px solid #dfdfe3",
  borderRadius: "5px",
};
const row = { display: "flex", flexWrap: "wrap", gap: "0.5rem 1rem", alignItems: "center", padding: "0.25rem 0" };
const press = { padding: "0.25rem 0.75rem", font: "inherit", cursor: "pointer" };

/** `name` is the field that it is for. */
export function placeholderControl(name: string): never {
  const { h, createClass } = globalThis as unknown as { h: CreateElement; createClass: CreateClass };
  return createClass({
    render() {
      const { forID, value = [], entry, onChange } = this.props;
      const all = "toJS" in value ? value.toJS() : value;
      const { [name]: _, ...others } = entry.get("data")?.toJS() ?? {};
      const said = JSON.stringify(others);
      const isLeft = ({ values }: Placeholder) => values.length === 0 || values.some((each) => isIn(said, each));
      const rows = all.filter(isLeft).map((each) => {
        const says = () => onChange(all.map((other) => (other === each ? { ...other, isReal: true } : other)));
        const what = h("span", { style: { flex: "1 1 16rem" } }, h("strong", {}, each.label), `: ${each.words}`);
        const doing = each.isReal
          ? h("em", {}, "The real one, when you publish the form")
          : h("button", { type: "button", onClick: says, style: press }, "This is the real one");
        return h("li", { key: JSON.stringify([each.label, each.words]), style: row }, what, doing);
      });
      return h("ul", { id: forID, style: list }, ...(rows.length > 0 ? rows : [h("li", {}, "None.")]));
    },
  });
}

/** A mark in the words of a longer text is for its line. */
function isIn(said: string, value: unknown): boolean {
  const written = JSON.stringify(value);
  const isLine = typeof value === "string" && /#\s*placeholder/i.test(value);
  return said.includes(isLine ? JSON.stringify(value.trim()).slice(1, -1) : written);
}
