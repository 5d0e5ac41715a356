// Runs in pages that are served while they are worked on: receives changes, applies them to the page, shows problems, and finds the source
// of words.
import type { LiveMessage } from "../live-message.ts";
import { createFindPanel } from "./find-panel.ts";
import { createFreshPage } from "./fresh-page.ts";
import { createOverlay } from "./overlay.ts";
import { session } from "./session.ts";
import { createWords } from "./words.ts";

/** The list of problems. */
export const overlay = createOverlay();
const page = createFreshPage(new URL(import.meta.url).searchParams.get("page") ?? "");
/** The source positions of the words of this page. */
export const words = createWords(page);
createFindPanel(words);
let stream: EventSource | undefined;

function listen(): void {
  if (stream) return;
  const url = location.pathname + location.search;
  stream = new EventSource(`${session.events}?${new URLSearchParams({ url, page: page.hash() })}`);
  stream.onmessage = ({ data }) => {
    const message = JSON.parse(data as string) as LiveMessage;
    if (message.type === "page") page.show(message.html, message.hash);
    else overlay.show(message.problems);
  };
  // A browser asks again with the address it began with: the page it shows may be another by then.
  stream.onerror = () => {
    stop();
    setTimeout(follow, 500);
  };
}

function stop(): void {
  stream?.close();
  stream = undefined;
}

/** Browsers allow six connections to a host: hidden pages close theirs. */
function follow(): void {
  if (document.visibilityState === "hidden") stop();
  else listen();
}

document.addEventListener("visibilitychange", follow);
addEventListener("pagehide", stop);
addEventListener("pageshow", follow);
follow();
