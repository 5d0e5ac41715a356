// The loader: finds the islands of a page and loads the code of each when it is due. Every page with an island has it, so it is small and
// uses no library.

import type { HydrateWhen } from "eventsite/kit";
import { holdPresses } from "./held-press.ts";
import { showFailure, watchFailures } from "./island-failure.ts";

/** A compiled island. */
interface IslandModule {
  /** Returns, or is fulfilled, when the island can act. `fail` is called with what its code throws. */
  readonly mount: (root: HTMLElement, props: object, fail: (error: unknown) => void) => Promise<void> | void;
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
  const run = () => wake(root, load());
  const time = root.dataset.hydrate as HydrateWhen;
  if (time === "used") whenUsed(root, load, used);
  else if (time === "visible") whenNear(root, run);
  else run();
}

/** `data-state` is the state of an island for style sheets and tests: nothing, "waking", "ready", "broken" (a panel) or "absent" (its code did not come, and its plain HTML works on). */
async function wake(root: HTMLElement, loading: Promise<IslandModule>): Promise<void> {
  let mount: IslandModule["mount"];
  try {
    ({ mount } = await loading);
    // A file that is empty or cut off may come with status 200.
    if (typeof mount !== "function") throw new TypeError(`No code for the island ${root.dataset.island}`);
  } catch (error) {
    root.dataset.state = "absent";
    console.warn(error);
    return;
  }
  root.dataset.state = "waking";
  try {
    await mount(root, JSON.parse(root.dataset.props ?? "{}"), (error) => showFailure(root, error));
    if (root.dataset.state === "waking") root.dataset.state = "ready";
  } catch (error) {
    showFailure(root, error);
  }
}

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
  // Reading boxes before the first layout would force an additional one.
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
function whenUsed(root: HTMLElement, load: IslandSources[string], used: Promise<unknown>): void {
  const wakeNow = whenTouched(root, load);
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
  const whenIdle = () =>
    "requestIdleCallback" in window ? requestIdleCallback(run, { timeout: 2000 }) : setTimeout(run, 200);
  if (document.readyState === "complete") whenIdle();
  else addEventListener("load", whenIdle, { once: true });
}

/** Returns what wakes the island. An earlier press is held until the island can act, its code cannot be loaded, or loading takes too long. */
function whenTouched(root: HTMLElement, load: IslandSources[string]): () => void {
  let isStarted = false;
  const start = async (event?: Event) => {
    if (isFinger(event) || isStarted) return;
    isStarted = true;
    await wake(root, Promise.race([load(), held.patience]));
    held.release();
  };
  const held = holdPresses(root, start);
  for (const type of INTERACTIONS) root.addEventListener(type, start, { passive: true });
  // What was typed on an earlier visit to the page is shown as it opens.
  if (keepsSomething(root)) start();
  return start;
}

function keepsSomething({ dataset }: HTMLElement): boolean {
  try {
    return dataset.keeps !== undefined && sessionStorage.getItem(dataset.keeps) !== null;
  } catch {
    // Storage may be forbidden.
    return false;
  }
}
