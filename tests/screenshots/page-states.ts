// What `npm run screenshots` shows besides the pages as they open: each state as data, reached as a visitor reaches it,
// and shown as far as the screen shows it.

/** One thing a visitor does. Targets are Playwright selectors: the first that matches and can be seen. */
export type Step =
  | { readonly click: string }
  | { readonly hover: string }
  /** Fills in all that a form asks for, with words that fit. */
  | { readonly fillForm: string }
  | { readonly waitFor: string };

export interface PageState {
  readonly name: string;
  readonly path: string;
  /** Pixels; all of the usual ones when left out. */
  readonly widths?: readonly number[];
  /** How the relay answers while the state is made; it is never called in truth. */
  readonly relay?: "accepts" | "refuses";
  readonly steps: readonly Step[];
}

const sendForm: readonly Step[] = [{ fillForm: "main form" }, { click: "main form [type=submit]" }];
const NOTICE = "lit-toast, [role=status]:not(:empty), [role=alert]:not(:empty)";

export const PAGE_STATES: readonly PageState[] = [
  { name: "menu-open", path: "/", widths: [390], steps: [{ click: "header .menu" }] },
  { name: "tile-detail", path: "/", widths: [1440], steps: [{ hover: ".service-tiles article" }] },
  {
    name: "second-slide",
    path: "/",
    steps: [{ click: ".hero-carousel .dot >> nth=1" }],
  },
  {
    name: "form-errors",
    path: "/contact/",
    steps: [{ click: "main form [type=submit]" }, { waitFor: "[aria-invalid=true]" }],
  },
  {
    name: "notice-sent",
    path: "/contact/",
    relay: "accepts",
    steps: [...sendForm, { waitFor: NOTICE }],
  },
  {
    name: "notice-failed",
    path: "/contact/",
    relay: "refuses",
    steps: [...sendForm, { waitFor: NOTICE }],
  },
];
