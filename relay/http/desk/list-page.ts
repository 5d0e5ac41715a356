// The requests by day, newest first.

import { requestSubject } from "../../mail/compose-team-mail.ts";
import type { Page } from "../../store/operations/list.ts";
import type { StoredSubmission } from "../../store/operations/look-up.ts";
import type { OpenSubmissions } from "../../store/operations/open-submissions.ts";
import { headerText, oneLine } from "../../text/header-text.ts";
import { type Html, html } from "../pages/html.ts";
import { dayOf, dayText, hourText } from "./day-text.ts";
import { actionTo, DESK_PATH, type DeskView, renderDesk, requestPath, timeAt } from "./desk-frame.ts";
import { PLACES, placeOf } from "./plain-words.ts";

/** As it is in the address: what is empty is left out. */
export interface ListQuery {
  readonly search: string;
  readonly state: keyof OpenSubmissions | "";
  readonly after: string;
}

export function listAddress(query: Partial<ListQuery>): string {
  const filters = Object.entries(query).filter(([, value]) => value !== "");
  return filters.length === 0 ? DESK_PATH : `${DESK_PATH}?${new URLSearchParams(filters)}`;
}

/** `next`: the id of the last one, where there are more. */
export function renderListPage(
  view: DeskView,
  query: ListQuery,
  { items, next }: Page<StoredSubmission>,
  open: OpenSubmissions,
): string {
  const isLimited = query.search !== "" || query.state !== "";
  const label = isLimited ? "Export this list (CSV)" : "Export all requests (CSV)";
  return renderDesk(
    view,
    query.search === "" ? "Requests" : `“${query.search}”`,
    "requests",
    html`<h1>Requests</h1>
${tabs(query, open)}
${searchForm(query)}
${items.length === 0 ? html`<p class="empty">${isLimited ? NOTHING_FOUND : NO_REQUESTS}</p>` : days(view, items)}
<nav class="pages" aria-label="Pages">
  ${query.after === "" ? html`<span></span>` : html`<a href="${listAddress({ ...query, after: "" })}">Newest requests</a>`}
  ${next !== null && html`<a href="${listAddress({ ...query, after: next })}">Older requests</a>`}
</nav>
${items.length > 0 && actionTo(view, `${DESK_PATH}/export`, label, { fields: { ...query, after: "" } })}`,
  );
}

const NOTHING_FOUND = html`Nothing was found. Try fewer words, or show <a href="${DESK_PATH}">all requests</a>.`;
const NO_REQUESTS = "There are no requests yet. They appear here as soon as somebody sends a form of the site.";

function tabs(query: ListQuery, open: OpenSubmissions): Html {
  const links = (["", "held", "dead", "waiting", "blocked"] as const).map((state) => {
    const count = state === "" ? 0 : open[state];
    return html`<li>
  <a href="${listAddress({ ...query, state, after: "" })}"${query.state === state && html` aria-current="page"`}>${
    state === "" ? "All" : PLACES[state]
  }${count > 0 && html` <b>${count}</b>`}</a>
</li>`;
  });
  return html`<nav aria-label="Requests by state"><ul class="tabs">${links}</ul></nav>`;
}

const searchForm = ({ search, state }: ListQuery): Html => html`<search><form method="get" action="${DESK_PATH}">
  ${state !== "" && html`<input type="hidden" name="state" value="${state}">`}
  <div class="find">
    <label>Name, company, phone, email, words or reference
      <input type="search" name="search" value="${search}" maxlength="200" autocomplete="off">
    </label>
    <button type="submit" class="main">Search</button>
  </div>
</form></search>`;

function days(view: DeskView, items: readonly StoredSubmission[]): Html[] {
  const { words } = view;
  const itemsByDay = new Map<string, StoredSubmission[]>();
  for (const item of items) {
    const day = dayOf(item.receivedAt, words.timeZone);
    itemsByDay.set(day, [...(itemsByDay.get(day) ?? []), item]);
  }
  return [...itemsByDay.values()].map(
    (ofDay) => html`<section>
<h2 class="day">${dayText(ofDay[0]?.receivedAt ?? 0, words)}</h2>
<ol class="rows">${ofDay.map((item) => row(item, view))}</ol>
</section>`,
  );
}

const MAX_NAME = 80;
const MAX_SNIPPET = 160;

export function nameOf({ submission, erasedAt }: StoredSubmission): string {
  if (submission === null) return erasedAt === null ? "A damaged request" : "An erased request";
  const { firstName, lastName, email } = submission.fields;
  return headerText(`${firstName} ${lastName}`, MAX_NAME) || email;
}

function row(item: StoredSubmission, { words, forms }: DeskView): Html {
  const { reference, receivedAt, submission } = item;
  const place = placeOf(item);
  const snippet = submission === null ? "" : headerText(submission.fields.message, MAX_SNIPPET);
  const subject = submission === null ? reference : oneLine(requestSubject(submission, forms, words));
  return html`<li>
  <a class="name" href="${requestPath(reference)}"><bdi>${nameOf(item)}</bdi></a>
  <span class="sign ${place}">${PLACES[place]}</span>
  <span class="aside whole">${timeAt(receivedAt, words, hourText(receivedAt, words))} · <bdi>${subject}</bdi></span>
  ${snippet !== "" && html`<p class="quiet snippet"><bdi>${snippet}</bdi></p>`}
</li>`;
}
