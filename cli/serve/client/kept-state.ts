// What a visitor has typed and the scroll position, kept over a reload of the same page.
import { type CaretAt, caretOf, putCaret } from "./caret.ts";

const KEY = "eventsite:kept";
/** Islands that load on interaction or visibility hydrate meanwhile. */
const GIVE_UP_MS = 3000;

interface KeptField {
  readonly at: string;
  readonly value: string;
  readonly checked: boolean;
  readonly caret: CaretAt;
}

interface Kept {
  readonly path: string;
  readonly x: number;
  readonly y: number;
  readonly fields: readonly KeptField[];
  readonly focus: string | undefined;
}

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

const fieldsOf = () =>
  [...document.querySelectorAll<Field>("input, textarea, select")].filter(({ type }) => type !== "file");

/** The index of its form, and its own name and index in it: ids may change with the page. */
function placeOf(field: Field): string {
  const forms = [...document.forms];
  const siblings = field.form ? [...field.form.elements] : fieldsOf();
  return `${field.form ? forms.indexOf(field.form) : -1} ${field.name} ${siblings.filter((other) => (other as Field).name === field.name).indexOf(field)}`;
}

const isChecked = (field: Field) => (field as HTMLInputElement).checked === true;

const focused = () => fieldsOf().find((field) => field === document.activeElement);

const keptOf = (field: Field): KeptField => ({
  at: placeOf(field),
  value: field.value,
  checked: isChecked(field),
  caret: caretOf(field),
});

export function keepState(): void {
  const focus = focused();
  const kept: Kept = {
    path: location.pathname,
    x: scrollX,
    y: scrollY,
    fields: fieldsOf().map(keptOf),
    focus: focus && placeOf(focus),
  };
  sessionStorage.setItem(KEY, JSON.stringify(kept));
}

export function restoreState(): void {
  const text = sessionStorage.getItem(KEY);
  sessionStorage.removeItem(KEY);
  const kept = text === null ? undefined : (JSON.parse(text) as Kept);
  if (!kept || kept.path !== location.pathname) return;
  const goBack = () => scrollTo({ left: kept.x, top: kept.y, behavior: "instant" });
  goBack();
  // Fonts and pictures move the content below them while they load.
  addEventListener("load", goBack, { once: true });
  const now = followVisitor(kept);
  putBack(now.kept());
  // Scripts take forms over and may empty them: what was typed is restored once more after that.
  const observer = new MutationObserver(() => putBack(now.kept()));
  observer.observe(document.body, { subtree: true, attributes: true, attributeFilter: ["data-state"] });
  setTimeout(() => {
    observer.disconnect();
    now.stop();
  }, GIVE_UP_MS);
}

/** The visitor may continue meanwhile: their last action counts. */
function followVisitor(first: Kept): { kept(): Kept; stop(): void } {
  let kept = first;
  const note = ({ isTrusted }: Event) => {
    const field = focused();
    if (!isTrusted) return;
    if (!field) kept = { ...kept, focus: undefined };
    else {
      const now = keptOf(field);
      kept = { ...kept, fields: [...kept.fields.filter(({ at }) => at !== now.at), now], focus: now.at };
    }
  };
  const types = ["input", "change", "keyup", "pointerup"];
  for (const type of types) addEventListener(type, note, { capture: true, passive: true });
  return {
    kept: () => kept,
    stop() {
      for (const type of types) removeEventListener(type, note, { capture: true });
    },
  };
}

function putBack({ fields, focus }: Kept): void {
  const byPlace = new Map(fieldsOf().map((field) => [placeOf(field), field]));
  for (const { at, value, checked, caret } of fields) {
    const field = byPlace.get(at);
    if (!field) continue;
    if (field.value !== value || isChecked(field) !== checked) setValue(field, value, checked);
    if (at === focus) field.focus({ preventScroll: true });
    putCaret(field, caret);
  }
}

/** As typing does: libraries that keep the value themselves need the event. */
function setValue(field: Field, value: string, checked: boolean): void {
  const isToggle = field instanceof HTMLInputElement && (field.type === "checkbox" || field.type === "radio");
  const [name, next] = isToggle ? ["checked", checked] : ["value", value];
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), name)?.set?.call(field, next);
  field.dispatchEvent(new Event("input", { bubbles: true }));
  field.dispatchEvent(new Event("change", { bubbles: true }));
}
