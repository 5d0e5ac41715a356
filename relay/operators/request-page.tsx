/** @jsxImportSource preact */
// One request: what was sent, where it is, what happened, and what can be done.
import { domainOf } from "../mail/email-address.ts";
import { oneLine, severalLines } from "../mail/fold-text.ts";
import { fillIn } from "../mail/mail-words.ts";
import { linkOf, type ShownField, shownFields, titleOf } from "../mail/shown-fields.ts";
import type { Submission } from "../mail/submission.ts";
import type { SubmissionDetails, TimelineEvent } from "../store/outbox.ts";
import { ActionForm, Csrf, DESK_PATH, Desk, type DeskView, renderPage, requestPath } from "./desk-frame.tsx";
import { nameOf } from "./list-page.tsx";
import { actorText, eventText, heldText, mailText, momentText, PLACES, placeOf, reasonText } from "./plain-words.ts";

interface Shown {
  readonly view: DeskView;
  readonly request: SubmissionDetails;
}

export function renderRequestPage(view: DeskView, request: SubmissionDetails): string {
  const { reference, form, receivedAt, submission } = request;
  const place = placeOf(request);
  const { words, forms } = view;
  const name = nameOf(request);
  return renderPage(
    <Desk view={view} title={name} way="requests">
      <p>
        <a href={DESK_PATH}>All requests</a>
      </p>
      <h1>
        <bdi>{name}</bdi>
      </h1>
      <p class="lead">
        {oneLine(titleOf(forms, form))} {reference}, received {momentText(receivedAt, words)}
        {submission?.page && [" from ", <bdi>{oneLine(submission.page)}</bdi>]}
      </p>
      <p>
        <span class={`sign ${place}`}>{PLACES[place]}</span>
      </p>
      <Call view={view} request={request} />
      {submission !== null && <Facts view={view} submission={submission} />}
      <h2>Mails</h2>
      <Mails view={view} request={request} />
      <h2>What happened</h2>
      <ol class="past">
        {request.timeline.map((event, index) => (
          <Moment key={index} event={event} view={view} request={request} />
        ))}
      </ol>
      {submission !== null && <Tasks view={view} request={request} submission={submission} />}
    </Desk>,
  );
}

/** What needs a person, and the ways out of it. */
function Call({ view, request }: Shown) {
  const place = placeOf(request);
  const { submission, reference, entries } = request;
  const why = heldText(submission?.suspicion.reasons ?? [], view.words);
  if (place === "held" || place === "blocked")
    return (
      <section class={`call ${place}`} aria-label="Held">
        <h2>{place === "held" ? "Is this a real request?" : "This sender is blocked"}</h2>
        <p>It is held{why === "" ? "" : `: ${why}`}. Neither the team nor the visitor was sent anything.</p>
        <div class="actions">
          <ActionForm view={view} action={requestPath(reference, "release")} look="main">
            Release it to the team
          </ActionForm>
        </div>
      </section>
    );
  if (place !== "dead") return null;
  const dead = entries.filter(({ state, kind }) => state === "dead" && kind === "team");
  return (
    <section class="call dead" aria-label="Not delivered">
      <h2>The team did not get this</h2>
      {dead.map((entry) => (
        <p key={entry.id}>
          <bdi>{mailText(entry)}</bdi> was given up
          {entry.reason === null ? "" : `: ${reasonText(entry.reason, entry.kind)}`}.
        </p>
      ))}
      <div class="actions">
        <ActionForm view={view} action={requestPath(reference, "retry")} look="main">
          Send it again
        </ActionForm>
      </div>
    </section>
  );
}

function Facts({ view: { forms, words }, submission }: { view: DeskView; submission: Submission }) {
  const shown = shownFields(submission, forms, words);
  const given = fillIn(words.team.given, { time: momentText(submission.receivedAt, words) });
  return (
    <>
      <h2>What was sent</h2>
      <dl class="facts">
        {shown
          .filter(({ type }) => type !== "lines")
          .map((field) => (
            <Fact key={field.name} field={field} given={given} />
          ))}
      </dl>
      {shown
        .filter(({ type }) => type === "lines")
        .flatMap(({ name, label, text }) => [
          <h2 key={`${name} label`}>{oneLine(label)}</h2>,
          <p key={name} class="said">
            <bdi>{severalLines(text)}</bdi>
          </p>,
        ])}
      {shown.some(({ isUnknown }) => isUnknown) && <p class="quiet">{words.team.unknown}</p>}
    </>
  );
}

