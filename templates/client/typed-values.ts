// What visitors have typed before an island takes over its HTML. An engine that finds other elements than it expects, such as a field that an
// extension has wrapped, puts new and empty ones in their place.

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

const controlsIn = (root: HTMLElement): Control[] => [...root.querySelectorAll<Control>("input, select, textarea")];

/** Fields of the same name, such as several boxes, are matched by their order. */
const nameOf = (control: Control, among: readonly Control[]): string =>
  `${control.name} ${among.filter(({ name }) => name === control.name).indexOf(control)}`;

const isBox = (control: Control): control is HTMLInputElement => /^(?:checkbox|radio)$/.test(control.type);

/** The returned function puts the values back into controls that have been replaced since. */
export function rememberTyped(root: HTMLElement): () => void {
  const formerControls = controlsIn(root);
  const typed = new Map(formerControls.map((control) => [nameOf(control, formerControls), control]));
  return () => {
    const controls = controlsIn(root);
    for (const control of controls) {
      const formerControl = typed.get(nameOf(control, controls));
      if (formerControl === undefined || formerControls.includes(control)) continue;
      if (isBox(control)) control.checked = (formerControl as HTMLInputElement).checked;
      else control.value = formerControl.value;
    }
  };
}
