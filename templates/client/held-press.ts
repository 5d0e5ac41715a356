// A press that comes before an island can act on it: held, and then passed to the island, or to the browser where the code does not come.

/** How long a press waits for code that is still being loaded. */
const PATIENCE_MS = 3_000;

interface HeldPress {
  /** Rejects once a press has waited too long. */
  readonly patience: Promise<never>;
  /** Stops holding and repeats the press for the listeners that exist by now: the island's, or only the browser's own. */
  release(): void;
}

/** Holds clicks on controls and submissions inside of `root`, the last one of several. `onPress` is called at each. */
export function holdPresses(root: HTMLElement, onPress: () => void): HeldPress {
  let repeat = () => {};
  /** Extensions wrap listeners, which can then not be removed. */
  let isReleased = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let giveUp: (error: Error) => void = () => {};
  const patience = new Promise<never>((_, reject) => {
    giveUp = reject;
  });
  // Without a listener it would be reported as an error of the page.
  patience.catch(() => {});

  const hold = (event: Event) => {
    if (isReleased) return;
    const { target } = event;
    const control = target instanceof Element ? target.closest<HTMLElement>("button, a") : null;
    if (target instanceof HTMLFormElement) repeat = () => submit(target, (event as SubmitEvent).submitter);
    else if (control) repeat = () => click(control, event as MouseEvent);
    // Browsers open a field's picker, such as a calendar, only for a visitor's own click.
    else return;
    event.preventDefault();
    event.stopPropagation();
    timer ??= setTimeout(() => giveUp(new Error(`The island took more than ${PATIENCE_MS} ms`)), PATIENCE_MS);
    onPress();
  };
  const types = ["click", "submit"] as const;
  for (const type of types) root.addEventListener(type, hold, true);
  return {
    patience,
    release() {
      clearTimeout(timer);
      isReleased = true;
      for (const type of types) root.removeEventListener(type, hold, true);
      repeat();
    },
  };
}

function submit(form: HTMLFormElement, submitter: HTMLElement | null): void {
  if (form.isConnected) form.requestSubmit(submitter);
  else postRemoved(form);
}

function click(control: HTMLElement, event: MouseEvent): void {
  const form = control.closest("form");
  if (control.isConnected) control.dispatchEvent(new MouseEvent("click", event));
  else if (form && control.matches("[type=submit]")) postRemoved(form);
}

/** An island that failed has removed its form with what the visitor wants to send. Browsers post a form only where it is in the page. */
function postRemoved(form: HTMLFormElement): void {
  form.hidden = true;
  document.body.append(form);
  form.submit();
}
