// The events of a form's elements, by what they mean for the form.

type Listener = (target: EventTarget | null) => void;

/** Gives what stops listening. `onTouch`: the visitor is in the form; `onInput` and `onLeave`: with the element. */
export function listenTo(form: HTMLFormElement, onTouch: Listener, onInput: Listener, onLeave: Listener): () => void {
  const listening = new AbortController();
  const listeners = { focusin: onTouch, input: onInput, change: onInput, focusout: onLeave, wheel: scrollOverNumber };
  for (const [type, listener] of Object.entries(listeners))
    form.addEventListener(type, ({ target }) => listener(target), { passive: true, signal: listening.signal });
  return () => listening.abort();
}

/** A wheel scrolls the page, and does not turn the number under it: browsers leave alone what cannot be edited at that moment. */
function scrollOverNumber(target: EventTarget | null): void {
  if (!(target instanceof HTMLInputElement) || target.type !== "number" || target.readOnly) return;
  target.readOnly = true;
  setTimeout(() => {
    target.readOnly = false;
  });
}
