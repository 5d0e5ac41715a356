// The loader: finds the islands of a page and loads the code of each when it is due. Every page with an island has it, so it is small and
// uses no library.
import type { HydrateWhen } from "eventsite/kit";
import { showFailure, watchFailures } from "./island-failure.ts";

/** A compiled island. */
interface IslandModule {
  /** The file's address, by which uncaught errors are attributed to it. */
  readonly url: string;
  readonly mount: (root: HTMLElement, props: object, fail: (error: unknown) => void) => void;
}

/** What loads an island's code, by the islands' names. */
type IslandSources = Readonly<Record<string, () => Promise<IslandModule>>>;

export function startIslands(sources: IslandSources): void {
  watchFailures();
  const used = firstInput();
  for (const root of document.querySelectorAll<HTMLElement>("[data-island]")) {
    const load = sources[root.dataset.island ?? ""];
    if (load) start(root, load, used);
  }
}

function start(root: HTMLElement, load: IslandSources[string], used: Promise<unknown>): void {
  // Called once, whatever it waits for.
  const run = () => wake(root, load);
  const time = root.dataset.hydrate as HydrateWhen;
  if (time === "used") whenUsed(root, run, used);
  else if (time === "visible") whenNear(root, run);
  else if (time === "interaction") whenTouched(root, run);
  else if (time === "idle") afterLoad(run);
  else run();
}

/** `data-state` is the state of an island for style sheets and tests: nothing, "ready", "broken" (a panel) or "absent" (its code did not come). */
async function wake(root: HTMLElement, load: IslandSources[string]): Promise<void> {
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

/** Only the message distinguishes a file that did not load from one that threw; the latter is the island's own error. */
const isMissing = (error: unknown): boolean =>
  error instanceof TypeError && /dynamically imported module|importing a module/i.test(error.message);

const INTERACTIONS = ["pointerover", "pointerdown", "touchend", "focusin", "keydown"];

/** A finger may be about to scroll what the code takes over, such as slides, and counts when it is lifted. */
const isFinger = (event?: Event): boolean => event instanceof PointerEvent && event.pointerType === "touch";

function whenNear(root: HTMLElement, run: () => void): void {
  const observer = new IntersectionObserver(
    ([entry]) => {
      if (!entry?.isIntersecting) return;
      observer.disconnect();
      run();
    },
    // Half a screen ahead, so that it is hydrated when it comes into view.
    { rootMargin: "50%" },
  );
  // Asking for boxes before the page is laid out would lay it out an additional time.
  requestAnimationFrame(() => setTimeout(() => observer.observe(boxOf(root))));
}

/** Style sheets may leave an island's element without a box, and such an element never intersects. */
const boxOf = (root: HTMLElement): Element =>
  [root, ...root.querySelectorAll("*")].find((element) => element.getClientRects().length > 0) ?? root;

const INPUTS = ["pointerdown", "pointermove", "keydown", "wheel", "touchend"];

/** Fulfilled once the visitor has moved the pointer, touched the page, scrolled by hand or pressed a key. */
const firstInput = (): Promise<unknown> =>
  new Promise((done) => {
    const notice = (event: Event) => isFinger(event) || done(event);
    for (const type of INPUTS) addEventListener(type, notice, { capture: true, passive: true });
  });

/** The first input anywhere on the page loads the code of islands near the screen, then or later; what is due by its time does not wait for it. */
function whenUsed(root: HTMLElement, run: () => Promise<void>, used: Promise<unknown>): void {
  const wakeNow = whenTouched(root, run);
  const { due } = root.dataset;
  afterLoad(() =>
    whenNear(root, () => {
      used.then(wakeNow);
      if (!due) return;
      setTimeout(() => {
        root.dataset.due = "";
        wakeNow();
      }, Number(due) * 1000);
    }),
  );
}

function afterLoad(run: () => void): void {
  const rest = () =>
    "requestIdleCallback" in window ? requestIdleCallback(run, { timeout: 2000 }) : setTimeout(run, 200);
  if (document.readyState === "complete") rest();
  else addEventListener("load", rest, { once: true });
}

/** A click on a control or a submission before the code is loaded is replayed, to the island or, where that failed, to the browser. */
function whenTouched(root: HTMLElement, run: () => Promise<void>): () => void {
  let kept: Event | undefined;
  const keep = (event: Event) => {
    // Browsers open a field's picker, such as a calendar, only for a visitor's own click.
    if (event.type === "click" && !(event.target as Element).closest("button, a")) return;
    event.preventDefault();
    event.stopPropagation();
    kept = event;
    start();
  };
  const start = async (event?: Event) => {
    if (isFinger(event) || isStarted) return;
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
  return start;
}
