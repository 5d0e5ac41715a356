// An island that throws gives its place to a panel that says so; the rest of the page goes on.

/** Puts the panel in the island's place. Its heading is a word of the content; the message is the error's own. */
export function showFailure(root: HTMLElement, error: unknown): void {
  console.error(error);
  if (root.dataset.state === "broken") return;
  root.dataset.state = "broken";
  const panel = document.createElement("div");
  panel.className = "island-failure";
  panel.setAttribute("role", "alert");
  const heading = document.createElement("p");
  heading.append(root.dataset.failure ?? "");
  const message = document.createElement("p");
  message.append(error instanceof Error ? error.message : String(error));
  panel.append(heading, message);
  root.replaceChildren(panel);
}

/** The address of the folder of this very script. */
const OUR_FOLDER = new URL(".", import.meta.url).href;

/** Errors of event handlers, timers and promises reach nobody but the window: those with an island's file in their stack are that island's. */
export function watchFailures(): void {
  let touched: Element | undefined;
  const note = ({ target }: Event) => {
    touched = target instanceof Element ? target : undefined;
    // Until all handlers of the event are through.
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
    // Code that islands share tells nothing of whose it was; the event that it answered does.
    const under = stack.includes(OUR_FOLDER) ? touched?.closest<HTMLElement>("[data-code]") : undefined;
    const root = guilty.find((each) => touched && each.contains(touched)) ?? guilty[0] ?? under;
    if (root) showFailure(root, error);
  };
  addEventListener("error", ({ error }) => blame(error));
  addEventListener("unhandledrejection", ({ reason }) => blame(reason));
}
