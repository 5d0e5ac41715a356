// The frame of the desk's pages: navigation, who is signed in, and the notice of what was just done.
import type { FormsDefinition } from "../contract.ts";
import type { MailWords } from "../mail/mail-words.ts";
import { type Html, html, type Part } from "./html.ts";
import { momentText } from "./plain-words.ts";

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
  readonly notice: Notice | null;
}

export interface Notice {
  readonly text: string;
  readonly isBad: boolean;
}

const WAYS = [
  ["requests", "Requests", DESK_PATH],
  ["blocks", "Blocked senders", `${DESK_PATH}/blocks`],
  ["record", "Record", `${DESK_PATH}/record`],
] as const;

/** A page for somebody who is signed in; `way`: where it is in the navigation. */
export function renderDesk(view: DeskView, title: string, way: (typeof WAYS)[number][0], content: Html): string {
  const { words, actor, hasSession, notice } = view;
  const header = html`<a class="skip" href="#main">Skip to the content</a>
<header class="bar"><div>
  <p class="brand">${words.company.name}</p>
  <nav aria-label="Desk">${WAYS.map(
    ([name, text, href]) => html`<a href="${href}"${name === way && html` aria-current="page"`}>${text}</a>`,
  )}</nav>
  <form method="post" action="${DESK_PATH}/logout">
    <span class="quiet">${actor === "desk" ? "Signed in" : actor}</span>
    ${hasSession && html`${csrfOf(view)}<button type="submit" class="plain">Sign out</button>`}
  </form>
</div></header>`;
  const said = notice && html`<div class="notice${notice.isBad && " bad"}" role="status"><p>${notice.text}</p></div>`;
  return renderPage({ ...deskFrame(words, title), header }, html`${said}${content}`);
}

const deskFrame = ({ company, locale }: MailWords, title: string) => ({
  title: `${title} · ${company.name}`,
  ...{ locale, stylePath: `${DESK_PATH}/style.css` },
});

const csrfOf = ({ csrf }: DeskView): Html => html`<input type="hidden" name="csrf" value="${csrf}">`;

/** A form of the desk, and what is in it. */
export const formTo = (view: DeskView, action: string, content: Part, look = ""): Html =>
  html`<form method="post" action="${action}" class="${look}">${csrfOf(view)}${content}</form>`;

interface Action {
  readonly look?: "main" | "danger";
  readonly fields?: Readonly<Record<string, string>>;
}

/** One button that does one thing. */
export function actionTo(view: DeskView, action: string, label: Part, { look, fields = {} }: Action = {}): Html {
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

// The frame of every page that the relay shows: the mailbox of developers and the desk of the office.

interface Frame {
  readonly title: string;
  readonly locale: string;
  readonly stylePath: string;
  /** Above the page's own heading. */
  readonly header?: Html;
  /** Seconds after which the page looks again by itself. */
  readonly refreshSeconds?: number;
}

export function renderPage({ title, locale, stylePath, header, refreshSeconds }: Frame, content: Html): string {
  const page = html`<!DOCTYPE html>
<html lang="${locale}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex, nofollow">
<meta name="color-scheme" content="light dark">
<meta name="format-detection" content="telephone=no,date=no,address=no,email=no">
${refreshSeconds !== undefined && html`<meta http-equiv="refresh" content="${refreshSeconds}">`}
<title>${title}</title>
<link href="${stylePath}" rel="stylesheet">
</head>
<body>
${header}
<main id="main">${content}</main>
</body>
</html>
`;
  return page.text;
}

// What people see who are not signed in, and where something did not work.

const LOGIN_PROBLEMS = {
  wrong: "That is not the access code.",
  limited: "Too many tries came from here. Wait a quarter of an hour.",
} as const;
type LoginProblem = keyof typeof LOGIN_PROBLEMS;

/** `back`: the page to go on to. */
export const renderLoginPage = (words: MailWords, problem: LoginProblem | null, back: string): string =>
  renderPage(
    deskFrame(words, "Sign in"),
    html`<div class="signin">
<h1>${words.company.name}</h1>
<p class="lead">The requests of the website. Sign in with the access code of the office.</p>
${problem && html`<div class="notice bad" role="alert"><p>${LOGIN_PROBLEMS[problem]}</p></div>`}
<form method="post" action="${DESK_PATH}/login" class="sheet">
  <input type="hidden" name="back" value="${back}">
  <label>Access code
    <input type="password" name="token" required autocomplete="current-password" maxlength="500">
  </label>
  <div class="actions"><button type="submit" class="main">Sign in</button></div>
</form>
</div>`,
  );

export interface Failure {
  readonly heading: string;
  readonly text: string;
  readonly hint: string | null;
}

export const renderFailurePage = (words: MailWords, { heading, text, hint }: Failure): string =>
  renderPage(
    deskFrame(words, heading),
    html`<h1>${heading}</h1>
<p class="lead">${text}</p>
${hint && html`<p class="lead">${hint.charAt(0).toUpperCase() + hint.slice(1)}.</p>`}
<p><a href="${DESK_PATH}">Back</a></p>`,
  );
