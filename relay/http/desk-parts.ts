// What the pages and the forms of the desk work with.
import type { Response } from "express";
import type { IsTrusted } from "../client-address.ts";
import type { Clock } from "../clock.ts";
import type { RelayConfig } from "../config/config.ts";
import type { FormsDefinition } from "../contract.ts";
import type { MailWords } from "../mail/mail-words.ts";
import type { Observe } from "../operators/relay-event.ts";
import type { Service } from "../service/service.ts";
import type { Outbox } from "../store/outbox.ts";
import type { Access } from "./access.ts";

export interface DeskParts {
  readonly desk: NonNullable<RelayConfig["desk"]>;
  readonly words: MailWords;
  /** What the forms ask, at this time. */
  readonly forms: () => FormsDefinition;
  readonly service: Service;
  readonly outbox: Pick<Outbox, "spend" | "record">;
  readonly access: Access;
  readonly isTrusted: IsTrusted;
  readonly observe: Observe;
  readonly now: Clock["now"];
  /** Milliseconds a form may take to arrive. */
  readonly bodyMs: number;
}

export function lead(response: Response, address: string): true {
  response.statusCode = 303;
  response.setHeader("location", address);
  response.setHeader("content-length", 0);
  response.end();
  return true;
}
