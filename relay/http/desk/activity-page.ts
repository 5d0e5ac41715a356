import type { LoggedAction } from "../../store/operations/actions.ts";
import type { ErasureReceipt } from "../../store/operations/erase.ts";
import { counted } from "../../text/counted.ts";
import { html } from "../pages/html.ts";
import { DESK_PATH, type DeskView, renderDesk, requestPath, timeAt } from "./desk-frame.ts";
import { actionText, actorText } from "./plain-words.ts";

/** Who did what, and the receipts of erasures; newest first. */
export function renderActivityPage(
  view: DeskView,
  actions: readonly LoggedAction[],
  receipts: readonly ErasureReceipt[],
) {
  const done = actions.map(
    (action) => html`<li>
  <span><bdi>${actorText(action.actor)}</bdi>: ${actionText(action)}${
    action.reference && html` <a href="${requestPath(action.reference)}">${action.reference}</a>`
  }${action.sender && html` <bdi>${action.sender.value}</bdi>`}</span>
  ${timeAt(action.at, view.words)}
</li>`,
  );
  const erased = receipts.map(
    ({ id, at, submissions, reason }) => html`<li>
  <a href="${DESK_PATH}/receipts/${id}">${counted(submissions, "request")},
${reason === "request" ? "on request" : "by age"}</a>
  ${timeAt(at, view.words)}
</li>`,
  );
  return renderDesk(
    view,
    "Record",
    "record",
    html`<h1>Record</h1>
<p class="lead">What people did last, here or by command. The relay's own work is in each request.</p>
${done.length === 0 ? html`<p class="empty">Nobody has done anything yet.</p>` : html`<ol class="rows">${done}</ol>`}
${erased.length > 0 && html`<h2>Receipts of erasures</h2><ul class="rows">${erased}</ul>`}`,
  );
}
