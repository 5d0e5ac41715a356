// An address of the desk → its page.

import type { Response } from "express";
import type { FormsDefinition } from "../contract.ts";
import type { MailWords } from "../mail/mail-words.ts";
import { isKnownForm, knownForms } from "../mail/request-schema.ts";
import { titleOf } from "../mail/shown-fields.ts";
import { renderBlocksPage, renderRecordPage } from "../operators/blocks-page.tsx";
import { DESK_PATH, type DeskView, type Notice, requestPath } from "../operators/desk-frame.tsx";
import { renderErasePage, renderReceiptPage } from "../operators/erase-pages.tsx";
import { type ListQuery, renderListPage, STATES } from "../operators/list-page.tsx";
import { dayOf, isDay, nextDay, startOfDay } from "../operators/plain-words.ts";
import { renderRequestPage } from "../operators/request-page.tsx";
import { csvTable } from "../service/csv.ts";
import type { Filter } from "../service/parameters.ts";
import { CommandError, eachItem } from "../service/protocol.ts";
import type { ChangeResult } from "../service/service.ts";
import type { EntryState } from "../store/outbox-entry.ts";
import { sendTo } from "./answer.ts";
import type { DeskParts, Visitor } from "./desk-auth.ts";

const ROWS = 50;
const RECEIPTS = 50;

/** Null where there is nothing at this address. */
export async function renderDeskPage(
  parts: DeskParts,
  visitor: Visitor,
  path: string,
  search: URLSearchParams,
): Promise<string | null> {
  const { words } = parts;
  const { actor, csrf, hasSession } = visitor;
  const view: DeskView = { words, forms: parts.forms(), actor, csrf, hasSession, notice: noticeOf(search) };
  const { service } = parts;
  const [area = "", name = "", action = "", ...rest] = path.slice(DESK_PATH.length + 1).split("/");
  if (rest.length > 0) return null;
  if (area === "") return list(parts, visitor, view, search);
  if (area === "requests" && name !== "" && action === "")
    return renderRequestPage(view, await service.show({ id: name }, actor));
  if (area === "requests" && action === "erase") {
    const { submission, reference } = await service.show({ id: name }, actor);
    if (submission === null)
      throw new CommandError("STATE_CONFLICT", "There is nothing left in it that could be erased.");
    const { email } = submission.fields;
    const { items, next } = await service.list({ email, limit: ROWS }, actor);
    return renderErasePage(view, { reference, email, found: items, hasMore: next !== null });
  }
  if (area === "blocks" && name === "") {
    const { blocked } = await service["open-submissions"]({}, actor);
    return renderBlocksPage(view, { blocks: await service.blocks({}, actor), held: blocked });
  }
  if (area === "record" && name === "") {
    const before = Number(search.get("before")) || undefined;
    const actions = await service.actions({ limit: ROWS, before }, actor);
    const receipts = (await service.receipts({}, actor)).slice(-RECEIPTS).reverse();
    const older = actions.length === 0 ? [] : await service.actions({ limit: 1, before: actions.at(-1)?.at }, actor);
    return renderRecordPage(view, {
      actions,
      before: older.length > 0 ? (actions.at(-1)?.at ?? null) : null,
      receipts: before === undefined ? receipts : [],
    });
  }
  if (area === "receipts" && action === "") {
    const receipt = (await service.receipts({}, actor)).find(({ id }) => id === name);
    return receipt === undefined ? null : renderReceiptPage(view, receipt);
  }
  return null;
}

async function list(parts: DeskParts, visitor: Visitor, view: DeskView, search: URLSearchParams): Promise<string> {
  const query = queryOf(search, view.forms);
  const after = query.after === "" ? {} : { after: query.after };
  const { items, next } = await parts.service.list(
    { ...filterOf(query, parts.words), ...after, limit: ROWS },
    visitor.actor,
  );
  return renderListPage(view, {
    query,
    items,
    next,
    open: await parts.service["open-submissions"]({}, visitor.actor),
    forms: knownForms(view.forms).map((form) => [form, titleOf(view.forms, form)] as const),
  });
}

// The query of a desk address: which requests are listed, and the notice of what was just done.

const NOTICES = {
  released: "Released. The mails are on their way.",
  retried: "The mails are sent again now.",
  resent: "The mail to the team is sent once more.",
  redirected: "The mail to the team goes to the other address.",
  blocked: "Blocked. What comes from now on is held.",
  lifted: "Lifted. What was held meanwhile stays held until it is released.",
  nothing: "Nothing was changed: its mails are in another state by now.",
} as const;
export type NoticeName = keyof typeof NOTICES;

function noticeOf(search: URLSearchParams): Notice | null {
  const name = search.get("done") ?? "";
  return Object.hasOwn(NOTICES, name) ? { text: NOTICES[name as NoticeName], isBad: name === "nothing" } : null;
}

