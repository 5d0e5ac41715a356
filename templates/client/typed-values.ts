// What visitors have typed before an island takes its HTML over. An engine that finds other elements than it expects, such as a field that an
// extension has wrapped, puts new and empty ones in their place.

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

const controlsIn = (root: HTMLElement): Control[] => [...root.querySelectorAll<Control>("input, select, textarea")];

/** Fields of one name, such as several boxes, are known by their order. */
const nameOf = (control: Control, among: readonly Control[]): string =>
  `${control.name} ${among.filter(({ name }) => name === control.name).indexOf(control)}`;

const isBox = (control: Control): control is HTMLInputElement => /^(?:checkbox|radio)$/.test(control.type);

/** Returns what puts the values back into the controls that are new since. */
export function rememberTyped(root: HTMLElement): () => void {
  const before = controlsIn(root);
  const typed = new Map(before.map((control) => [nameOf(control, before), control]));
  return () => {
    const now = controlsIn(root);
    for (const control of now) {
      const old = typed.get(nameOf(control, now));
      if (old === undefined || before.includes(control)) continue;
      if (isBox(control)) control.checked = (old as HTMLInputElement).checked;
      else control.value = old.value;
    }
  };
}
