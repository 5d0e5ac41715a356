// block, unblock, blocks and actions: senders whose requests are held, and who did what.

import { timeOf } from "../clock.ts";
import type { LoggedAction } from "../store/operations/actions.ts";
import type { Block } from "../store/operations/blocks.ts";
import { counted } from "../text/counted.ts";
import type { CommandLine } from "./command-line.ts";
import { type Flags, parseCount } from "./options.ts";
import { answer, tableOf, visible } from "./print.ts";

export function addBlockCommands(cli: CommandLine): void {
  cli
    .add("block", "hold what a sender sends from now on; the visitor sees no difference, and nothing is lost")
    .argument("<sender>", 'an email address, a domain, an IP address or range, or "words" in quotation marks')
    .action(async (sender: string, { json }: Flags) => {
      const block = await cli.ask("block", { sender });
      answer(json, { block }, `Blocked: ${nameOf(block)}.`);
    });
  cli
    .add("unblock", "lift a block; what was held meanwhile stays held until it is released")
    .argument("<sender>", "what was blocked, or the block's id")
    .action(async (sender: string, { json }: Flags) => {
      const block = await cli.ask("unblock", { sender });
      answer(json, { block }, `No longer blocked: ${nameOf(block)}.`);
    });
  cli
    .add("blocks", "list blocked senders, newest first")
    .option("--lifted", "with those that were lifted")
    .action(async ({ json, lifted }: Flags & { lifted?: boolean }) => {
      const all = await cli.ask("blocks", {});
      const blocks = all.filter(({ liftedAt }) => lifted === true || liftedAt === null);
      const table = tableOf([["SINCE", "KIND", "SENDER", "BY", "LIFTED"], ...blocks.map(blockCells)]);
      answer(json, { blocks }, blocks.length === 0 ? "No sender is blocked." : table);
    });
  cli
    .add("actions", "list what people did, newest first")
    .option("--limit <number>", "how many at most", parseCount, 50)
    .action(async ({ json, limit }: Flags & { limit: number }) => {
      const actions = await cli.ask("actions", { limit });
      const table = tableOf([["WHEN", "WHO", "WHAT", "WHICH"], ...actions.map(actionRow)]);
      answer(json, { actions }, actions.length === 0 ? "Nobody has done anything yet." : table);
    });
}

const nameOf = ({ kind, value }: Block) => `${kind} ${visible(value)}`;

const blockCells = ({ at, kind, value, actor, liftedAt, liftedBy }: Block): string[] => [
  timeOf(at),
  kind,
  visible(value),
  visible(actor ?? "the relay"),
  liftedAt === null ? "" : `${timeOf(liftedAt)} by ${visible(liftedBy ?? "the relay")}`,
];

const actionRow = ({ at, actor, type, reference, sender, count }: LoggedAction): string[] => [
  timeOf(at),
  visible(actor ?? "the relay"),
  type,
  subjectOf({ reference, sender, count }),
];

/** What it was done to. */
function subjectOf({ reference, sender, count }: Pick<LoggedAction, "reference" | "sender" | "count">): string {
  if (reference !== null) return reference;
  if (sender !== null) return `${sender.kind} ${visible(sender.value)}`;
  return count === null ? "" : counted(count, "request");
}
