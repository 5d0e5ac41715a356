// Runs in pages that are served while they are worked on: receives newer versions of the page and the problems of the site, and shows them.

import { isError } from "../../diagnostics/diagnostic.ts";
import type { LiveMessage, LiveProblem, LiveStarter } from "../live-message.ts";
import { showProblems } from "./overlay.ts";
import { shownHash, showVersion } from "./page-version.ts";
import { session } from "./session.ts";
import { showWarnings } from "./warnings.ts";

let stream: EventSource | undefined;
let onStarters: (files: readonly string[]) => void = () => {};

/** Calls after each build with the files in which sample words are left. */
export function followStarters(listener: (files: readonly string[]) => void): void {
  onStarters = listener;
}

function listen(): void {
  if (stream) return;
  const url = location.pathname + location.search;
  stream = new EventSource(`${session.events}?${new URLSearchParams({ url, page: shownHash() })}`);
  stream.onmessage = ({ data }) => {
    const message = JSON.parse(data as string) as LiveMessage;
    if (message.type === "page") showVersion(message.html, message.hash);
    else {
      showProblems(message.problems.filter(isError));
      const warnings = message.problems.filter((each) => !isError(each));
      showWarnings([...warnings, ...message.starters.map(starterWarning)]);
      onStarters(message.starters.map(({ file }) => file));
    }
  };
  // A browser would reconnect with its first address: by then the page may show another version.
  stream.onerror = () => {
    stop();
    setTimeout(follow, 500);
  };
}

/** Worded as in the terminal, which does not count it as a problem. */
const starterWarning = ({ file, path }: LiveStarter): LiveProblem => ({
  code: "CONTENT_PLACEHOLDER",
  severity: "warning",
  message: `Sample words are still in ${file}.`,
  hint: "they are marked where a page shows them",
  file,
  ...(path !== undefined && { path }),
});

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
