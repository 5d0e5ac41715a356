// From the pieces of a mail to what is sent. The only file that renders to HTML.
import type { VNode } from "preact";
import { renderToStaticMarkup } from "preact-render-to-string";
import { mailText } from "./mail-text.ts";

export function renderMail(mail: VNode): { readonly html: string; readonly text: string } {
  return { html: `<!DOCTYPE html>\n${renderToStaticMarkup(mail)}`, text: mailText(mail) };
}
