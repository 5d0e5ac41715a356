// One request: what was sent, where it is, what happened, and what can be done.

import { linkOf, type ShownField, shownFields, titleOf } from "../../requests/shown-fields.ts";
import type { Submission } from "../../requests/submission.ts";
import type { SubmissionDetails, TimelineEvent } from "../../store/operations/look-up.ts";
import type { OutboxEntry } from "../../store/rows/outbox-entry.ts";
import { domainOf } from "../../text/email-address.ts";
import { oneLine, severalLines } from "../../text/header-text.ts";
import { fillIn } from "../../words/mail-words.ts";
import { type Html, html, type Part } from "../pages/html.ts";
import { momentText } from "./day-text.ts";
import { actionTo, DESK_PATH, type DeskView, formTo, renderDesk, requestPath, timeAt } from "./desk-frame.ts";
import { nameOf } from "./list-page.ts";
import { actorText, eventText, heldText, mailText, PLACES, placeOf, reasonText } from "./plain-words.ts";

export function renderRequestPage(view: DeskView, request: SubmissionDetails): string {
  const { reference, form, receivedAt, submission, timeline } = request;
  const place = placeOf(request);
  const { words, forms } = view;
  const name = nameOf(request);
  return renderDesk(
    view,
    name,
    "requests",
    html`<p><a href="${DESK_PATH}">All requests</a></p>
<h1><bdi>${name}</bdi></h1>
<p class="lead">${oneLine(titleOf(forms, form))} ${reference}, received ${momentText(receivedAt, words)}
${submission?.page && html`from <bdi>${oneLine(submission.page)}</bdi>`}</p>
<p><span class="sign ${place}">${PLACES[place]}</span></p>
${callFor(view, request)}
${submission && facts(view, submission)}
<h2>Mails</h2>
${mails(view, request)}
<h2>What happened</h2>
<ol class="past">${timeline.map((event) => moment(view, request, event))}</ol>
${submission && tasks(view, request, submission)}`,
  );
}

/** What needs a person, and the ways out of it. */
function callFor(view: DeskView, request: SubmissionDetails): Html | null {
  const place = placeOf(request);
  const { submission, reference, entries } = request;
  const why = heldText(submission?.suspicion.reasons ?? [], view.words);
  if (place === "held" || place === "blocked")
    return html`<section class="call ${place}" aria-label="Held">
<h2>${place === "held" ? "Is this a real request?" : "This sender is blocked"}</h2>
<p>It is held${why === "" ? "" : `: ${why}`}. Neither the team nor the visitor was sent anything.</p>
<div class="actions">
  ${actionTo(view, requestPath(reference, "release"), "Release it to the team", { look: "main" })}
</div>
</section>`;
  if (place !== "dead") return null;
  const dead = entries.filter(({ state, kind }) => state === "dead" && kind === "team");
  const because = ({ reason, kind }: OutboxEntry) => (reason === null ? "" : `: ${reasonText(reason, kind)}`);
  return html`<section class="call dead" aria-label="Not delivered">
<h2>The team did not get this</h2>
${dead.map((entry) => html`<p><bdi>${mailText(entry)}</bdi> was given up${because(entry)}.</p>`)}
<div class="actions">${actionTo(view, requestPath(reference, "retry"), "Send it again", { look: "main" })}</div>
</section>`;
}

function facts({ forms, words }: DeskView, submission: Submission): Html {
  const fields = shownFields(submission, forms);
  const consentText = fillIn(words.team.given, { time: momentText(submission.receivedAt, words) });
  const long = fields.filter(({ type }) => type === "lines");
  return html`<h2>What was sent</h2>
<dl class="facts">${fields.filter(({ type }) => type !== "lines").map((field) => fact(field, consentText))}</dl>
${long.map(
  ({ label, text }) => html`<h2>${oneLine(label)}</h2>
<p class="said"><bdi>${severalLines(text)}</bdi></p>`,
)}
${fields.some(({ isUnknown }) => isUnknown) && html`<p class="quiet">${words.team.unknown}</p>`}`;
}

function fact(field: ShownField, consentText: string): Html {
  const value = oneLine(field.text);
  const href = linkOf(field, value);
  const isConsent = field.type === "consent";
  const text = isConsent ? `“${value}”` : value;
  const content = href === null ? text : html`<a href="${href}">${value}</a>`;
  return html`<dt>${oneLine(field.label)}</dt><dd><bdi>${content}</bdi>${isConsent && `, ${consentText}`}</dd>`;
}

