import type { Command } from "commander";
import { readConfig } from "../config/config.ts";
import { readStore } from "../config/values.ts";
import { StoreError, storeHints } from "../errors.ts";
import { CommandError } from "../service/protocol.ts";
import { type MoveReport, move } from "../store/create-outbox.ts";
import type { CommandContext } from "./command-context.ts";
import { jsonOption } from "./options.ts";
import { printDocument, say } from "./report.ts";

export function addMoveCommand(program: Command, context: CommandContext): void {
  program
    .command("move")
    .description("carry all rows over into another, empty store, and leave this one; while no relay uses it")
    .requiredOption("--to <address>", "the new store, as RELAY_STORE_URL names one")
    .addOption(jsonOption())
    .action(async ({ to, json }: { to: string; json?: boolean }) => {
      const target = readStore(to);
      if (target === null)
        throw new CommandError("USAGE", "The address of the new store cannot be used.", {
          hint: "sqlite:PATH or postgres://user:password@host/database, as in RELAY_STORE_URL",
        });
      const report = await move(readConfig(context.env).store, target).catch((error) => {
        throw storeProblem(error);
      });
      if (json) printDocument(true, report);
      else say(textOf(report));
    });
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
    "Set RELAY_STORE_URL to the new store and start the relay.",
  ].join("\n");
}
