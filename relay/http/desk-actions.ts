// The forms of the desk: each runs an operation of the command line, and leads to a page that shows the result.
import type { Response } from "express";
import { dayOf } from "../operators/days.ts";
import { DESK_PATH, requestPath } from "../operators/desk-frame.tsx";
import { csvTable } from "../service/csv.ts";
import type { ChangeResult } from "../service/service.ts";
import { type DeskParts, lead, type Visitor } from "./desk-auth.ts";
import { filterOf, type NoticeName, queryOf } from "./desk-pages.ts";

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
    return lead(response, noted(`${DESK_PATH}/blocks`, "blocked"));
  }
  if (area === "blocks" && action === "lift") {
    await service.unblock({ sender: name }, actor);
    return lead(response, noted(`${DESK_PATH}/blocks`, "lifted"));
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
  return lead(response, noted(requestPath(name), count > 0 ? notice : "nothing"));
}

const noted = (address: string, name: NoticeName): string => `${address}?done=${name}`;

/** Everything that was sent from the address of this request, as the confirmation page says. */
async function erase(parts: DeskParts, visitor: Visitor, reference: string, response: Response): Promise<boolean> {
  const { submission } = await parts.service.show({ id: reference }, visitor.actor);
  if (submission === null) return lead(response, noted(requestPath(reference), "nothing"));
  const receipt = await parts.service.erase({ email: submission.fields.email }, visitor.actor);
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
  const columns = await parts.service["answer-columns"](filter, visitor.actor);
  const found = parts.service.export(filter, visitor.actor);
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
