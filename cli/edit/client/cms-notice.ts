// Notices of the CMS: sentences in a corner of the page, until they are closed.
import { button, element } from "../../serve/client/element.ts";

const BOX = `position:fixed;inset:auto auto 1rem 1rem;z-index:99999;max-width:min(32rem,calc(100vw - 2rem));padding:.5rem 1rem;
  font:15px/1.5 sans-serif;color:#fff;background:#161c28;border-radius:8px;overflow-wrap:anywhere`;
/** Decap gives all paragraphs a colour. */
const SENTENCE = "margin:.25rem 0;color:inherit";
const CLOSE = "float:right;margin:0 0 0 1rem;padding:.25rem .75rem;font:inherit;cursor:pointer";

/** In the page from the start: screen readers do not announce a live region that is added with its text. */
const status = element("div", { role: "status" });
document.body.append(status);

let open: HTMLElement | undefined;

/** Shows them below those that are still open. */
export function say(sentences: readonly (string | Node)[]): void {
  if (sentences.length === 0) return;
  open ??= openBox();
  for (const sentence of sentences) {
    const paragraph = element("p", {}, sentence);
    paragraph.style.cssText = SENTENCE;
    open.append(paragraph);
  }
}

function openBox(): HTMLElement {
  const close = button("Close", () => {
    box.remove();
    open = undefined;
  });
  close.style.cssText = CLOSE;
  const box = element("div", {}, close);
  box.style.cssText = BOX;
  status.append(box);
  return box;
}
