import { resolve } from "node:path";
import type { Command } from "commander";
import { systemClock } from "../clock.ts";
import { readConfig } from "../config/config.ts";
import { readStore, type StoreTarget } from "../config/values.ts";
import { CommandError } from "../control/protocol.ts";
import { StoreError, storeHints } from "../errors.ts";
import { callOffMove, createOutbox, finishMove, storeName } from "../outbox/create-outbox.ts";
import type { MoveReport } from "../outbox/outbox.ts";
import type { CommandContext } from "./command-context.ts";
import { jsonOption } from "./options.ts";
import { relayClient } from "./relay-client.ts";
import { printDocument, say } from "./report.ts";

export function addMoveCommand(program: Command, context: CommandContext): void {
  program
    .command("move")
    .description(
      "carry all rows over into another, empty store, and leave this one; the relay then takes no more requests",
    )
    .requiredOption("--to <address>", "the new store, as RELAY_STORE_URL names one")
    .addOption(jsonOption())
    .action(async ({ to, json }: { to: string; json?: boolean }) => {
      const target = readStore(to);
      if (target === null)
        throw new CommandError("USAGE", "The address of the new store cannot be used.", {
          hint: "sqlite:PATH or postgres://user:password@host/database, as in RELAY_STORE_URL",
        });
      const report = await moved(context, to, target);
      if (json) printDocument(true, report);
      else say(textOf(report));
    });
}

/** The running relay moves its own store; without one, the command does. */
async function moved(context: CommandContext, to: string, target: StoreTarget): Promise<MoveReport> {
  const address = target.type === "sqlite" ? `sqlite:${resolve(target.path)}` : to;
  try {
    return (await relayClient(context).request("move", { to: address })) as MoveReport;
  } catch (error) {
    if (!(error instanceof CommandError) || error.problem.code !== "RELAY_NOT_RUNNING") throw error;
  }
  const { store } = readConfig(context.env);
  const outbox = createOutbox(store, { clock: systemClock });
  try {
    await outbox.open().catch(async (error) => {
      if (!(error instanceof StoreError) || error.failure !== "moving" || store.type !== "postgres") throw error;
      await callOffMove(store);
      await outbox.open();
    });
    return await outbox.move(target);
  } catch (error) {
    // It broke off behind the last row.
    if (error instanceof StoreError && error.failure === "moved" && (await finishMove(target)))
      return { to: storeName(target), rows: {} };
    throw storeProblem(error);
  } finally {
    await outbox.close();
  }
}

function storeProblem(error: unknown): unknown {
  if (!(error instanceof StoreError)) return error;
  return new CommandError("STORE_FAILED", `${error.message.charAt(0).toUpperCase()}${error.message.slice(1)}.`, {
    hint: storeHints[error.failure],
    cause: error,
  });
}

function textOf({ to, rows }: MoveReport): string {
  const count = Object.values(rows).reduce((sum, each) => sum + each, 0);
  return [
    `${count} rows, compared one by one, are in ${to}: ${rows.submissions ?? 0} submissions, ${rows.entries ?? 0} mails.`,
    "Set RELAY_STORE_URL to the new store and start the relay again; until then it answers 503.",
  ].join("\n");
}
