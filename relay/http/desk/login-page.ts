// The page for people who are not signed in.
import type { MailWords } from "../../words/mail-words.ts";
import { html } from "../pages/html.ts";
import { renderPage } from "../pages/page-frame.ts";
import { DESK_PATH, deskFrame } from "./desk-frame.ts";

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
