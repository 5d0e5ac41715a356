// What the running relay does for its command line and its desk, through the store's one interface.
import * as z from "zod";
import { bounceReport } from "../bounces/parse-bounce.ts";
import type { FormsDefinition } from "../contract.ts";
import type { Pause } from "../delivery/pause.ts";
import type { Observe } from "../observe/relay-event.ts";
import { readBlock } from "../requests/sender-block.ts";
import { shownFields } from "../requests/shown-fields.ts";
import { countIn } from "../store/operations/figures.ts";
import type { StoredSubmission } from "../store/operations/look-up.ts";
import type { Target } from "../store/operations/move-entries.ts";
import type { Outbox } from "../store/outbox.ts";
import { ENTRY_KINDS } from "../store/rows/outbox-entry.ts";
import type { identityOfStore } from "../store/verify-backup.ts";
import { answerColumns, type Shown } from "./export-table.ts";
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
import { CommandError, type CommandProblem, eachItem, type Finding } from "./protocol.ts";
import { BLOCK_HINT, backupProblem, findBlock, type OperatorAction, unknown, whyNot } from "./refusals.ts";
import { takeBounce } from "./take-bounce.ts";

/** What a change did: how many mails, and why the others did not. */
export interface ChangeResult {
  readonly count: number;
  readonly problems: readonly CommandProblem[];
}

interface ServiceParts {
  readonly outbox: Outbox;
  readonly observe: Observe;
  readonly now: () => number;
  /** Checks what the configuration names, and the relay itself. */
  readonly doctor: (parameters: DoctorParameters) => Promise<readonly Finding[]>;
  /** The store that this relay uses, to compare a backup with. */
  readonly storeIdentity: () => ReturnType<typeof identityOfStore>;
  readonly forms: () => FormsDefinition;
  /** Has the workers send what is due, and look whether a server that was away is back. */
  readonly tryNow: () => void;
  readonly pauses: () => readonly Pause[];
  /** The next request is compared with the blocks as they are then. */
  readonly onBlocksChanged: () => void;
}

/** Read at once from the store; the list may be longer. */
const PAGE_SIZE = 200;

type Change = (target: Target) => Promise<number>;

