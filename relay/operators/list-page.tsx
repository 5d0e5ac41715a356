/** @jsxImportSource preact */
// The requests by day, newest first.
import { requestSubject } from "../mail/compose-team-mail.ts";
import { headerText, oneLine } from "../mail/fold-text.ts";
import type { OpenSubmissions } from "../store/blocks.ts";
import type { StoredSubmission } from "../store/outbox.ts";
import { ActionForm, DESK_PATH, Desk, type DeskView, renderPage, requestPath } from "./desk-frame.tsx";
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
  const given = Object.entries(query).filter(([, value]) => value !== "");
  return given.length === 0 ? DESK_PATH : `${DESK_PATH}?${new URLSearchParams(given)}`;
}

export function renderListPage(view: DeskView, page: ListPage): string {
  const { query, items, next } = page;
  const isLimited = [query.search, query.form, query.state, query.from, query.to].some((value) => value !== "");
  return renderPage(
    <Desk view={view} title={query.search === "" ? "Requests" : `“${query.search}”`} way="requests">
      <h1>Requests</h1>
      <Tabs {...page} />
      <Search {...page} />
      {items.length === 0 ? <Empty isLimited={isLimited} /> : <Days view={view} items={items} />}
      <nav class="pages" aria-label="Pages">
        {query.after === "" ? <span /> : <a href={listAddress({ ...query, after: "" })}>Newest requests</a>}
        {next !== null && <a href={listAddress({ ...query, after: next })}>Older requests</a>}
      </nav>
      {items.length > 0 && (
        <ActionForm view={view} action={`${DESK_PATH}/export`} fields={{ ...query, after: "" }}>
          {isLimited ? "Export this list (CSV)" : "Export all requests (CSV)"}
        </ActionForm>
      )}
    </Desk>,
  );
}

function Tabs({ query, open }: ListPage) {
  const tabs: readonly (readonly [state: string, text: string, count: number | null])[] = [
    ["", "All", null],
    ["held", STATES.held, open.held],
    ["dead", STATES.dead, open.dead],
    ["queued", STATES.queued, open.waiting],
    ["blocked", STATES.blocked, open.blocked],
  ];
  return (
    <nav aria-label="Requests by state">
      <ul class="tabs">
        {tabs.map(([state, text, count]) => (
          <li key={state}>
            <a
              href={listAddress({ ...query, state, after: "" })}
              aria-current={query.state === state ? "page" : undefined}
            >
              {text}
              {count !== null && count > 0 && [" ", <b>{count}</b>]}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function Search({ query, forms }: ListPage) {
  const isOpen =
    [query.form, query.from, query.to].some((value) => value !== "") ||
    !["", "held", "dead", "queued", "blocked"].includes(query.state);
  return (
    <search>
      <form method="get" action={DESK_PATH}>
        <div class="find">
          <label>
            Name, company, phone, email, words or reference
            <input type="search" name="search" value={query.search} maxLength={200} autocomplete="off" />
          </label>
          <button type="submit" class="main">
            Search
          </button>
        </div>
        <details open={isOpen}>
          <summary>Form, state and dates</summary>
          <div class="grid">
            <label for="form">
              Form
              <Select name="form" value={query.form} options={[["", "All forms"], ...forms]} />
            </label>
            <label for="state">
              State
              <Select name="state" value={query.state} options={[["", "All states"], ...Object.entries(STATES)]} />
            </label>
            <label>
              From
              <input type="date" name="from" value={query.from} />
            </label>
            <label>
              Until, with this day
              <input type="date" name="to" value={query.to} />
            </label>
          </div>
          {isOpen && <a href={listAddress({ search: query.search })}>Show all forms, states and dates</a>}
        </details>
      </form>
    </search>
  );
}

const Select = (props: {
  name: string;
  value: string;
  options: readonly (readonly [value: string, text: string])[];
}) => (
  <select id={props.name} name={props.name}>
    {props.options.map(([value, text]) => (
      <option key={value} value={value} selected={value === props.value}>
        {text}
      </option>
    ))}
  </select>
);

const Empty = ({ isLimited }: { isLimited: boolean }) => (
  <p class="empty">
    {isLimited ? (
      <>
        Nothing was found. Try fewer words, or show <a href={DESK_PATH}>all requests</a>.
      </>
    ) : (
      "There are no requests yet. They appear here as soon as somebody sends a form of the site."
    )}
  </p>
);

function Days({ view, items }: { view: DeskView; items: ListPage["items"] }) {
  const { words } = view;
  const days = new Map<string, StoredSubmission[]>();
  for (const item of items) {
    const day = dayOf(item.receivedAt, words.timeZone);
    days.set(day, [...(days.get(day) ?? []), item]);
  }
  return (
    <>
      {[...days].map(([day, ofDay]) => (
        <section key={day}>
          <h2 class="day">{dayText(ofDay[0]?.receivedAt ?? 0, words)}</h2>
          <ol class="rows">
            {ofDay.map((item) => (
              <Row key={item.id} item={item} view={view} />
            ))}
          </ol>
        </section>
      ))}
    </>
  );
}

const MAX_NAME = 80;
const MAX_SNIPPET = 160;

export function nameOf({ submission, erasedAt }: StoredSubmission): string {
  if (submission === null) return erasedAt === null ? "A damaged request" : "An erased request";
  const { firstName, lastName, email } = submission.fields;
  return headerText(`${firstName} ${lastName}`, MAX_NAME) || email;
}

function Row({ item, view: { words, forms } }: { item: StoredSubmission; view: DeskView }) {
  const { reference, receivedAt, submission } = item;
  const place = placeOf(item);
  const snippet = submission === null ? "" : headerText(submission.fields.message, MAX_SNIPPET);
  return (
    <li>
      <a class="name" href={requestPath(reference)}>
        <bdi>{nameOf(item)}</bdi>
      </a>
      <span class={`sign ${place}`}>{PLACES[place]}</span>
      <span class="aside whole">
        <time dateTime={new Date(receivedAt).toISOString()}>{hourText(receivedAt, words)}</time>
        {" · "}
        <bdi>{submission === null ? reference : oneLine(requestSubject(submission, forms, words))}</bdi>
      </span>
      {snippet !== "" && (
        <p class="quiet snippet">
          <bdi>{snippet}</bdi>
        </p>
      )}
    </li>
  );
}
