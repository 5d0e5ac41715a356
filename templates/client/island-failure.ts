// An island that throws is replaced by a panel that says so; the rest of the page keeps working.

/** Replaces the island by the panel. Its heading is a text of the content; the message is the error's own. */
export function showFailure(root: HTMLElement, error: unknown): void {
  console.error(error);
  if (root.dataset.state === "broken") return;
  root.dataset.state = "broken";
  const panel = document.createElement("div");
  panel.className = "island-failure";
  panel.setAttribute("role", "alert");
  for (const words of [root.dataset.failure ?? "", error instanceof Error ? error.message : String(error)])
    panel.appendChild(document.createElement("p")).append(words);
  root.replaceChildren(panel);
}

/** The address of the folder of this script. */
const OUR_FOLDER = new URL(".", import.meta.url).href;

/** Errors of handlers, timers and promises reach only the window: those with an island's file in their stack belong to that island. */
export function watchFailures(): void {
  let touched: Element | undefined;
  const note = ({ target }: Event) => {
    touched = target instanceof Element ? target : undefined;
    // Until all handlers of the event are done.
    setTimeout(() => {
      touched = undefined;
    });
  };
  for (const type of ["click", "input", "change", "keydown", "keyup", "focusin", "focusout", "pointerdown", "submit"])
    addEventListener(type, note, { capture: true, passive: true });
  const blame = (error: unknown) => {
    const stack = error instanceof Error ? (error.stack ?? "") : "";
    const guilty = [...document.querySelectorAll<HTMLElement>("[data-code]")].filter(
      ({ dataset }) => dataset.code && stack.includes(dataset.code),
    );
    // A stack with only shared code does not name the island; the event that it handled does.
    const under = stack.includes(OUR_FOLDER) ? touched?.closest<HTMLElement>("[data-code]") : undefined;
    const root = guilty.find((each) => touched && each.contains(touched)) ?? guilty[0] ?? under;
    if (root) showFailure(root, error);
  };
  addEventListener("error", ({ error }) => blame(error));
  addEventListener("unhandledrejection", ({ reason }) => blame(reason));
}
