// What the running relay does for its command line and its desk. Everything that is read or changed goes through the store's one interface.
import type { FormsDefinition } from "../contract.ts";
import type { StoreFailure } from "../errors.ts";
import type { MailWords } from "../mail/mail-words.ts";
import { isKnownForm, knownForms } from "../mail/request-schema.ts";
import { type ShownField, shownFields } from "../mail/shown-fields.ts";
import type { Observe } from "../operators/relay-event.ts";
import type { FormsStatus } from "../requests/create-forms.ts";
import type { LimitsOf, Outbox, StoredSubmission, SubmissionFilter, Target } from "../store/outbox.ts";
import { ENTRY_KINDS } from "../store/outbox-entry.ts";
import type { Pause } from "../store/pause.ts";
import { createBlockOperations } from "./block-operations.ts";
import { type Action, backupProblem, unknown, whyNot } from "./operation-problems.ts";
import {
  backupSchema,
  bounceSchema,
  type DoctorParameters,
  doctorSchema,
  eraseSchema,
  filterSchema,
  flushSchema,
  idsSchema,
  oneSchema,
  parseParameters,
  redirectSchema,
  targetSchema,
} from "./parameters.ts";
import { CommandError, type Operations, type Problem } from "./protocol.ts";
import type { TakeBounce } from "./take-bounces.ts";

/** What a change did: how many mails, and why the others did not. */
export interface ChangeResult {
  readonly count: number;
  readonly problems: readonly Problem[];
}

/** What was made due, and what stays. */
export interface FlushResult {
  readonly count: number;
  /** Waits, and is due, or on its way. */
  readonly queued: number;
  readonly givenUp: number;
  readonly held: number;
  readonly pauses: readonly Pause[];
}

/** What a submission says, as people read it; empty once it was erased. */
export interface Shown {
  readonly shown: readonly ShownField[];
}

/** What submissions say beyond the fields of the contract: each name that occurs in them, with a label that it has. */
export interface AnswerColumns {
  readonly columns: readonly { readonly name: string; readonly label: string }[];
  /** The id of the newest of them; null where there are none. */
  readonly newest: string | null;
}

/** Who answers. */
export interface About {
  readonly version: string;
  /** "http://127.0.0.1:8787" */
  readonly url: string;
  readonly ready: boolean;
  /** Why mails are not stored or not delivered, one word; null where the relay itself has no problem. */
  readonly problem: StoreFailure | "delivery" | null;
  /** The definition of the forms in use. */
  readonly forms: FormsStatus;
}

export interface OperationParts {
  readonly outbox: Outbox;
  readonly observe: Observe;
  readonly now: () => number;
  /** Checks what the configuration names, and the relay itself. */
  readonly doctor: (parameters: DoctorParameters) => Promise<unknown>;
  /** The store that this relay uses, to compare a backup with. */
  readonly storeIdentity: () => Promise<unknown>;
  /** What the forms ask, at this time. */
  readonly forms: () => FormsDefinition;
  readonly words: () => MailWords;
  /** Has the workers send what is due, and look whether a server that was away is back. */
  readonly tryNow: () => void;
  /** What is not sent for a while. */
  readonly pauses: () => readonly Pause[];
  readonly takeBounce: TakeBounce;
  /** What a released mail spends. */
  readonly mailLimitsOf: LimitsOf;
  /** The next request is compared with the blocks as they are then. */
  readonly onBlocksChanged: () => void;
}

/** Read at once from the store; the list may be longer. */
const PAGE_SIZE = 200;

type Change = (target: Target) => Promise<number>;

