// The container of all notices: at most three at once, each for its time, paused while somebody reads.

import { type Countdown, createCountdown } from "./countdown.ts";
import type { NoticeWords, ToastNotice } from "./notice.ts";
import { NoticeToast } from "./notice-toast.ts";

/** How long a notice is shown. */
const SHOWN_MS = 5_000;
/** A further one closes the oldest. */
const SHOWN_AT_ONCE = 3;

/** Between a field and the notices below it. */
const GAP_PX = 8;

interface ShownNotice {
  readonly toast: NoticeToast;
  readonly countdown: Countdown;
}

interface NoticeTray {
  /** Returns what closes the notice. */
  readonly add: (notice: ToastNotice) => () => void;
}

function createNoticeTray(words: NoticeWords): NoticeTray {
  const region = createRegion(words.region);
  /** The oldest first. */
  const notices = new Set<ShownNotice>();
  let isPointedAt = false;
  /** Where the focus was before it moved into a notice. */
  let cameFrom: Element | null = null;

  const runOrHold = () => {
    const isRead = isPointedAt || region.matches(":focus-within") || document.hidden;
    for (const { countdown } of notices) isRead ? countdown.hold() : countdown.run();
  };
  const dismiss = (notice: ShownNotice) => {
    if (!notices.delete(notice)) return;
    const hadFocus = notice.toast.matches(":focus-within");
    notice.countdown.hold();
    notice.toast.remove();
    if (notices.size === 0) isPointedAt = false;
    runOrHold();
    // To the next notice, or to where it came from: the focus is never lost.
    if (hadFocus) focus([...notices].at(-1)?.toast.shadowRoot?.querySelector("button") ?? cameFrom, region);
  };
  const point = (isOver: boolean) => () => {
    isPointedAt = isOver;
    runOrHold();
  };

  region.addEventListener("pointerenter", point(true));
  region.addEventListener("pointerleave", point(false));
  region.addEventListener("focusin", ({ relatedTarget }) => {
    if (relatedTarget instanceof Element && !region.contains(relatedTarget)) cameFrom = relatedTarget;
    runOrHold();
  });
  region.addEventListener("focusout", () => queueMicrotask(runOrHold));
  document.addEventListener("visibilitychange", runOrHold);
  document.addEventListener("keydown", (event) => {
    const notice = [...notices].findLast(({ toast }) => closes(event, toast));
    if (!notice) return;
    event.preventDefault();
    dismiss(notice);
  });
  const add = (notice: ToastNotice) => {
    const [oldest] = notices;
    if (oldest && notices.size === SHOWN_AT_ONCE) dismiss(oldest);
    const close = () => dismiss(newNotice);
    const newNotice: ShownNotice = { toast: new NoticeToast(), countdown: createCountdown(SHOWN_MS, close) };
    notices.add(newNotice);
    region.append(newNotice.toast);
    newNotice.toast.show(notice, words.close, close);
    runOrHold();
    return close;
  };
  return { add };
}

function createRegion(label: string): HTMLElement {
  const region = document.createElement("section");
  region.className = "notices";
  region.setAttribute("aria-label", label);
  document.adoptedStyleSheets.push(traySheet());
  document.body.append(region);
  const uncover = () => uncoverFocus(region);
  // The page may glide to what gets the focus.
  for (const type of ["focusin", "scrollend"]) document.addEventListener(type, uncover);
  new ResizeObserver(uncover).observe(region);
  return region;
}

/** Alt+T closes the newest (on a Mac that key writes another letter); Escape the one that has the focus. */
function closes(event: KeyboardEvent, toast: NoticeToast): boolean {
  const isHotkey = event.altKey && !event.ctrlKey && !event.metaKey && event.code === "KeyT";
  return isHotkey || (event.key === "Escape" && toast.matches(":focus-within"));
}

/** Focuses the element, or the region where it is not in the page any more. */
function focus(target: Element | null, region: HTMLElement): void {
  if (target instanceof HTMLElement && target.isConnected) {
    target.focus();
    return;
  }
  region.tabIndex = -1;
  region.focus();
}

/** Scrolls the page so that what has the focus is above the notices, as far as there is room. */
function uncoverFocus(region: HTMLElement): void {
  const { activeElement } = document;
  if (!activeElement?.closest("main") || !region.firstChild) return;
  const field = activeElement.getBoundingClientRect();
  const tray = region.getBoundingClientRect();
  const isBeside = field.right < tray.left || field.left > tray.right || field.top > tray.bottom;
  const covered = field.bottom + GAP_PX - tray.top;
  if (!isBeside && covered > 0) scrollBy({ top: Math.min(covered, field.top), behavior: "instant" });
}

function traySheet(): CSSStyleSheet {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`.notices {
    position: fixed;
    z-index: 100;
    inset: auto 1rem max(1rem, env(safe-area-inset-bottom)) auto;
    display: grid;
    gap: 0.5rem;
    width: min(26.25rem, 100% - 2rem);
    max-height: calc(100% - 2rem);
    overflow: hidden auto;
  }

  @media (max-height: 26rem) {
    .notices {
      max-height: 50%;
    }
  }`);
  return sheet;
}

let tray: NoticeTray | undefined;

/** The one tray of the page, made with the first notice. */
export function noticeTray(words: NoticeWords): NoticeTray {
  tray ??= createNoticeTray(words);
  return tray;
}