const STATE_TEXTS: Readonly<Record<string, string>> = {
  queued: "waits to be sent",
  delivered: "delivered",
  dead: "given up",
  held: "held",
  erased: "erased",
};

function mails({ words }: DeskView, { entries }: SubmissionDetails): Html {
  const tried = ({ attempts, reason, kind, state, dueAt }: OutboxEntry) =>
    [
      attempts === 0 ? "Not tried yet" : `Tried ${attempts === 1 ? "once" : `${attempts} times`}`,
      ...(reason === null || reason === "blocked" ? [] : [reasonText(reason, kind)]),
      ...(state === "queued" && attempts > 0 ? [`next at ${momentText(dueAt, words)}`] : []),
    ].join("; ");
  if (entries.length === 0) return html`<p class="quiet">None.</p>`;
  const rows = entries.map(
    (entry) => html`<li>
  <span><bdi>${mailText(entry)}</bdi></span>
  <span class="sign ${entry.state === "queued" ? "waiting" : entry.state}">${STATE_TEXTS[entry.state]}</span>
  <p class="quiet">${tried(entry)}</p>
</li>`,
  );
  return html`<ul class="rows">${rows}</ul>`;
}

function moment({ words }: DeskView, request: SubmissionDetails, event: TimelineEvent): Html {
  const { what, actor, at } = event;
  const reply = what.type === "attempted" && what.attempt.outcome !== "delivered" ? what.attempt.reply : null;
  return html`<li>
  ${timeAt(at, words)}
  <span><bdi>${eventText(event, request, words)}</bdi>${
    actor !== null && html`<span class="aside">, ${actorText(actor)}</span>`
  }${reply !== null && html`<q>${oneLine(reply)}</q>`}</span>
</li>`;
}

/** Mailboxes of everybody: to block the domain would block the public. */
const PUBLIC_DOMAINS =
  /^(?:gmail|googlemail|outlook|hotmail|live|msn|yahoo|ymail|icloud|me|mac|aol|gmx|proton|protonmail|rogers|bell|sympatico|shaw|telus|videotron)\.[a-z.]+$/;

function tasks(view: DeskView, { reference, entries }: SubmissionDetails, { fields: { email } }: Submission): Html {
  const domain = domainOf(email);
  const team = entries.filter(({ kind }) => kind === "team");
  const mayResend = team.some(({ state }) => state === "delivered" || state === "queued");
  const mayRedirect = team.some(({ state }) => state !== "delivered");
  const isHeld = team.some(({ state }) => state === "held");
  const block = (sender: string, label: Html) =>
    actionTo(view, `${DESK_PATH}/blocks`, html`Block ${label}`, { fields: { sender } });
  const redirect = html`<div class="line">
  <label>Email address <input type="email" name="to" required maxlength="254" autocomplete="off"></label>
  <button type="submit">Send there</button>
</div>`;
  const task = (title: string, text: string, way: Part) =>
    html`<div class="task"><h3>${title}</h3><p>${text}</p>${way}</div>`;
  return html`<h2>What can be done</h2>
<div class="tasks">
${
  mayResend &&
  task(
    "Send it to the team once more",
    "The same mail goes to the same address. The visitor gets nothing.",
    actionTo(view, requestPath(reference, "resend"), "Send again"),
  )
}
${
  mayRedirect &&
  task(
    "Send it to another address",
    `What has not reached the team goes there instead${isHeld ? " once it is released" : ""}.`,
    formTo(view, requestPath(reference, "redirect"), redirect),
  )
}
${task(
  "Block this sender",
  "What comes from now on is held and reported to nobody. The sender sees no difference, and a block can be lifted.",
  html`<div class="actions">${block(email, html`<bdi>${email}</bdi>`)}
${!PUBLIC_DOMAINS.test(domain) && block(`@${domain}`, html`everyone at <bdi>${domain}</bdi>`)}</div>`,
)}
${task(
  "Erase this person",
  "For someone who asks for it: all that was sent from this address. You will be asked once more.",
  html`<a class="button danger" href="${requestPath(reference, "erase")}">Erase …</a>`,
)}
</div>`;
}