export function createService(parts: ServiceParts) {
  const { outbox, observe, now, forms, tryNow, pauses, onBlocksChanged } = parts;
  const withShown = <Item extends StoredSubmission>(item: Item): Item & Shown => ({
    ...item,
    shown: item.submission === null ? [] : shownFields(item.submission, forms()),
  });
  const change = async (action: OperatorAction, target: Target, run: Change): Promise<ChangeResult> => {
    const result =
      "ids" in target ? await changeEach(outbox, action, target.ids, run) : { count: await run(target), problems: [] };
    if (result.count > 0) observe({ type: "changed", action, count: result.count });
    tryNow();
    return result;
  };
  return {
    doctor: operation(DOCTOR, parts.doctor),
    "store-identity": operation({}, parts.storeIdentity),
    /** One page of them, newest first. */
    list: operation(FILTER, async ({ limit = PAGE_SIZE, after, ...filter }) => {
      const { items, next } = await outbox.list(filter, Math.min(limit, PAGE_SIZE), after);
      return { items: items.map(withShown), next };
    }),
    /** So many were taken out, to be kept elsewhere. */
    "record-export": operation({ count: z.int().min(0) }, ({ count }, actor) =>
      outbox.recordAction({ type: "exported", count }, now(), actor),
    ),
    "answer-columns": operation(FILTER, async ({ limit: _, after: __, ...filter }) => {
      const page = (from?: string) => outbox.list(filter, PAGE_SIZE, from);
      return answerColumns(eachItem(page), forms());
    }),
    show: operation({ id }, async ({ id }) => {
      const found = await outbox.find(id);
      if (found === null) throw unknown(id);
      return withShown(found);
    }),
    retry: operation({ target }, ({ target }, actor) =>
      change("retried", target, (one) => outbox.retry(one, now(), actor)),
    ),
    /** Makes all that waits due, and answers how many that were, and what stays: queued ones are due, or on their way. */
    flush: operation({ form: form.optional(), givenUp: z.boolean() }, async ({ form, givenUp }, actor) => {
      const paused = pauses();
      const due = await outbox.makeDueNow({ reasons: null, kinds: ENTRY_KINDS, route: null, form }, now());
      const count = due + (givenUp ? await outbox.retry({ state: "dead", form }, now(), actor) : 0);
      await outbox.recordAction({ type: "flushed", count }, now(), actor);
      if (count > 0) observe({ type: "changed", action: "retried", count });
      tryNow();
      const { entries } = await outbox.stats(now());
      const [queued, dead, held] = [countIn(entries, "queued"), countIn(entries, "dead"), countIn(entries, "held")];
      return { count, queued, givenUp: dead, held, pauses: paused };
    }),
    pauses: operation({}, async () => pauses()),
    resend: operation({ target: named }, ({ target }, actor) =>
      change("resent", target, (one) => outbox.resend(one, now(), actor)),
    ),
    release: operation({ target }, ({ target }, actor) =>
      change("released", target, (one) => outbox.release(one, now(), actor)),
    ),
    redirect: operation({ target, to: address }, ({ target, to }, actor) =>
      change("redirected", target, (one) => outbox.redirect(one, to, now(), actor)),
    ),
    erase: operation({ email: address }, async ({ email }, actor) => {
      const receipt = await outbox.erase(email, now(), actor);
      onBlocksChanged();
      observe({ type: "changed", action: "erased", count: receipt.submissions });
      return receipt;
    }),
    receipts: operation({}, () => outbox.receipts()),
    bounce: operation({ report: bounceReport.nullable() }, async ({ report }) => ({
      outcome: await takeBounce(parts, report),
    })),
    backup: operation({ path: z.string().startsWith("/").max(4096) }, async ({ path }) => {
      const began = now();
      const { bytes } = await outbox.backup(path).catch((cause) => {
        throw backupProblem(path, cause);
      });
      observe({ type: "backed-up", bytes, ms: now() - began });
      return { path, bytes };
    }),
    block: operation({ sender }, async ({ sender: written }, actor) => {
      const read = readBlock(written);
      if (typeof read === "string") throw new CommandError("USAGE", `What was written ${read}.`, { hint: BLOCK_HINT });
      const block = await outbox.block(read, now(), actor);
      onBlocksChanged();
      observe({ type: "changed", action: "blocked", count: 1 });
      return block;
    }),
    unblock: operation({ sender }, async ({ sender: written }, actor) => {
      const found = findBlock(await outbox.blocks(), written);
      const lifted = found === undefined ? null : await outbox.unblock(found.id, now(), actor);
      if (lifted === null)
        throw new CommandError("BLOCK_UNKNOWN", "No block that holds has this id, and none is of this sender.", {
          hint: "`eventsite-relay blocks` lists them",
        });
      onBlocksChanged();
      observe({ type: "changed", action: "unblocked", count: 1 });
      return lifted;
    }),
    blocks: operation({}, () => outbox.blocks()),
    actions: operation({ limit: z.int().min(1).max(1000) }, ({ limit }) => outbox.actions(limit)),
    "open-submissions": operation({}, () => outbox.openSubmissions()),
  };
}

export type Service = ReturnType<typeof createService>;
export type FlushResult = Awaited<ReturnType<Service["flush"]>>;

/** One after the other, so that one that cannot be changed keeps no other from it. */
async function changeEach(
  outbox: Outbox,
  action: OperatorAction,
  ids: readonly string[],
  run: Change,
): Promise<ChangeResult> {
  let count = 0;
  const problems: CommandProblem[] = [];
  for (const id of ids) {
    const changed = await run({ ids: [id] });
    count += changed;
    if (changed === 0) problems.push(await whyNot(outbox, action, id));
  }
  return { count, problems };
}
