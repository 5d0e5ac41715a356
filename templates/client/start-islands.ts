// The loader: finds the islands of a page and brings each one's code when its time has come. Every page with an island carries it, so it
// is kept small and free of libraries.
import type { HydrateWhen } from "../kit/define-island.ts";
import { showFailure, watchFailures } from "./island-failure.ts";

/** What the build makes of an island's file. */
export interface IslandModule {
  /** The file's address, by which uncaught errors are traced to it. */
  readonly url: string;
  readonly mount: (root: HTMLElement, props: object, fail: (error: unknown) => void) => void;
}

/** Each island's name with what loads its code. */
export type IslandSources = Readonly<Record<string, () => Promise<IslandModule>>>;

export function startIslands(sources: IslandSources): void {
  watchFailures();
  for (const root of document.querySelectorAll<HTMLElement>("[data-island]")) {
    const load = sources[root.dataset.island ?? ""];
    if (load) when(root.dataset.hydrate as HydrateWhen, root, () => wake(root, load));
  }
}

/** `data-state` tells style sheets and tests how far an island is: nothing, "ready", "broken" (a panel) or "absent" (its code did not come). */
async function wake(root: HTMLElement, load: () => Promise<IslandModule>): Promise<void> {
  try {
    const { url, mount } = await load();
    root.dataset.code = url;
    mount(root, JSON.parse(root.dataset.props ?? "{}"), (error) => showFailure(root, error));
    root.dataset.state ??= "ready";
  } catch (error) {
    if (isMissing(error)) {
      root.dataset.state = "absent";
      console.warn(error);
    } else showFailure(root, error);
  }
}

/** Browsers tell a file that did not arrive from one that threw by their words alone; what arrived and threw is the island's own error. */
const isMissing = (error: unknown): boolean =>
  error instanceof TypeError && /dynamically imported module|importing a module/i.test(error.message);

const INTERACTIONS = ["pointerover", "pointerdown", "focusin", "keydown"];

function when(time: HydrateWhen, root: HTMLElement, run: () => Promise<void>): void {
  if (time === "visible") {
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (!entry?.isIntersecting) return;
        observer.disconnect();
        run();
      },
      // Half a screen ahead, so that it is awake when it comes into view.
      { rootMargin: "50%" },
    );
    observer.observe(root);
  } else if (time === "interaction") whenTouched(root, run);
  else if (time === "idle") afterLoad(run);
  else run();
}

function afterLoad(run: () => void): void {
  const rest = () =>
    "requestIdleCallback" in window ? requestIdleCallback(run, { timeout: 2000 }) : setTimeout(run, 200);
  if (document.readyState === "complete") rest();
  else addEventListener("load", rest, { once: true });
}

/** A click or a submission that comes before the code does is kept and given back, to the island or, where that failed, to the browser. */
function whenTouched(root: HTMLElement, run: () => Promise<void>): void {
  let kept: Event | undefined;
  const keep = (event: Event) => {
    event.preventDefault();
    event.stopPropagation();
    kept = event;
    start();
  };
  const start = async () => {
    for (const type of INTERACTIONS) root.removeEventListener(type, start);
    if (isStarted) return;
    isStarted = true;
    await run();
    root.removeEventListener("click", keep, true);
    root.removeEventListener("submit", keep, true);
    const target = kept?.target;
    if (target instanceof HTMLFormElement) target.requestSubmit((kept as SubmitEvent).submitter);
    else if (target instanceof Element) target.dispatchEvent(new MouseEvent("click", kept as MouseEvent));
  };
  let isStarted = false;
  for (const type of INTERACTIONS) root.addEventListener(type, start, { passive: true });
  root.addEventListener("click", keep, true);
  root.addEventListener("submit", keep, true);
}
