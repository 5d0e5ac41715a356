// Runs in pages that are served while they are worked on: receives changes, applies them to the page, and shows problems.
import type { LiveMessage } from "../live-message.ts";
import { createFreshPage } from "./live-reload.ts";
import { createOverlay } from "./overlay.ts";
import { session } from "./session.ts";

export const overlay = createOverlay();
export const page = createFreshPage(new URL(import.meta.url).searchParams.get("page") ?? "");
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
