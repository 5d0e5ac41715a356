// The way to a field of the open form: what is folded up around it is opened, and it has the focus.
import type { Control, ControlClass } from "./cms-decap.ts";

/** Names of fields and numbers of items, counted from 0. */
export type FieldPath = readonly (string | number)[];

/** What Decap's lists and groups have: they open themselves, and ask what is in them in turn. */
interface FieldHolder extends Control {
  focus?(path: string): void;
}

/** Fields of the form that are in no other, by their names. */
const fields = new Map<string, FieldHolder>();

/** The field to be shown as soon as its form is there. */
let awaited: FieldPath | undefined;

export const knowsFields = (control: ControlClass): ControlClass =>
  class extends control {
    override componentDidMount() {
      super.componentDidMount?.();
      if (!isOutermost(this)) return;
      fields.set(nameOf(this), this);
      const path = awaited;
      if (path?.[0] !== nameOf(this)) return;
      awaited = undefined;
      requestAnimationFrame(() => showField(path));
    }
    override componentWillUnmount() {
      super.componentWillUnmount?.();
      if (fields.get(nameOf(this)) === this) fields.delete(nameOf(this));
    }
  };

export function showFieldLater(path: FieldPath): void {
  awaited = path;
}

/** `line` is one of a text of several lines. */
export function showField([name = "", ...steps]: FieldPath, line?: string): void {
  const field = fields.get(String(name));
  if (!field) return;
  const { forID } = field.props;
  if (field.focus) field.focus(steps.join("."));
  else document.getElementById(forID)?.focus();
  const label = document.querySelector(`label[for="${forID}"]`);
  label?.scrollIntoView({ block: "center" });
  // As soon as what was folded up is drawn.
  requestAnimationFrame(() => {
    const container = label?.parentElement?.parentElement;
    const focused = container?.contains(document.activeElement) ? document.activeElement : undefined;
    (lineIn(container, line) ?? focused)?.scrollIntoView({ block: "center" });
  });
}

/** The innermost element that has this line alone. */
const lineIn = (container: Element | null | undefined, line: string | undefined): Element | undefined =>
  line === undefined
    ? undefined
    : [...(container?.querySelectorAll("*") ?? [])].findLast((each) => each.textContent?.trim() === line);

const isOutermost = ({ props: { parentIds = [] } }: Control): boolean => parentIds.length === 0;

const nameOf = ({ props }: Control): string => String(props.field.get("name"));
