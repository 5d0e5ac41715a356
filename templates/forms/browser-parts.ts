// The browser as the parts that a form asks for.
import type { DraftStorage } from "./draft.ts";
import type { SessionParts } from "./form-session.ts";
import type { Outside } from "./send-request.ts";

export const browserOutside: Outside = {
  fetch: (input, init) => fetch(input, init),
  now: () => Date.now(),
  wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  timeout(ms) {
    const controller = new AbortController();
    setTimeout(() => controller.abort(new DOMException("No answer in time", "TimeoutError")), ms);
    return controller.signal;
  },
};

/** Reading `sessionStorage` itself throws where a browser forbids it, so it is read at each use. */
const storage: DraftStorage = {
  getItem: (key) => sessionStorage.getItem(key),
  setItem: (key, value) => sessionStorage.setItem(key, value),
  removeItem: (key) => sessionStorage.removeItem(key),
  keys: () => Object.keys(sessionStorage),
};

export const browserSession: SessionParts = {
  storage,
  now: () => Date.now(),
  randomBytes: (count) => crypto.getRandomValues(new Uint8Array(count)),
};
