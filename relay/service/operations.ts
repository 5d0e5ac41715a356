// The operations of the running relay for its command line and its desk, by their names. They use the store through its one interface.
import * as z from "zod";
import { bounceReport } from "../bounces/parse-bounce.ts";
import type { Outbox } from "../store/outbox.ts";
import type { StoreIdentity } from "../store/verify-backup.ts";
import { createStoreCare, type StoreCareParts } from "./care-for-store.ts";
import { type BlockChangeParts, createBlockChanges } from "./change-blocks.ts";
import { createMailChanges, type MailChangeParts } from "./change-mails.ts";
import {
  address,
  DOCTOR,
  type DoctorParameters,
  FILTER,
  form,
  id,
  named,
  operation,
  sender,
  target,
} from "./parameters.ts";
import type { Finding } from "./protocol.ts";
import { createShownSubmissions, type ShownParts } from "./shown-submissions.ts";
import { takeBounce } from "./take-bounce.ts";

interface ServiceParts extends MailChangeParts, BlockChangeParts, StoreCareParts, ShownParts {
  readonly outbox: Outbox;
  /** Checks what the configuration names, and the relay itself. */
  readonly doctor: (parameters: DoctorParameters) => Promise<readonly Finding[]>;
  /** The store that this relay uses, to compare a backup with. */
  readonly storeIdentity: () => Promise<StoreIdentity>;
}

export type Service = ReturnType<typeof createService>;

export function createService(parts: ServiceParts) {
  const { outbox, now, pauses } = parts;
  const submissions = createShownSubmissions(parts);
  const mails = createMailChanges(parts);
  const blocks = createBlockChanges(parts);
  const care = createStoreCare(parts);
  return {
    doctor: operation(DOCTOR, parts.doctor),
    "store-identity": operation({}, parts.storeIdentity),
    list: operation(FILTER, submissions.list),
    /** So many were taken out, to be kept elsewhere. */
    "record-export": operation({ count: z.int().min(0) }, ({ count }, actor) =>
      outbox.recordAction({ type: "exported", count }, now(), actor),
    ),
    "answer-columns": operation(FILTER, submissions.answerColumns),
    show: operation({ id }, ({ id }) => submissions.show(id)),
    retry: operation({ target }, ({ target }, actor) => mails.retry(target, actor)),
    flush: operation({ form: form.optional(), givenUp: z.boolean() }, ({ form, givenUp }, actor) =>
      mails.flush(form, givenUp, actor),
    ),
    pauses: operation({}, async () => pauses()),
    resend: operation({ target: named }, ({ target }, actor) => mails.resend(target, actor)),
    release: operation({ target }, ({ target }, actor) => mails.release(target, actor)),
    redirect: operation({ target, to: address }, ({ target, to }, actor) => mails.redirect(target, to, actor)),
    erase: operation({ email: address }, ({ email }, actor) => care.erase(email, actor)),
    receipts: operation({}, () => outbox.receipts()),
    bounce: operation({ report: bounceReport.nullable() }, async ({ report }) => ({
      outcome: await takeBounce(parts, report),
    })),
    backup: operation({ path: z.string().startsWith("/").max(4096) }, ({ path }) => care.backup(path)),
    block: operation({ sender }, ({ sender }, actor) => blocks.block(sender, actor)),
    unblock: operation({ sender }, ({ sender }, actor) => blocks.unblock(sender, actor)),
    blocks: operation({}, () => outbox.blocks()),
    actions: operation({ limit: z.int().min(1).max(1000) }, ({ limit }) => outbox.actions(limit)),
    "open-submissions": operation({}, () => outbox.openSubmissions()),
  };
}
