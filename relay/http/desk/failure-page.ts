import type { MailWords } from "../../words/mail-words.ts";
import { html } from "../pages/html.ts";
import { renderPage } from "../pages/page-frame.ts";
import { DESK_PATH, deskFrame } from "./desk-frame.ts";

export interface FailureText {
  readonly heading: string;
  readonly text: string;
  readonly hint: string | null;
}

export const renderFailurePage = (words: MailWords, { heading, text, hint }: FailureText): string =>
  renderPage(
    deskFrame(words, heading),
    html`<h1>${heading}</h1>
<p class="lead">${text}</p>
${hint && html`<p class="lead">${hint.charAt(0).toUpperCase() + hint.slice(1)}.</p>`}
<p><a href="${DESK_PATH}">Back</a></p>`,
  );
