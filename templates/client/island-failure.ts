// An island that throws is replaced by a panel that says so; the rest of the page keeps working.

/** What the panel says, as the page carries it. */
export interface FailureWords {
  readonly title: string;
  /** Of an island that keeps what was typed. */
  readonly note?: string;
  /** Ways to reach the company. */
  readonly ways: readonly { readonly label: string; readonly href: string }[];
}

/** Replaces the island by the panel. Its words are texts of the content; the message is the error's own. */
export function showFailure(root: HTMLElement, error: unknown): void {
  console.error(error);
  if (root.dataset.state === "broken") return;
  root.dataset.state = "broken";
  const { title, note, ways }: FailureWords = JSON.parse(root.dataset.failure ?? '{"title":"","ways":[]}');
  const panel = document.createElement("div");
  panel.className = "island-failure";
  panel.setAttribute("role", "alert");
  for (const words of [title, error instanceof Error ? error.message : String(error), note])
    if (words) panel.appendChild(document.createElement("p")).append(words);
  const list = panel.appendChild(document.createElement("p"));
  list.className = "ways";
  for (const { label, href } of ways) {
    const link = list.appendChild(document.createElement("a"));
    link.href = href;
    link.append(label);
  }
  root.replaceChildren(panel);
}

/** The address of the folder of this script. */
const OUR_FOLDER = new URL(".", import.meta.url).href;

/**
 * What a handler throws reaches only the window. It is an island's own failure where one of our files threw it while an event inside of
 * that island was handled; extensions and other programs throw under our handlers, and wrap and await what is ours, too.
 */
export function watchFailures(): void {
  let handling: Element | undefined;
  const note = ({ target }: Event) => {
    handling = target instanceof Element ? target : undefined;
    // Until all handlers of the event are done.
    setTimeout(() => {
      handling = undefined;
    });
  };
  for (const type of ["click", "input", "change", "keydown", "keyup", "focusin", "focusout", "pointerdown", "submit"])
    addEventListener(type, note, { capture: true, passive: true });
  addEventListener("error", ({ error, filename }) => {
    const root = handling?.closest<HTMLElement>("[data-island]");
    if (root && filename.startsWith(OUR_FOLDER)) showFailure(root, error);
  });
}