/** What an address says, as far as it can be used. */
export function queryOf(search: URLSearchParams, forms: FormsDefinition): ListQuery {
  const of = (name: string, isUsable: (text: string) => boolean) => {
    const text = search.get(name)?.trim() ?? "";
    return isUsable(text) ? text : "";
  };
  return {
    search: of("search", () => true).slice(0, 200),
    form: of("form", (text) => isKnownForm(forms, text)),
    state: of("state", (text) => Object.hasOwn(STATES, text)),
    from: of("from", isDay),
    to: of("to", isDay),
    after: of("after", (text) => /^[\da-f-]{1,100}$/.test(text)),
  };
}

/** The parameters of the operation `list`. */
export function filterOf({ search, form, state, from, to }: ListQuery, { timeZone }: MailWords): Filter {
  const stateFilter: Filter =
    state === "blocked"
      ? { heldFor: "blocked" }
      : state === "held"
        ? { heldFor: "suspicion" }
        : { state: state as EntryState };
  return {
    ...(search === "" ? {} : { search }),
    ...(form === "" ? {} : { form }),
    ...(state === "" ? {} : stateFilter),
    ...(from === "" ? {} : { receivedFrom: startOfDay(from, timeZone) }),
    ...(to === "" ? {} : { receivedBefore: startOfDay(nextDay(to), timeZone) }),
  };
}

// The forms of the desk: each runs an operation of the command line, and leads to a page that shows the result.

interface Sent {
  readonly path: string;
  readonly fields: Readonly<Record<string, string>>;
}

/** False where there is no such form. */
export async function answerAction(
  parts: DeskParts,
  visitor: Visitor,
  { path, fields }: Sent,
  response: Response,
): Promise<boolean> {
  const { service } = parts;
  const { actor } = visitor;
  const [area = "", name = "", action = "", ...rest] = path.slice(DESK_PATH.length + 1).split("/");
  if (rest.length > 0) return false;
  if (area === "export" && name === "") return exportTable(parts, visitor, fields, response);
  if (area === "blocks" && name === "") {
    await service.block({ sender: fields.sender ?? "" }, actor);
    return sendTo(response, noted(`${DESK_PATH}/blocks`, "blocked"));
  }
  if (area === "blocks" && action === "lift") {
    await service.unblock({ sender: name }, actor);
    return sendTo(response, noted(`${DESK_PATH}/blocks`, "lifted"));
  }
  if (area !== "requests") return false;
  if (action === "erase") return erase(parts, visitor, name, response);
  const ids = [name];
  const changes: Readonly<Record<string, readonly [NoticeName, () => Promise<ChangeResult>]>> = {
    release: ["released", () => service.release({ target: { ids } }, actor)],
    retry: ["retried", () => service.retry({ target: { ids } }, actor)],
    resend: ["resent", () => service.resend({ ids }, actor)],
    redirect: ["redirected", () => service.redirect({ target: { ids }, to: fields.to ?? "" }, actor)],
  };
  const found = Object.hasOwn(changes, action) ? changes[action] : undefined;
  if (found === undefined) return false;
  const [notice, run] = found;
  const { count } = await run();
  return sendTo(response, noted(requestPath(name), count > 0 ? notice : "nothing"));
}

const noted = (address: string, name: NoticeName): string => `${address}?done=${name}`;

/** Everything that was sent from the address of this request, as the confirmation page says. */
async function erase(parts: DeskParts, visitor: Visitor, reference: string, response: Response): Promise<boolean> {
  const { submission } = await parts.service.show({ id: reference }, visitor.actor);
  if (submission === null) return sendTo(response, noted(requestPath(reference), "nothing"));
  const receipt = await parts.service.erase({ email: submission.fields.email }, visitor.actor);
  return sendTo(response, `${DESK_PATH}/receipts/${receipt.id}`);
}

/** Row by row, so that memory does not grow with the table. The byte order mark lets Excel read UTF-8. */
async function exportTable(
  parts: DeskParts,
  visitor: Visitor,
  fields: Sent["fields"],
  response: Response,
): Promise<boolean> {
  const query = queryOf(new URLSearchParams(fields), parts.forms());
  const filter = filterOf(query, parts.words);
  const columns = await parts.service["answer-columns"](filter, visitor.actor);
  const found = eachItem((after) => parts.service.list({ ...filter, after }, visitor.actor));
  const day = dayOf(parts.now(), parts.words.timeZone);
  response.setHeader("content-type", "text/csv; charset=utf-8");
  response.setHeader("content-disposition", `attachment; filename="requests-${day}.csv"`);
  response.write("\ufeff");
  let lines = 0;
  for await (const line of csvTable(columns, found)) {
    if (response.destroyed) break;
    if (!response.write(line)) await drained(response);
    lines += 1;
  }
  await parts.service["record-export"]({ count: Math.max(0, lines - 1) }, visitor.actor);
  response.end();
  return true;
}

const drained = (response: Response): Promise<void> =>
  new Promise((resolve) => {
    const done = () => {
      response.off("drain", done).off("close", done);
      resolve();
    };
    response.once("drain", done).once("close", done);
  });
