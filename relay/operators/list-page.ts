// The requests by day, newest first.
import { requestSubject } from "../mail/compose-team-mail.ts";
import { headerText, oneLine } from "../mail/fold-text.ts";
import type { OpenSubmissions } from "../store/blocks.ts";
import type { StoredSubmission } from "../store/outbox.ts";
import { actionTo, DESK_PATH, type DeskView, renderDesk, requestPath, timeAt } from "./desk-frame.ts";
import { type Html, html } from "./html.ts";
import { dayOf, dayText, hourText, PLACES, placeOf } from "./plain-words.ts";

/** As it is in the address: what is empty is left out. */
export interface ListQuery {
  readonly search: string;
  readonly form: string;
  /** One of `STATES`. */
  readonly state: string;
  readonly from: string;
  readonly to: string;
  readonly after: string;
}

/** What the list can be limited to, and what it is called. */
export const STATES = {
  held: "Held",
  dead: "Not delivered",
  queued: "On its way",
  blocked: "Blocked",
  delivered: "With the team",
  erased: "Erased",
} as const;

interface ListPage {
  readonly query: ListQuery;
  readonly items: readonly StoredSubmission[];
  /** The id of the last one, where there are more. */
  readonly next: string | null;
  readonly open: OpenSubmissions;
  /** Form → its kind in words. */
  readonly forms: readonly (readonly [name: string, text: string])[];
}

export function listAddress(query: Partial<ListQuery>): string {
  const filters = Object.entries(query).filter(([, value]) => value !== "");
  return filters.length === 0 ? DESK_PATH : `${DESK_PATH}?${new URLSearchParams(filters)}`;
}

export function renderListPage(view: DeskView, page: ListPage): string {
  const { query, items, next } = page;
  const isLimited = [query.search, query.form, query.state, query.from, query.to].some((value) => value !== "");
  const label = isLimited ? "Export this list (CSV)" : "Export all requests (CSV)";
  return renderDesk(
    view,
    query.search === "" ? "Requests" : `“${query.search}”`,
    "requests",
    html`<h1>Requests</h1>
${tabs(page)}
${searchForm(page)}
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

function tabs({ query, open }: ListPage): Html {
  const all: readonly (readonly [state: string, text: string, count: number])[] = [
    ["", "All", 0],
    ["held", STATES.held, open.held],
    ["dead", STATES.dead, open.dead],
    ["queued", STATES.queued, open.waiting],
    ["blocked", STATES.blocked, open.blocked],
  ];
  const links = all.map(
    ([state, text, count]) => html`<li>
  <a href="${listAddress({ ...query, state, after: "" })}"${query.state === state && html` aria-current="page"`}>${text}${
    count > 0 && html` <b>${count}</b>`
  }</a>
</li>`,
  );
  return html`<nav aria-label="Requests by state"><ul class="tabs">${links}</ul></nav>`;
}

function searchForm({ query, forms }: ListPage): Html {
  const isOpen =
    [query.form, query.from, query.to].some((value) => value !== "") ||
    !["", "held", "dead", "queued", "blocked"].includes(query.state);
  return html`<search><form method="get" action="${DESK_PATH}">
  <div class="find">
    <label>Name, company, phone, email, words or reference
      <input type="search" name="search" value="${query.search}" maxlength="200" autocomplete="off">
    </label>
    <button type="submit" class="main">Search</button>
  </div>
  <details${isOpen && html` open`}>
    <summary>Form, state and dates</summary>
    <div class="grid">
      <label for="form">Form ${select("form", query.form, [["", "All forms"], ...forms])}</label>
      <label for="state">State ${select("state", query.state, [["", "All states"], ...Object.entries(STATES)])}</label>
      <label>From <input type="date" name="from" value="${query.from}"></label>
      <label>Until, with this day <input type="date" name="to" value="${query.to}"></label>
    </div>
    ${isOpen && html`<a href="${listAddress({ search: query.search })}">Show all forms, states and dates</a>`}
  </details>
</form></search>`;
}

function select(name: string, chosen: string, options: readonly (readonly [value: string, text: string])[]): Html {
  const all = options.map(
    ([value, text]) => html`<option value="${value}"${value === chosen && html` selected`}>${text}</option>`,
  );
  return html`<select id="${name}" name="${name}">${all}</select>`;
}

function days(view: DeskView, items: ListPage["items"]): Html[] {
  const { words } = view;
  const found = new Map<string, StoredSubmission[]>();
  for (const item of items) {
    const day = dayOf(item.receivedAt, words.timeZone);
    found.set(day, [...(found.get(day) ?? []), item]);
  }
  return [...found.values()].map(
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
