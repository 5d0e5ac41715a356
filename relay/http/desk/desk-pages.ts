// The pages of the desk, and its forms: each form runs an operation of the command line, and leads to a page that shows the result.

import type { Request, Response, Router } from "express";
import { writeTable } from "../../service/export-table.ts";
import type { ChangeResult } from "../../service/operations.ts";
import { CommandError, eachItem } from "../../service/protocol.ts";
import { sendHtml, sendTo } from "../server/answer.ts";
import type { HttpParts } from "../server/http-parts.ts";
import { renderRecordPage } from "./activity-page.ts";
import { renderBlocksPage } from "./blocks-page.ts";
import { dayOf } from "./day-text.ts";
import { DESK_PATH, type DeskView, requestPath, type Visitor } from "./desk-frame.ts";
import { type NoticeName, noted, noticeOf } from "./desk-notices.ts";
import { filterOf, queryOf, ROWS, searchOf } from "./desk-query.ts";
import { renderErasePage, renderReceiptPage } from "./erase-page.ts";
import { renderListPage } from "./list-page.ts";
import { renderRequestPage } from "./request-page.ts";

/** `eventsite-relay actions` lists older ones. */
const ACTIONS = 200;

/** What is known of a request that may be answered. */
export interface DeskLocals {
  readonly visitor: Visitor;
  /** Of the form that was sent; empty for a page. */
  readonly fields: Readonly<Record<string, string>>;
}
type DeskResponse = Response<string, DeskLocals>;

/** The request, form or block that an address names. */
type Named = Request<{ name: string }>;

export function addDeskPages(desk: Router, parts: HttpParts): void {
  const { service, forms } = parts;
  /** Null where there is nothing at this address. */
  const page = (
    path: string,
    render: (view: DeskView, name: string, search: URLSearchParams) => Promise<string | null>,
  ) =>
    desk.get(path, async (request: Named, response: DeskResponse, next) => {
      const search = searchOf(request);
      const view = {
        ...response.locals.visitor,
        words: forms.words(),
        forms: forms.current(),
        notice: noticeOf(search),
      };
      const html = await render(view, request.params.name, search);
      if (html === null) next();
      else sendHtml(response, 200, html);
    });
  /** Answers with the address of the page to go on to. */
  const form = (path: string, run: (locals: DeskLocals, actor: string, name: string) => Promise<string>) =>
    desk.post(path, async (request: Named, response: DeskResponse) => {
      const { locals } = response;
      sendTo(response, await run(locals, locals.visitor.actor, request.params.name));
    });

  page("/", async (view, _name, search) => {
    const query = queryOf(search);
    const filter = { ...filterOf(query), after: query.after || undefined, limit: ROWS };
    const found = await service.list(filter, view.actor);
    return renderListPage(view, query, found, await service["open-submissions"]({}, view.actor));
  });
  page("/requests/:name", async (view, id) => renderRequestPage(view, await service.show({ id }, view.actor)));
  page("/requests/:name/erase", async (view, id) => {
    const { submission, reference } = await service.show({ id }, view.actor);
    if (submission === null)
      throw new CommandError("STATE_CONFLICT", "There is nothing left in it that could be erased.");
    const { email } = submission.fields;
    return renderErasePage(view, reference, email, await service.list({ email, limit: ROWS }, view.actor));
  });
  page("/blocks", async (view) => {
    const { blocked } = await service["open-submissions"]({}, view.actor);
    return renderBlocksPage(view, await service.blocks({}, view.actor), blocked);
  });
  page("/record", async (view) => {
    const receipts = (await service.receipts({}, view.actor)).slice(-ROWS).reverse();
    return renderRecordPage(view, await service.actions({ limit: ACTIONS }, view.actor), receipts);
  });
  page("/receipts/:name", async (view, name) => {
    const receipt = (await service.receipts({}, view.actor)).find(({ id }) => id === name);
    return receipt === undefined ? null : renderReceiptPage(view, receipt);
  });

  form("/blocks", async ({ fields }, actor) => {
    await service.block({ sender: fields.sender ?? "" }, actor);
    return noted(`${DESK_PATH}/blocks`, "blocked");
  });
  form("/blocks/:name/lift", async (_locals, actor, sender) => {
    await service.unblock({ sender }, actor);
    return noted(`${DESK_PATH}/blocks`, "lifted");
  });
  // Everything that was sent from the address of this request, as the page before said.
  form("/requests/:name/erase", async (_locals, actor, id) => {
    const { submission } = await service.show({ id }, actor);
    if (submission === null) return noted(requestPath(id), "nothing");
    const receipt = await service.erase({ email: submission.fields.email }, actor);
    return `${DESK_PATH}/receipts/${receipt.id}`;
  });
  const change = (
    action: string,
    notice: NoticeName,
    run: (ids: string[], actor: string, to: string) => Promise<ChangeResult>,
  ) =>
    form(`/requests/:name/${action}`, async ({ fields }, actor, id) => {
      const { count } = await run([id], actor, fields.to ?? "");
      return noted(requestPath(id), count > 0 ? notice : "nothing");
    });
  change("release", "released", (ids, actor) => service.release({ target: { ids } }, actor));
  change("retry", "retried", (ids, actor) => service.retry({ target: { ids } }, actor));
  change("resend", "resent", (ids, actor) => service.resend({ target: { ids } }, actor));
  change("redirect", "redirected", (ids, actor, to) => service.redirect({ target: { ids }, to }, actor));
  desk.post("/export", (_request, response: DeskResponse) => exportTable(parts, response));
}

async function exportTable({ service, forms, clock }: HttpParts, response: DeskResponse): Promise<void> {
  const { fields, visitor } = response.locals;
  const filter = filterOf(queryOf(new URLSearchParams(fields)));
  const columns = await service["answer-columns"](filter, visitor.actor);
  const found = eachItem((after) => service.list({ ...filter, after }, visitor.actor));
  response.set("content-type", "text/csv; charset=utf-8");
  response.set(
    "content-disposition",
    `attachment; filename="requests-${dayOf(clock.now(), forms.words().timeZone)}.csv"`,
  );
  const count = await writeTable(columns, found, response, { bom: true, end: false });
  await service["record-export"]({ count }, visitor.actor);
  response.end();
}
