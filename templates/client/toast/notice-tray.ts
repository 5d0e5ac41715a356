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

interface Shown {
  readonly toast: NoticeToast;
  readonly countdown: Countdown;
}

class NoticeTray {
  readonly #words: NoticeWords;
  readonly #region = document.createElement("section");
  /** The oldest first. */
  readonly #shown = new Set<Shown>();
  #isPointedAt = false;
  /** Where the focus was before it moved into a notice. */
  #cameFrom: Element | null = null;

  constructor(words: NoticeWords) {
    this.#words = words;
    const region = this.#region;
    region.className = "notices";
    region.setAttribute("aria-label", words.region);
    document.adoptedStyleSheets.push(traySheet());
    document.body.append(region);
    const point = (isPointedAt: boolean) => () => {
      this.#isPointedAt = isPointedAt;
      this.#runOrHold();
    };
    region.addEventListener("pointerenter", point(true));
    region.addEventListener("pointerleave", point(false));
    region.addEventListener("focusin", ({ relatedTarget }) => {
      if (relatedTarget instanceof Element && !region.contains(relatedTarget)) this.#cameFrom = relatedTarget;
      this.#runOrHold();
    });
    region.addEventListener("focusout", () => queueMicrotask(() => this.#runOrHold()));
    document.addEventListener("visibilitychange", () => this.#runOrHold());
    document.addEventListener("keydown", (event) => this.#onKey(event));
    // The page may glide to what gets the focus.
    for (const type of ["focusin", "scrollend"]) document.addEventListener(type, () => this.#uncoverFocus());
    new ResizeObserver(() => this.#uncoverFocus()).observe(region);
  }

  /** Returns what closes it. */
  add(notice: ToastNotice): () => void {
    const [oldest] = this.#shown;
    if (oldest && this.#shown.size === SHOWN_AT_ONCE) this.#dismiss(oldest);
    const close = () => this.#dismiss(shown);
    const shown: Shown = { toast: new NoticeToast(), countdown: createCountdown(SHOWN_MS, close) };
    this.#shown.add(shown);
    this.#region.append(shown.toast);
    shown.toast.show(notice, this.#words.close, close);
    this.#runOrHold();
    return close;
  }

  #dismiss(shown: Shown): void {
    if (!this.#shown.delete(shown)) return;
    const hadFocus = shown.toast.matches(":focus-within");
    shown.countdown.hold();
    shown.toast.remove();
    if (this.#shown.size === 0) this.#isPointedAt = false;
    this.#runOrHold();
    if (hadFocus) this.#giveFocusBack();
  }

  /** To the next notice, or to where it came from: the focus is never lost. */
  #giveFocusBack(): void {
    const next = [...this.#shown].at(-1)?.toast.shadowRoot?.querySelector("button");
    const before = this.#cameFrom?.isConnected ? this.#cameFrom : null;
    const target = next ?? before;
    if (target instanceof HTMLElement) target.focus();
    else {
      this.#region.tabIndex = -1;
      this.#region.focus();
    }
  }

  /** Scrolls the page so that what has the focus is above the notices, as far as there is room. */
  #uncoverFocus(): void {
    const { activeElement } = document;
    if (!activeElement?.closest("main") || this.#shown.size === 0) return;
    const [field, tray] = [activeElement.getBoundingClientRect(), this.#region.getBoundingClientRect()];
    const isBeside = field.right < tray.left || field.left > tray.right || field.top > tray.bottom;
    const covered = field.bottom + GAP_PX - tray.top;
    if (!isBeside && covered > 0) scrollBy({ top: Math.min(covered, field.top), behavior: "instant" });
  }

  #runOrHold(): void {
    const isRead = this.#isPointedAt || this.#region.matches(":focus-within") || document.hidden;
    for (const { countdown } of this.#shown) isRead ? countdown.hold() : countdown.run();
  }

  /** Alt+T closes the newest (on a Mac that key writes another letter); Escape the one that has the focus. */
  #onKey(event: KeyboardEvent): void {
    const seen = [...this.#shown];
    const isHotkey = event.altKey && !event.ctrlKey && !event.metaKey && event.code === "KeyT";
    const shown = isHotkey
      ? seen.at(-1)
      : event.key === "Escape"
        ? seen.find(({ toast }) => toast.matches(":focus-within"))
        : undefined;
    if (!shown) return;
    event.preventDefault();
    this.#dismiss(shown);
  }
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
  tray ??= new NoticeTray(words);
  return tray;
}
