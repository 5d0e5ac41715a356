// The notice of the last save, above the controls of the bar. It is kept when the page is loaded again.

import { button, element, paragraph } from "../../serve/client/element.ts";
import { type EditNotice, keepNotice, keptNotice } from "./edit-state.ts";

const WAITS = "The page shows it when the problems below are fixed.";

interface BarNotice {
  readonly element: HTMLElement;
  /** Shows it in place of the last one. */
  report(notice: EditNotice): void;
  /** Shows the one that was kept, if there is one. */
  restore(): void;
  /** The page shows what was written. */
  endWait(): void;
}

export function createBarNotice(onClose: () => void): BarNotice {
  const status = element("div", { role: "status" });
  const waits = paragraph(WAITS);
  const close = () => {
    keepNotice(undefined);
    status.replaceChildren();
    onClose();
  };
  const show = ({ message, isWaiting }: EditNotice) => {
    const text = element("div", {}, paragraph(message), ...(isWaiting ? [waits] : []));
    status.replaceChildren(element("div", { className: "notice" }, text, button("×", close, { ariaLabel: "Close" })));
  };
  return {
    element: status,
    report(notice) {
      keepNotice(notice);
      show(notice);
    },
    restore() {
      const notice = keptNotice();
      if (notice) show(notice);
    },
    endWait() {
      waits.remove();
      const notice = keptNotice();
      if (notice) keepNotice({ ...notice, isWaiting: false });
    },
  };
}
