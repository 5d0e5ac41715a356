import { readConfig } from "../config/config.ts";
import { type StoreTarget, storeTarget } from "../config/targets.ts";
import { StoreError } from "../errors.ts";
import { CommandError } from "../service/protocol.ts";
import { type MoveReport, move } from "../store/move.ts";
import type { CommandLine } from "./command-line.ts";
import type { Flags } from "./options.ts";
import { answer, storeProblem } from "./print.ts";

export function addMoveCommand(cli: CommandLine): void {
  cli
    .add("move", "carry all rows over into another, empty store, and leave this one; while no relay uses it")
    .requiredOption("--to <address>", "the new store, as RELAY_STORE_URL names one")
    .action(async ({ to, json }: Flags & { to: string }) => {
      const report = await move(readConfig(cli.env).store, storeAt(to)).catch((error) => {
        throw error instanceof StoreError ? storeProblem(error, "STORE_FAILED", error.message) : error;
      });
      answer(json, report, moveText(report));
    });
}

/** Rejects with USAGE. */
export function storeAt(address: string): StoreTarget {
  const { data, error } = storeTarget.safeParse(address, { error: () => "cannot be used" });
  if (data !== undefined) return data;
  const problems = [...new Set(error.issues.map(({ message }) => message))];
  throw new CommandError("USAGE", `The address of the store ${problems.join(", and ")}.`, {
    hint: "sqlite:PATH or postgres://user:password@host/database, as in RELAY_STORE_URL",
  });
}

function moveText({ to, rows }: MoveReport): string {
  const count = Object.values(rows).reduce((sum, each) => sum + each, 0);
  return [
    `${count} rows, compared one by one, are in ${to}: ${rows.submissions ?? 0} submissions, ${rows.entries ?? 0} mails.`,
    "Set RELAY_STORE_URL to the new store and start the relay.",
  ].join("\n");
}
