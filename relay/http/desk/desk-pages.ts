// The pages of the desk. Each asks the operations of the command line, and shows what they answer.

import type { NextFunction, Request, Response, Router } from "express";
import { CommandError } from "../../service/protocol.ts";
import { sendHtml } from "../server/answer.ts";
import type { HttpParts } from "../server/http-parts.ts";
import { renderActivityPage } from "./activity-page.ts";
import { renderBlocksPage } from "./blocks-page.ts";
import type { DeskView, Visitor } from "./desk-frame.ts";
import { noticeOf } from "./desk-notices.ts";
import { filterOfQuery, queryOf, ROWS, searchOf } from "./desk-query.ts";
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

/** `name`: the request, receipt or block that an address names. */
export type DeskRequest = Request<{ name: string }>;
export type DeskResponse = Response<string, DeskLocals>;

export function addDeskPages(desk: Router, parts: HttpParts): void {
  desk.get("/", (request: DeskRequest, response: DeskResponse) => showList(parts, request, response));
  desk.get("/requests/:name", (request, response: DeskResponse) => showRequest(parts, request, response));
  desk.get("/requests/:name/erase", (request, response: DeskResponse) => askToErase(parts, request, response));
  desk.get("/blocks", (request: DeskRequest, response: DeskResponse) => showBlocks(parts, request, response));
  desk.get("/record", (request: DeskRequest, response: DeskResponse) => showRecord(parts, request, response));
  desk.get("/receipts/:name", (request, response: DeskResponse, next) => showReceipt(parts, request, response, next));
}

const viewOf = ({ forms }: HttpParts, request: DeskRequest, response: DeskResponse): DeskView => ({
  ...response.locals.visitor,
  words: forms.words(),
  forms: forms.current(),
  notice: noticeOf(searchOf(request)),
});

async function showList(parts: HttpParts, request: DeskRequest, response: DeskResponse): Promise<void> {
  const { service } = parts;
  const view = viewOf(parts, request, response);
  const query = queryOf(searchOf(request));
  const filter = { ...filterOfQuery(query), after: query.after || undefined, limit: ROWS };
  const page = await service.list(filter, view.actor);
  const open = await service["open-submissions"]({}, view.actor);
  sendHtml(response, 200, renderListPage(view, query, page, open));
}

async function showRequest(parts: HttpParts, request: DeskRequest, response: DeskResponse): Promise<void> {
  const view = viewOf(parts, request, response);
  const details = await parts.service.show({ id: request.params.name }, view.actor);
  sendHtml(response, 200, renderRequestPage(view, details));
}

async function askToErase(parts: HttpParts, request: DeskRequest, response: DeskResponse): Promise<void> {
  const { service } = parts;
  const view = viewOf(parts, request, response);
  const { submission, reference } = await service.show({ id: request.params.name }, view.actor);
  if (submission === null)
    throw new CommandError("STATE_CONFLICT", "There is nothing left in it that could be erased.");
  const { email } = submission.fields;
  const page = await service.list({ email, limit: ROWS }, view.actor);
  sendHtml(response, 200, renderErasePage(view, reference, email, page));
}

async function showBlocks(parts: HttpParts, request: DeskRequest, response: DeskResponse): Promise<void> {
  const { service } = parts;
  const view = viewOf(parts, request, response);
  const { blocked } = await service["open-submissions"]({}, view.actor);
  const blocks = await service.blocks({}, view.actor);
  sendHtml(response, 200, renderBlocksPage(view, blocks, blocked));
}

async function showRecord(parts: HttpParts, request: DeskRequest, response: DeskResponse): Promise<void> {
  const { service } = parts;
  const view = viewOf(parts, request, response);
  const receipts = await service.receipts({}, view.actor);
  const actions = await service.actions({ limit: ACTIONS }, view.actor);
  sendHtml(response, 200, renderActivityPage(view, actions, receipts.slice(-ROWS).reverse()));
}

async function showReceipt(
  parts: HttpParts,
  request: DeskRequest,
  response: DeskResponse,
  next: NextFunction,
): Promise<void> {
  const view = viewOf(parts, request, response);
  const receipts = await parts.service.receipts({}, view.actor);
  const receipt = receipts.find(({ id }) => id === request.params.name);
  if (receipt === undefined) return next();
  sendHtml(response, 200, renderReceiptPage(view, receipt));
}
