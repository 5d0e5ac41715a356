// "Duplicate" in the CMS: the copy begins as a draft, and without what belongs only to its original.
import { type Control, type ControlClass, type ControlProps, h } from "./cms-decap.ts";
import { say } from "./cms-notice.ts";

/** What a copy does with a field of the configuration: "draft" is switched on, "empty" is emptied. */
const IN_COPY = "in_copy";

/** A list of Decap knows its items by keys of its own. */
interface ListState {
  setState?(state: { readonly keys: readonly string[]; readonly itemsCollapsed: readonly boolean[] }): void;
}

/** `version` is the key that a form carries of the entry that it was filled with. */
export const beginsCopies = (control: ControlClass, version: string): ControlClass =>
  class extends control {
    /** The copy that was begun: later changes of a person stay. */
    #begun: unknown;
    override componentDidMount() {
      super.componentDidMount?.();
      this.#begin();
    }
    override componentDidUpdate(...args: []) {
      super.componentDidUpdate?.(...args);
      this.#begin();
    }
    override render() {
      // A new key makes the control again: a switch keeps its first value.
      const drawn = super.render();
      return this.props.field.get(IN_COPY) === undefined ? drawn : h("div", { key: String(this.#begun) }, drawn);
    }
    #begin() {
      const { field, getEntry } = this.props;
      const inCopy = field.get(IN_COPY);
      if (inCopy === undefined) return;
      const entry = getEntry();
      if (!entry.get("newRecord")) return;
      const original = entry.get("data")?.toJS()[version];
      if (original === undefined || original === this.#begun) return;
      this.#begun = original;
      if (inCopy === "draft") makeDraft(this);
      else empty(this);
    }
  };

function makeDraft({ props }: Control): void {
  const { onChange } = props as ControlProps<boolean>;
  onChange(true);
  say([`This copy is a draft: switch “${labelOf(props)}” off when visitors may see it.`]);
}

function empty(control: Control & ListState): void {
  const { value, onChange } = control.props as ControlProps<unknown>;
  if (value === undefined || value === "" || (isList(value) && value.size === 0)) return;
  if (isList(value)) {
    control.setState?.({ keys: [], itemsCollapsed: [] });
    onChange(value.clear());
  } else onChange("");
  say([`“${labelOf(control.props)}” stays with the original.`]);
}

const labelOf = ({ field }: Control["props"]) => String(field.get("label"));

const isList = (value: unknown): value is { readonly size: number; clear(): unknown } =>
  typeof value === "object" && value !== null && "clear" in value;