export function createOperations({
  outbox,
  observe,
  now,
  doctor,
  storeIdentity,
  forms,
  words,
  tryNow,
  pauses,
  takeBounce,
  mailLimitsOf,
  onBlocksChanged,
}: OperationParts): Operations {
  const withShown = <Item extends StoredSubmission>(item: Item): Item & Shown => ({
    ...item,
    shown: item.submission === null ? [] : shownFields(item.submission, forms(), words()),
  });
  /** A misspelt name would look like a form without requests. */
  const assertForm = async (form: string | undefined): Promise<void> => {
    if (form === undefined || isKnownForm(forms(), form)) return;
    if ((await outbox.list({ form }, 1)).items.length > 0) return;
    throw new CommandError("USAGE", `There is no form "${form}".`, {
      hint: `one of ${knownForms(forms()).join(", ")}`,
    });
  };
  const change = async (action: Action, target: Target, run: Change): Promise<ChangeResult> => {
    if ("state" in target) await assertForm(target.form);
    const result = "ids" in target ? await changeEach(outbox, action, target.ids, run) : { count: await run(target) };
    if (result.count > 0) observe({ type: "changed", action, count: result.count });
    tryNow();
    return { problems: [], ...result };
  };
  async function* eachShown(filter: SubmissionFilter, limit = Number.POSITIVE_INFINITY, after?: string) {
    await assertForm(filter.form);
    for await (const item of eachSubmission(outbox, filter, limit, after)) yield withShown(item);
  }
  return {
    doctor: (parameters) => doctor(parseParameters(doctorSchema, parameters)),
    "store-identity": storeIdentity,
    list: (parameters) => {
      const { limit, after, ...filter } = parseParameters(filterSchema, parameters);
      return eachShown(filter, limit, after);
    },
    /** The same list, to be kept outside: that somebody took it is recorded. */
    export: (parameters, _signal, actor) => {
      const { limit, after, ...filter } = parseParameters(filterSchema, parameters);
      const found = eachShown(filter, limit, after);
      return recorded(found, (count) => outbox.record({ type: "exported", count }, now(), actor));
    },
    "answer-columns": async (parameters) => {
      const { limit: _, after, ...filter } = parseParameters(filterSchema, parameters);
      await assertForm(filter.form);
      return answerColumns(eachSubmission(outbox, filter, Number.POSITIVE_INFINITY, after), forms());
    },
    show: async (parameters) => {
      const { id } = parseParameters(oneSchema, parameters);
      const found = await outbox.find(id);
      if (found === null) throw unknown(id);
      return withShown(found);
    },
    retry: async (parameters, _signal, actor) => {
      const { target } = parseParameters(targetSchema, parameters);
      return change("retried", target, (one) => outbox.retry(one, now(), actor));
    },
    flush: async (parameters, _signal, actor) => {
      const { form, givenUp } = parseParameters(flushSchema, parameters);
      await assertForm(form);
      const paused = pauses();
      const count = await outbox.makeDueNow(
        { reasons: null, kinds: ENTRY_KINDS, route: null, ...(form && { form }) },
        now(),
      );
      const retried = givenUp ? await outbox.retry({ state: "dead", ...(form && { form }) }, now(), actor) : 0;
      await outbox.record({ type: "flushed", count: count + retried }, now(), actor);
      if (count + retried > 0) observe({ type: "changed", action: "retried", count: count + retried });
      tryNow();
      const { entries } = await outbox.stats(now());
      const countOf = (state: string) =>
        entries.filter((one) => one.state === state).reduce((sum, one) => sum + one.count, 0);
      const result = { queued: countOf("queued"), givenUp: countOf("dead"), held: countOf("held"), pauses: paused };
      return { count: count + retried, ...result } satisfies FlushResult;
    },
    pauses: async () => pauses(),
    resend: async (parameters, _signal, actor) => {
      const { ids } = parseParameters(idsSchema, parameters);
      return change("resent", { ids }, (one) => outbox.resend(one, now(), actor));
    },
    release: async (parameters, _signal, actor) => {
      const { target } = parseParameters(targetSchema, parameters);
      return change("released", target, (one) => outbox.release(one, now(), mailLimitsOf, actor));
    },
    redirect: async (parameters, _signal, actor) => {
      const { target, to } = parseParameters(redirectSchema, parameters);
      return change("redirected", target, (one) => outbox.redirect(one, to, now(), actor));
    },
    erase: async (parameters, _signal, actor) => {
      const receipt = await outbox.erase(parseParameters(eraseSchema, parameters).email, now(), actor);
      onBlocksChanged();
      observe({ type: "changed", action: "erased", count: receipt.submissions });
      return receipt;
    },
    receipts: async () => outbox.receipts(),
    // A mail that was piped in proves itself, or is nobody's.
    bounce: async (parameters) => ({
      outcome: await takeBounce(parseParameters(bounceSchema, parameters).report),
    }),
    backup: async (parameters) => {
      const { path } = parseParameters(backupSchema, parameters);
      const began = now();
      const { bytes } = await outbox.backup(path).catch((cause) => {
        throw backupProblem(path, cause);
      });
      observe({ type: "backed-up", bytes, ms: now() - began });
      return { path, bytes };
    },
    ...createBlockOperations({ outbox, observe, now, onBlocksChanged }),
  };
}

/** In the order of the forms; behind them, by name, what no form asks. */
async function answerColumns(
  submissions: AsyncIterable<StoredSubmission>,
  { forms }: FormsDefinition,
): Promise<AnswerColumns> {
  const labels = new Map<string, string>();
  let newest: string | null = null;
  for await (const { id, submission } of submissions) {
    newest ??= id;
    for (const { name, label } of submission?.answers ?? []) if (!labels.has(name)) labels.set(name, label);
  }
  const asked = Object.values(forms).flatMap(({ fields }) => fields);
  const known = new Map(asked.filter(({ name }) => labels.has(name)).map(({ name, label }) => [name, label]));
  const others = [...labels].filter(([name]) => !known.has(name)).sort(([a], [b]) => (a < b ? -1 : 1));
  return { columns: [...known, ...others].map(([name, label]) => ({ name, label })), newest };
}

async function* eachSubmission(
  outbox: Outbox,
  filter: SubmissionFilter,
  limit: number,
  from?: string,
): AsyncIterable<StoredSubmission> {
  let left = limit;
  let after: string | null = from ?? null;
  do {
    const { items, next } = await outbox.list(filter, Math.min(left, PAGE_SIZE), after);
    yield* items;
    left -= items.length;
    after = next;
  } while (after !== null && left > 0);
}

/** Recorded when the reader has it, or has seen enough. */
async function* recorded<Item>(items: AsyncIterable<Item>, record: (count: number) => Promise<void>) {
  let count = 0;
  try {
    for await (const item of items) {
      yield item;
      count += 1;
    }
  } finally {
    await record(count);
  }
}

/** One after the other, so that one that cannot be changed keeps no other from it. */
async function changeEach(outbox: Outbox, action: Action, ids: readonly string[], run: Change): Promise<ChangeResult> {
  let count = 0;
  const problems: Problem[] = [];
  for (const id of ids) {
    const changed = await run({ ids: [id] });
    count += changed;
    if (changed === 0) problems.push(await whyNot(outbox, action, id));
  }
  return { count, problems };
}
