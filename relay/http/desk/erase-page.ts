import { BEYOND_ERASURE, type ErasureReceipt } from "../../store/operations/erase.ts";
import type { Page } from "../../store/operations/list.ts";
import type { StoredSubmission } from "../../store/operations/look-up.ts";
import { counted } from "../../text/counted.ts";
import { html } from "../pages/html.ts";
import { momentText } from "./day-text.ts";
import { actionTo, DESK_PATH, type DeskView, renderDesk, requestPath, timeAt } from "./desk-frame.ts";

export const renderReceiptPage = (view: DeskView, receipt: ErasureReceipt): string =>
  renderDesk(
    view,
    "Receipt",
    "record",
    html`<h1>Erased</h1>
<p class="lead">${counted(receipt.submissions, "request")} and ${counted(receipt.entries, "mail")}, on
${momentText(receipt.at, view.words)}</p>
<dl class="facts">
  <dt>Receipt</dt><dd>${receipt.id}</dd>
  <dt>References</dt><dd>${receipt.references.join(", ") || "none"}</dd>
  <dt>Out of reach</dt><dd>${BEYOND_ERASURE.join("; ")}</dd>
</dl>
<p><a href="${DESK_PATH}">All requests</a></p>`,
  );

/** The question before a person is erased; of what goes, the first ones are shown. */
export function renderErasePage(view: DeskView, reference: string, email: string, page: Page<StoredSubmission>) {
  const rows = page.items.map(
    ({ reference: own, receivedAt }) =>
      html`<li><a href="${requestPath(own)}">${own}</a>${timeAt(receivedAt, view.words)}</li>`,
  );
  return renderDesk(
    view,
    "Erase",
    "requests",
    html`<h1>Erase all that <bdi>${email}</bdi> sent?</h1>
<p class="lead">This cannot be taken back. Mails that wait are not sent any more, and a block of this address is lifted.
Ids, times and states stay, so that it can be proved that it was done.</p>
<ul class="rows">${rows}${page.next !== null && html`<li><span>and more</span></li>`}</ul>
<h2>What stays</h2>
<p class="lead">Out of the relay's reach are ${BEYOND_ERASURE.join("; and ")}.</p>
<div class="actions">
  ${actionTo(view, requestPath(reference, "erase"), "Erase for good", { look: "danger" })}
  <a class="button" href="${requestPath(reference)}">Keep it</a>
</div>`,
  );
}
