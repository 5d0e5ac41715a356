/** @jsxImportSource preact */
// Who did what, newest first, and the receipts of erasures.

import type { ErasureReceipt } from "../store/outbox.ts";
import type { Action } from "../store/records.ts";
import { momentText } from "./days.ts";
import { DESK_PATH, type DeskView, renderDesk, requestPath } from "./desk-frame.tsx";
import { actionText, actorText } from "./plain-words.ts";

interface RecordPage {
  readonly actions: readonly Action[];
  /** The moment before which older ones are; null at the end. */
  readonly before: number | null;
  readonly receipts: readonly ErasureReceipt[];
}

export const renderRecordPage = (view: DeskView, { actions, before, receipts }: RecordPage): string =>
  renderDesk(
    view,
    "Record",
    "record",
    <>
      <h1>Record</h1>
      <p class="lead">Everything that somebody did here or by command. The relay's own work is in each request.</p>
      {actions.length === 0 ? (
        <p class="empty">Nobody has done anything yet.</p>
      ) : (
        <ol class="rows">
          {actions.map((action, index) => (
            <li key={index}>
              <span>
                <bdi>{actorText(action.actor)}</bdi>: {actionText(action)}
                {action.reference !== null && (
                  <>
                    {" "}
                    <a href={requestPath(action.reference)}>{action.reference}</a>
                  </>
                )}
                {action.sender !== null && (
                  <>
                    {" "}
                    <bdi>{action.sender.value}</bdi>
                  </>
                )}
              </span>
              <time dateTime={new Date(action.at).toISOString()}>{momentText(action.at, view.words)}</time>
            </li>
          ))}
        </ol>
      )}
      {before !== null && (
        <nav class="pages" aria-label="Pages">
          <span />
          <a href={`${DESK_PATH}/record?before=${before}`}>Older</a>
        </nav>
      )}
      {receipts.length > 0 && <h2>Receipts of erasures</h2>}
      {receipts.length > 0 && (
        <ul class="rows">
          {receipts.map(({ id, at, submissions, reason }) => (
            <li key={id}>
              <a href={`${DESK_PATH}/receipts/${id}`}>
                {submissions} {submissions === 1 ? "request" : "requests"},{" "}
                {reason === "request" ? "on request" : "by age"}
              </a>
              <time dateTime={new Date(at).toISOString()}>{momentText(at, view.words)}</time>
            </li>
          ))}
        </ul>
      )}
    </>,
  );