function Fact({ field, given }: { field: ShownField; given: string }) {
  const { type } = field;
  const value = oneLine(field.text);
  const href = linkOf(field, value);
  return (
    <>
      <dt>{oneLine(field.label)}</dt>
      <dd>
        <bdi>{href === null ? type === "consent" ? `“${value}”` : value : <a href={href}>{value}</a>}</bdi>
        {type === "consent" && `, ${given}`}
      </dd>
    </>
  );
}

const STATE_TEXTS: Readonly<Record<string, string>> = {
  queued: "waits to be sent",
  delivered: "delivered",
  dead: "given up",
  held: "held",
  erased: "erased",
};

function Mails({ view: { words }, request: { entries } }: Shown) {
  if (entries.length === 0) return <p class="quiet">None.</p>;
  return (
    <ul class="rows">
      {entries.map((entry) => (
        <li key={entry.id}>
          <span>
            <bdi>{mailText(entry)}</bdi>
          </span>
          <span class={`sign ${entry.state === "queued" ? "waiting" : entry.state}`}>{STATE_TEXTS[entry.state]}</span>
          <p class="quiet">
            {entry.attempts === 0
              ? "Not tried yet"
              : `Tried ${entry.attempts === 1 ? "once" : `${entry.attempts} times`}`}
            {entry.reason === null || entry.reason === "blocked" ? "" : `; ${reasonText(entry.reason, entry.kind)}`}
            {entry.state === "queued" && entry.attempts > 0 ? `; next at ${momentText(entry.dueAt, words)}` : ""}
          </p>
        </li>
      ))}
    </ul>
  );
}

function Moment({ event, view: { words }, request: { entries } }: Shown & { event: TimelineEvent }) {
  const reply =
    event.what.type === "attempted" && event.what.attempt.outcome !== "delivered" ? event.what.attempt.reply : null;
  return (
    <li>
      <time dateTime={new Date(event.at).toISOString()}>{momentText(event.at, words)}</time>
      <span>
        <bdi>{eventText(event, entries, words)}</bdi>
        {event.actor !== null && <span class="aside">, {actorText(event.actor)}</span>}
        {reply !== null && <q>{oneLine(reply)}</q>}
      </span>
    </li>
  );
}

/** Mailboxes of everybody: to block the domain would block the public. */
const PUBLIC_DOMAINS =
  /^(?:gmail|googlemail|outlook|hotmail|live|msn|yahoo|ymail|icloud|me|mac|aol|gmx|proton|protonmail|rogers|bell|sympatico|shaw|telus|videotron)\.[a-z.]+$/;

function Tasks({ view, request, submission }: Shown & { submission: Submission }) {
  const { reference, entries } = request;
  const { email } = submission.fields;
  const domain = domainOf(email);
  const team = entries.filter(({ kind }) => kind === "team");
  const mayResend = team.some(({ state }) => state === "delivered" || state === "queued");
  const mayRedirect = team.some(({ state }) => state !== "delivered");
  return (
    <>
      <h2>What can be done</h2>
      <div class="tasks">
        {mayResend && (
          <div class="task">
            <h3>Send it to the team once more</h3>
            <p>The same mail goes to the same address. The visitor gets nothing.</p>
            <ActionForm view={view} action={requestPath(reference, "resend")}>
              Send again
            </ActionForm>
          </div>
        )}
        {mayRedirect && (
          <div class="task">
            <h3>Send it to another address</h3>
            <p>
              What has not reached the team goes there instead
              {team.some(({ state }) => state === "held") ? " once it is released" : ""}.
            </p>
            <form method="post" action={requestPath(reference, "redirect")}>
              <Csrf token={view.csrf} />
              <div class="line">
                <label>
                  Email address
                  <input type="email" name="to" required maxLength={254} autocomplete="off" />
                </label>
                <button type="submit">Send there</button>
              </div>
            </form>
          </div>
        )}
        <div class="task">
          <h3>Block this sender</h3>
          <p>
            What comes from now on is held and reported to nobody. The sender sees no difference, and a block can be
            lifted.
          </p>
          <div class="actions">
            <ActionForm view={view} action={`${DESK_PATH}/blocks`} fields={{ sender: email }}>
              Block <bdi>{email}</bdi>
            </ActionForm>
            {!PUBLIC_DOMAINS.test(domain) && (
              <ActionForm view={view} action={`${DESK_PATH}/blocks`} fields={{ sender: `@${domain}` }}>
                Block everyone at <bdi>{domain}</bdi>
              </ActionForm>
            )}
          </div>
        </div>
        <div class="task">
          <h3>Erase this person</h3>
          <p>For someone who asks for it: all that was sent from this address. You will be asked once more.</p>
          <a class="button danger" href={requestPath(reference, "erase")}>
            Erase …
          </a>
        </div>
      </div>
    </>
  );
}
