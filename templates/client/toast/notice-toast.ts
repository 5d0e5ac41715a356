// One notice on the page: the element of lit-toast, which shows one text for three seconds, extended by a title, a look and its own
// duration.
import "lit-toast";
import { css, html, type LitElement } from "lit-element";
import type { ToastNotice } from "./notice.ts";
import { watchSwipe } from "./swipe.ts";

const LitToast = customElements.get("lit-toast") as unknown as typeof LitElement & (new () => LitElement);

/** A live region must be in the page before its words, or they are not announced. */
const REGION_LEAD_MS = 50;

/** The words are in the page itself, so that translation, screen readers and search find them; the shadow tree has frame and button. */
export class NoticeToast extends LitToast {
  #onClose = () => {};
  #closeLabel = "";

  static override get styles() {
    return [toastStyles];
  }

  override connectedCallback() {
    super.connectedCallback();
    // Only the words are the live region; a button inside would have its label read as well.
    this.removeAttribute("aria-live");
  }

  /** Appears with its words. `onClose` is called when the visitor closes it; the tray removes it. */
  show({ title, text, look, isUrgent }: ToastNotice, closeLabel: string, onClose: () => void): void {
    this.#onClose = onClose;
    this.#closeLabel = closeLabel;
    this.setAttribute("look", look);
    const region = document.createElement("div");
    region.setAttribute("role", isUrgent ? "alert" : "status");
    region.setAttribute("aria-live", isUrgent ? "assertive" : "polite");
    region.setAttribute("aria-atomic", "true");
    this.append(region);
    this.requestUpdate();
    watchSwipe(this, onClose);
    setTimeout(() => {
      region.appendChild(document.createElement("strong")).append(title);
      region.appendChild(document.createElement("p")).append(text);
      this.className = "show";
    }, REGION_LEAD_MS);
  }

  protected override render() {
    return html`<slot></slot><button type="button" aria-label=${this.#closeLabel} @click=${() => this.#onClose()}></button>`;
  }
}

customElements.define("notice-toast", NoticeToast);

const toastStyles = css`
  :host {
    --mark: var(--candle);
    display: grid;
    grid-template-columns: 1fr auto;
    gap: 0.5rem;
    visibility: hidden;
    opacity: 0;
    padding: 1rem 0.5rem 1rem 1.25rem;
    font: 400 1rem / 1.4 var(--text);
    color: var(--white);
    overflow-wrap: anywhere;
    text-wrap: pretty;
    background: var(--ink-900);
    border: 1px solid var(--line);
    border-left: 4px solid var(--mark);
    border-radius: 2px;
    translate: var(--pushed, 0) 1rem;
    touch-action: pan-y;
    user-select: none;
    cursor: default;
  }

  :host([look="success"]) {
    --mark: var(--ok-dark);
  }

  :host([look="destructive"]) {
    --mark: var(--error-dark);
    background: var(--error-deep);
    border-color: var(--mark);
  }

  :host(.show) {
    visibility: visible;
    opacity: 1;
    translate: var(--pushed, 0) 0;
    transition:
      opacity 160ms,
      translate 160ms;
  }

  ::slotted(*) {
    align-self: center;
  }

  button {
    display: grid;
    place-items: center;
    align-self: start;
    width: 2.75rem;
    height: 2.75rem;
    margin: -0.5rem 0;
    padding: 0;
    font: inherit;
    color: inherit;
    cursor: pointer;
    background: none;
    border: 0;
    border-radius: 2px;
  }

  button::before {
    content: "\u00d7" / "";
    font-size: 1.75rem;
    line-height: 1;
  }

  button:hover {
    background: color-mix(in srgb, var(--white) 16%, transparent);
  }

  button:focus-visible {
    outline: 3px solid var(--candle);
    outline-offset: -3px;
  }

  @media (prefers-reduced-motion: reduce) {
    :host,
    :host(.show) {
      transition: none;
    }
  }
`;
