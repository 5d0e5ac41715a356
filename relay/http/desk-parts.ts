// What the pages and the forms of the desk work with.
import type { Response } from "express";
import type { IsTrusted } from "../client-address.ts";
import type { Clock } from "../clock.ts";
import type { DeskConfig } from "../config/desk.ts";
import type { FormsDefinition } from "../contract.ts";
import type { MailWords } from "../mail/mail-words.ts";
import type { Observe } from "../operators/relay-event.ts";
import type { Operations } from "../service/protocol.ts";
import type { Outbox } from "../store/outbox.ts";
import type { Access } from "./access.ts";
import type { Visitor } from "./desk-auth.ts";

export interface DeskParts {
  readonly desk: DeskConfig;
  readonly words: MailWords;
  /** What the forms ask, at this time. */
  readonly forms: () => FormsDefinition;
  readonly operations: Operations;
  readonly outbox: Pick<Outbox, "spend" | "record">;
  readonly access: Access;
  readonly isTrusted: IsTrusted;
  readonly observe: Observe;
  readonly now: Clock["now"];
  /** Milliseconds a form may take to arrive. */
  readonly bodyMs: number;
}

const never = new AbortController().signal;

/** Calls an operation by its name, as the command line does. */
export const operate = (parts: DeskParts, visitor: Visitor, name: string, parameters: object = {}) =>
  parts.operations[name]?.(parameters, never, visitor.actor);

export function lead(response: Response, address: string): true {
  response.statusCode = 303;
  response.setHeader("location", address);
  response.setHeader("content-length", 0);
  response.end();
  return true;
}
