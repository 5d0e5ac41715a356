/** @jsxImportSource preact */
// Senders whose requests are held, and those whose block was lifted.

import type { Action } from "../store/blocks.ts";
import type { ErasureReceipt } from "../store/outbox.ts";
import type { Block } from "../store/records.ts";
import { ActionForm, Csrf, DESK_PATH, Desk, type DeskView, renderPage, requestPath } from "./desk-frame.tsx";
import { listAddress } from "./list-page.tsx";
import { actionText, actorText, blockText, momentText } from "./plain-words.ts";

/** `held`: how many requests are held because of them. */
export function renderBlocksPage(view: DeskView, blocks: readonly Block[], held: number): string {
  const holding = blocks.filter(({ liftedAt }) => liftedAt === null);
  const lifted = blocks.filter(({ liftedAt }) => liftedAt !== null);
  return renderPage(
    <Desk view={view} title="Blocked senders" way="blocks">
      <h1>Blocked senders</h1>
      <p class="lead">
        What they send is kept and held, without a mail to anybody, and they see no difference.{" "}
        {held > 0 && (
          <a href={listAddress({ state: "blocked" })}>
            {held} {held === 1 ? "request is" : "requests are"} held for that.
          </a>
        )}
      </p>
      <form method="post" action={`${DESK_PATH}/blocks`} class="sheet">
        <Csrf token={view.csrf} />
        <div class="line">
          <label>
            Block
            <input type="text" name="sender" required maxLength={200} autocomplete="off" aria-describedby="what" />
          </label>
          <button type="submit" class="main">
            Block
          </button>
        </div>
        <p class="quiet" id="what">
          An email address, a domain (spam.example), a network (203.0.113.0/24), or words that a request holds. What is
          between quotation marks is words in any case.
        </p>
      </form>
      <h2>Blocked now</h2>
      {holding.length === 0 ? <p class="empty">Nobody.</p> : <Blocks blocks={holding} view={view} />}
      {lifted.length > 0 && <h2>Lifted</h2>}
      {lifted.length > 0 && <Blocks blocks={lifted} view={view} />}
    </Desk>,
  );
}

function Blocks({ blocks, view }: { blocks: readonly Block[]; view: DeskView }) {
  const when = (at: number) => momentText(at, view.words);
  const story = ({ at, actor, liftedAt, liftedBy }: Block) =>
    liftedAt === null
      ? `since ${when(at)}, ${actorText(actor)}`
      : `from ${when(at)} to ${when(liftedAt)}, lifted by ${actorText(liftedBy)}`;
  return (
    <ul class="rows">
      {blocks.map((block) => (
        <li key={block.id}>
          <span>
            <bdi>{block.value}</bdi>
          </span>
          {block.liftedAt === null && (
            <ActionForm view={view} action={`${DESK_PATH}/blocks/${block.id}/lift`}>
              Lift<span class="hidden"> the block of {block.value}</span>
            </ActionForm>
          )}
          <p class="quiet">
            {blockText(block.kind)}, {story(block)}
          </p>
        </li>
      ))}
    </ul>
  );
}

// Who did what, newest first, and the receipts of erasures.

/** `before`: the moment before which older ones are; null at the end. */
export const renderRecordPage = (
  view: DeskView,
  actions: readonly Action[],
  before: number | null,
  receipts: readonly ErasureReceipt[],
): string =>
  renderPage(
    <Desk view={view} title="Record" way="record">
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
                {action.reference && [" ", <a href={requestPath(action.reference)}>{action.reference}</a>]}
                {action.sender && [" ", <bdi>{action.sender.value}</bdi>]}
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
    </Desk>,
  );
