// The frame of the desk's pages: navigation, who is signed in, and the notice of what was just done.

import type { FormsDefinition } from "../../contract.ts";
import type { MailWords } from "../../words/mail-words.ts";
import { type Html, html, type Part } from "../pages/html.ts";
import { renderPage } from "../pages/page-frame.ts";
import { momentText } from "./day-text.ts";

export const DESK_PATH = "/desk";

export interface Visitor {
  /** The login as it is recorded. */
  readonly actor: string;
  /** Goes into every form. */
  readonly csrf: string;
  /** Signed in here, and so may sign out here. */
  readonly hasSession: boolean;
}

export interface DeskView extends Visitor {
  readonly words: MailWords;
  readonly forms: FormsDefinition;
  /** What has just been done, in words of ours. */
  readonly notice: DeskNotice | null;
}

export interface DeskNotice {
  readonly text: string;
  readonly isBad: boolean;
}

const SECTIONS = [
  ["requests", "Requests", DESK_PATH],
  ["blocks", "Blocked senders", `${DESK_PATH}/blocks`],
  ["record", "Record", `${DESK_PATH}/record`],
] as const;

/** A page for somebody who is signed in; `section`: where it is in the navigation. */
export function renderDesk(
  view: DeskView,
  title: string,
  section: (typeof SECTIONS)[number][0],
  content: Html,
): string {
  const { words, actor, hasSession, notice } = view;
  const header = html`<a class="skip" href="#main">Skip to the content</a>
<header class="bar"><div>
  <p class="brand">${words.company.name}</p>
  <nav aria-label="Desk">${SECTIONS.map(
    ([name, text, href]) => html`<a href="${href}"${name === section && html` aria-current="page"`}>${text}</a>`,
  )}</nav>
  <form method="post" action="${DESK_PATH}/logout">
    <span class="quiet">${actor === "desk" ? "Signed in" : actor}</span>
    ${hasSession && html`${csrfOf(view)}<button type="submit" class="plain">Sign out</button>`}
  </form>
</div></header>`;
  const noticeBlock =
    notice && html`<div class="notice${notice.isBad && " bad"}" role="status"><p>${notice.text}</p></div>`;
  return renderPage({ ...deskFrame(words, title), header }, html`${noticeBlock}${content}`);
}

export const deskFrame = ({ company, locale }: MailWords, title: string) => ({
  title: `${title} · ${company.name}`,
  locale,
  stylePath: `${DESK_PATH}/style.css`,
});

const csrfOf = ({ csrf }: DeskView): Html => html`<input type="hidden" name="csrf" value="${csrf}">`;

/** A form of the desk, and what is in it. */
export const formTo = (view: DeskView, action: string, content: Part, look = ""): Html =>
  html`<form method="post" action="${action}" class="${look}">${csrfOf(view)}${content}</form>`;

interface ButtonOptions {
  readonly look?: "main" | "danger";
  readonly fields?: Readonly<Record<string, string>>;
}

/** One button that does one thing. */
export function actionTo(view: DeskView, action: string, label: Part, { look, fields = {} }: ButtonOptions = {}): Html {
  const hidden = Object.entries(fields).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
  );
  return formTo(view, action, html`${hidden}<button type="submit" class="${look}">${label}</button>`);
}

export const requestPath = (reference: string, ...more: readonly string[]): string =>
  [DESK_PATH, "requests", reference, ...more].join("/");

/** `text`: the moment, where nothing else is said. */
export const timeAt = (at: number, words: MailWords, text = momentText(at, words)): Html =>
  html`<time datetime="${new Date(at).toISOString()}">${text}</time>`;
