// The forms of the desk: each runs an operation of the command line, and leads to a page that shows the result.
import type { Response } from "express";
import { dayOf } from "../operators/days.ts";
import { DESK_PATH, requestPath } from "../operators/desk-frame.tsx";
import { csvTable } from "../service/csv.ts";
import type { AnswerColumns, ChangeResult, Shown } from "../service/operations.ts";
import type { ErasureReceipt, StoredSubmission, SubmissionDetails } from "../store/outbox.ts";
import type { Visitor } from "./desk-auth.ts";
import { type DeskParts, lead, operate } from "./desk-parts.ts";
import { filterOf, type NoticeName, queryOf } from "./desk-query.ts";

interface Sent {
  readonly path: string;
  readonly fields: Readonly<Record<string, string>>;
}

const CHANGES: Readonly<Record<string, NoticeName>> = {
  release: "released",
  retry: "retried",
  resend: "resent",
  redirect: "redirected",
};

/** False where there is no such form. */
export async function answerAction(
  parts: DeskParts,
  visitor: Visitor,
  { path, fields }: Sent,
  response: Response,
): Promise<boolean> {
  const [area = "", name = "", action = "", ...rest] = path.slice(DESK_PATH.length + 1).split("/");
  if (rest.length > 0) return false;
  if (area === "export" && name === "") return exportTable(parts, visitor, fields, response);
  if (area === "blocks" && name === "") {
    await operate(parts, visitor, "block", { sender: fields.sender ?? "" });
    return lead(response, noted(`${DESK_PATH}/blocks`, "blocked"));
  }
  if (area === "blocks" && action === "lift") {
    await operate(parts, visitor, "unblock", { sender: name });
    return lead(response, noted(`${DESK_PATH}/blocks`, "lifted"));
  }
  if (area !== "requests") return false;
  if (action === "erase") return erase(parts, visitor, name, response);
  const notice = Object.hasOwn(CHANGES, action) ? CHANGES[action] : undefined;
  if (notice === undefined) return false;
  const ids = [name];
  const parameters =
    action === "resend" ? { ids } : { target: { ids }, ...(action === "redirect" ? { to: fields.to ?? "" } : {}) };
  const { count } = (await operate(parts, visitor, action, parameters)) as ChangeResult;
  return lead(response, noted(requestPath(name), count > 0 ? notice : "nothing"));
}

const noted = (address: string, name: NoticeName): string => `${address}?done=${name}`;

/** Everything that was sent from the address of this request, as the confirmation page says. */
async function erase(parts: DeskParts, visitor: Visitor, reference: string, response: Response): Promise<boolean> {
  const { submission } = (await operate(parts, visitor, "show", { id: reference })) as SubmissionDetails;
  if (submission === null) return lead(response, noted(requestPath(reference), "nothing"));
  const receipt = (await operate(parts, visitor, "erase", { email: submission.fields.email })) as ErasureReceipt;
  return lead(response, `${DESK_PATH}/receipts/${receipt.id}`);
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
  const columns = (await operate(parts, visitor, "answer-columns", filter)) as AnswerColumns;
  const found = operate(parts, visitor, "export", filter) as AsyncIterable<StoredSubmission & Shown>;
  const day = dayOf(parts.now(), parts.words.timeZone);
  response.setHeader("content-type", "text/csv; charset=utf-8");
  response.setHeader("content-disposition", `attachment; filename="requests-${day}.csv"`);
  response.write("\ufeff");
  for await (const line of csvTable(columns, found)) {
    if (response.destroyed) break;
    if (!response.write(line)) await drained(response);
  }
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
