// The forms of the desk. Each runs an operation of the command line, and leads to a page that shows the result.

import type { Router } from "express";
import { writeTable } from "../../service/export-table.ts";
import { eachItem } from "../../service/protocol.ts";
import { sendTo } from "../server/answer.ts";
import type { HttpParts } from "../server/http-parts.ts";
import { dayOf } from "./day-text.ts";
import { DESK_PATH, requestPath } from "./desk-frame.ts";
import { type NoticeName, withNotice } from "./desk-notices.ts";
import type { DeskRequest, DeskResponse } from "./desk-pages.ts";
import { filterOfQuery, queryOf } from "./desk-query.ts";

export function addDeskActions(desk: Router, parts: HttpParts): void {
  const { service } = parts;
  desk.post("/blocks", (_request, response: DeskResponse) => blockSender(parts, response));
  desk.post("/blocks/:name/lift", (request, response: DeskResponse) => liftBlock(parts, request, response));
  desk.post("/requests/:name/erase", (request, response: DeskResponse) => eraseSender(parts, request, response));
  desk.post("/requests/:name/release", async (request, response: DeskResponse) => {
    const { count } = await service.release({ target: targetOf(request) }, actorOf(response));
    sendTo(response, afterChange(request, count, "released"));
  });
  desk.post("/requests/:name/retry", async (request, response: DeskResponse) => {
    const { count } = await service.retry({ target: targetOf(request) }, actorOf(response));
    sendTo(response, afterChange(request, count, "retried"));
  });
  desk.post("/requests/:name/resend", async (request, response: DeskResponse) => {
    const { count } = await service.resend({ target: targetOf(request) }, actorOf(response));
    sendTo(response, afterChange(request, count, "resent"));
  });
  desk.post("/requests/:name/redirect", async (request, response: DeskResponse) => {
    const to = response.locals.fields.to ?? "";
    const { count } = await service.redirect({ target: targetOf(request), to }, actorOf(response));
    sendTo(response, afterChange(request, count, "redirected"));
  });
  desk.post("/export", (_request, response: DeskResponse) => exportTable(parts, response));
}

const actorOf = (response: DeskResponse): string => response.locals.visitor.actor;

const targetOf = (request: DeskRequest) => ({ ids: [request.params.name] });

/** The request's page, with the notice of what was done; `count`: how many mails changed. */
const afterChange = (request: DeskRequest, count: number, notice: NoticeName): string =>
  withNotice(requestPath(request.params.name), count > 0 ? notice : "nothing");

async function blockSender({ service }: HttpParts, response: DeskResponse): Promise<void> {
  await service.block({ sender: response.locals.fields.sender ?? "" }, actorOf(response));
  sendTo(response, withNotice(`${DESK_PATH}/blocks`, "blocked"));
}

async function liftBlock({ service }: HttpParts, request: DeskRequest, response: DeskResponse): Promise<void> {
  await service.unblock({ sender: request.params.name }, actorOf(response));
  sendTo(response, withNotice(`${DESK_PATH}/blocks`, "lifted"));
}

/** Everything that was sent from the address of this request, as the page before said. */
async function eraseSender({ service }: HttpParts, request: DeskRequest, response: DeskResponse): Promise<void> {
  const { submission } = await service.show({ id: request.params.name }, actorOf(response));
  if (submission === null) return sendTo(response, afterChange(request, 0, "nothing"));
  const receipt = await service.erase({ email: submission.fields.email }, actorOf(response));
  sendTo(response, `${DESK_PATH}/receipts/${receipt.id}`);
}

async function exportTable({ service, forms, clock }: HttpParts, response: DeskResponse): Promise<void> {
  const actor = actorOf(response);
  const filter = filterOfQuery(queryOf(new URLSearchParams(response.locals.fields)));
  const columns = await service["answer-columns"](filter, actor);
  const submissions = eachItem((after) => service.list({ ...filter, after }, actor));
  const day = dayOf(clock.now(), forms.words().timeZone);
  response.set("content-type", "text/csv; charset=utf-8");
  response.set("content-disposition", `attachment; filename="requests-${day}.csv"`);
  const count = await writeTable(columns, submissions, response, { bom: true, end: false });
  await service["record-export"]({ count }, actor);
  response.end();
}
