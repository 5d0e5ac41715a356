// What a visitor has typed and where they are, over a reload of the same page.

const KEY = "eventsite:kept";
/** Islands that wait to be touched or seen come to life meanwhile. */
const GIVE_UP_MS = 3000;

interface Kept {
  readonly path: string;
  readonly x: number;
  readonly y: number;
  readonly fields: readonly { readonly at: string; readonly value: string; readonly checked: boolean }[];
  readonly focus: string | undefined;
}

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

const fieldsOf = () =>
  [...document.querySelectorAll<Field>("input, textarea, select")].filter(({ type }) => type !== "file");

/** Its form's place among the forms, and its own name and place in it: ids may change with the page. */
function placeOf(field: Field): string {
  const forms = [...document.forms];
  const siblings = field.form ? [...field.form.elements] : fieldsOf();
  return `${field.form ? forms.indexOf(field.form) : -1} ${field.name} ${siblings.filter((other) => (other as Field).name === field.name).indexOf(field)}`;
}

export function keepState(): void {
  const { activeElement } = document;
  const fields = fieldsOf().map((field) => ({
    at: placeOf(field),
    value: field.value,
    checked: (field as HTMLInputElement).checked === true,
  }));
  const focus = fieldsOf().find((field) => field === activeElement);
  const kept: Kept = {
    path: location.pathname,
    x: scrollX,
    y: scrollY,
    fields,
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
  // Fonts and pictures move what stands below them while they arrive.
  addEventListener("load", goBack, { once: true });
  putBack(kept);
  // Scripts take forms over and may empty them: what was typed is put back again once they have.
  const observer = new MutationObserver(() => putBack(kept));
  observer.observe(document.body, { subtree: true, attributes: true, attributeFilter: ["data-state"] });
  setTimeout(() => observer.disconnect(), GIVE_UP_MS);
}

function putBack({ fields, focus }: Kept): void {
  const byPlace = new Map(fieldsOf().map((field) => [placeOf(field), field]));
  for (const { at, value, checked } of fields) {
    const field = byPlace.get(at);
    if (!field || (field.value === value && ((field as HTMLInputElement).checked === true) === checked)) continue;
    setValue(field, value, checked);
  }
  byPlace.get(focus ?? "")?.focus({ preventScroll: true });
}

/** As typing does it: libraries that keep the value themselves hear of it by the event. */
function setValue(field: Field, value: string, checked: boolean): void {
  const isToggle = field instanceof HTMLInputElement && (field.type === "checkbox" || field.type === "radio");
  const [name, next] = isToggle ? ["checked", checked] : ["value", value];
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), name)?.set?.call(field, next);
  field.dispatchEvent(new Event("input", { bubbles: true }));
  field.dispatchEvent(new Event("change", { bubbles: true }));
}
