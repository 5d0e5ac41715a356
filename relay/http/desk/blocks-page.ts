// Senders whose requests are held, and those whose block was lifted.

import type { Block } from "../../store/operations/blocks.ts";
import { counted } from "../../text/counted.ts";
import { type Html, html } from "../pages/html.ts";
import { momentText } from "./day-text.ts";
import { actionTo, DESK_PATH, type DeskView, formTo, renderDesk } from "./desk-frame.ts";
import { listAddress } from "./list-page.ts";
import { actorText, BLOCKS } from "./plain-words.ts";

/** `held`: how many requests are held because of them. */
export function renderBlocksPage(view: DeskView, blocks: readonly Block[], held: number): string {
  const holding = blocks.filter(({ liftedAt }) => liftedAt === null);
  const lifted = blocks.filter(({ liftedAt }) => liftedAt !== null);
  const because = html`<a href="${listAddress({ state: "blocked" })}">${counted(held, "request")}
${held === 1 ? "is" : "are"} held for that.</a>`;
  const form = html`<div class="line">
  <label>Block <input type="text" name="sender" required maxlength="200" autocomplete="off" aria-describedby="what"></label>
  <button type="submit" class="main">Block</button>
</div>
<p class="quiet" id="what">An email address, a domain (spam.example), a network (203.0.113.0/24), or words that a request
holds. What is between quotation marks is words in any case.</p>`;
  return renderDesk(
    view,
    "Blocked senders",
    "blocks",
    html`<h1>Blocked senders</h1>
<p class="lead">What they send is kept and held, without a mail to anybody, and they see no difference.
${held > 0 && because}</p>
${formTo(view, `${DESK_PATH}/blocks`, form, "sheet")}
<h2>Blocked now</h2>
${holding.length === 0 ? html`<p class="empty">Nobody.</p>` : blocksOf(holding, view)}
${lifted.length > 0 && html`<h2>Lifted</h2>${blocksOf(lifted, view)}`}`,
  );
}

function blocksOf(blocks: readonly Block[], view: DeskView): Html {
  const when = (at: number) => momentText(at, view.words);
  const story = ({ at, actor, liftedAt, liftedBy }: Block) =>
    liftedAt === null
      ? `since ${when(at)}, ${actorText(actor)}`
      : `from ${when(at)} to ${when(liftedAt)}, lifted by ${actorText(liftedBy)}`;
  const lift = ({ id, value }: Block) =>
    actionTo(view, `${DESK_PATH}/blocks/${id}/lift`, html`Lift<span class="hidden"> the block of ${value}</span>`);
  const rows = blocks.map(
    (block) => html`<li>
  <span><bdi>${block.value}</bdi></span>
  ${block.liftedAt === null && lift(block)}
  <p class="quiet">${BLOCKS[block.kind]}, ${story(block)}</p>
</li>`,
  );
  return html`<ul class="rows">${rows}</ul>`;
}
