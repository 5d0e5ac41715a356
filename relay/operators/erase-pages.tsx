/** @jsxImportSource preact */
// Erasing a person: the question before, and the receipt afterwards.
import { BEYOND_ERASURE, type ErasureReceipt, type StoredSubmission } from "../store/outbox.ts";
import { ActionForm, DESK_PATH, Desk, type DeskView, renderPage, requestPath } from "./desk-frame.tsx";
import { momentText } from "./plain-words.ts";

interface Question {
  readonly reference: string;
  readonly email: string;
  /** What goes; the first ones of it. */
  readonly found: readonly StoredSubmission[];
  readonly hasMore: boolean;
}

export const renderErasePage = (view: DeskView, { reference, email, found, hasMore }: Question): string =>
  renderPage(
    <Desk view={view} title="Erase" way="requests">
      <h1>
        Erase all that <bdi>{email}</bdi> sent?
      </h1>
      <p class="lead">
        This cannot be taken back. Mails that wait are not sent any more, and a block of this address is lifted. Ids,
        times and states stay, so that it can be proved that it was done.
      </p>
      <ul class="rows">
        {found.map(({ id, reference: own, receivedAt }) => (
          <li key={id}>
            <a href={requestPath(own)}>{own}</a>
            <time dateTime={new Date(receivedAt).toISOString()}>{momentText(receivedAt, view.words)}</time>
          </li>
        ))}
        {hasMore && (
          <li>
            <span>and more</span>
          </li>
        )}
      </ul>
      <h2>What stays</h2>
      <p class="lead">Out of the relay's reach are {BEYOND_ERASURE.join("; and ")}.</p>
      <div class="actions">
        <ActionForm view={view} action={requestPath(reference, "erase")} look="danger">
          Erase for good
        </ActionForm>
        <a class="button" href={requestPath(reference)}>
          Keep it
        </a>
      </div>
    </Desk>,
  );

export const renderReceiptPage = (view: DeskView, receipt: ErasureReceipt): string =>
  renderPage(
    <Desk view={view} title="Receipt" way="record">
      <h1>Erased</h1>
      <p class="lead">
        {receipt.submissions} {receipt.submissions === 1 ? "request" : "requests"} and {receipt.entries}{" "}
        {receipt.entries === 1 ? "mail" : "mails"}, on {momentText(receipt.at, view.words)}.
      </p>
      <dl class="facts">
        <dt>Receipt</dt>
        <dd>{receipt.id}</dd>
        <dt>References</dt>
        <dd>{receipt.references.join(", ") || "none"}</dd>
        <dt>Out of reach</dt>
        <dd>{BEYOND_ERASURE.join("; ")}</dd>
      </dl>
      <p>
        <a href={DESK_PATH}>All requests</a>
      </p>
    </Desk>,
  );
