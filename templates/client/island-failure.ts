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

/** Errors of event handlers, timers and promises reach nobody but the window: those with an island's file in their stack are that island's. */
export function watchFailures(): void {
  let lastTouched: Element | undefined;
  const note = ({ target }: Event) => {
    if (target instanceof Element) lastTouched = target;
  };
  for (const type of ["click", "input", "keydown", "focusin", "pointerdown", "submit"])
    addEventListener(type, note, { capture: true, passive: true });
  const blame = (error: unknown) => {
    const stack = error instanceof Error ? (error.stack ?? "") : "";
    const guilty = [...document.querySelectorAll<HTMLElement>("[data-code]")].filter(
      ({ dataset }) => dataset.code && stack.includes(dataset.code),
    );
    const root = guilty.find((each) => lastTouched && each.contains(lastTouched)) ?? guilty[0];
    if (root) showFailure(root, error);
  };
  addEventListener("error", ({ error }) => blame(error));
  addEventListener("unhandledrejection", ({ reason }) => blame(reason));
}
