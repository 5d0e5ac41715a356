// backup, verify-backup and move: copies of the store.

import { resolve } from "node:path";
import { timeOf } from "../clock.ts";
import { readConfig } from "../config/config.ts";
import { StoreError } from "../errors.ts";
import type { CommandProblem } from "../service/protocol.ts";
import { storeName } from "../store/create-outbox.ts";
import { countIn } from "../store/operations/figures.ts";
import { identityOfStore, type VerifiedBackup, verifyBackup } from "../store/verify-backup.ts";
import type { CommandLine } from "./command-line.ts";
import { storeAt } from "./move.ts";
import { type Flags, parseTime } from "./options.ts";
import { answer, storeProblem } from "./print.ts";

export function addBackupCommand(cli: CommandLine): void {
  cli
    .add("backup", "write a consistent copy of the store while the relay runs; it can be put in the store's place")
    .argument("<file>", "the file to write; it must not be there yet")
    .action(async (file: string, { json }: Flags) => {
      const backup = await cli.ask("backup", { path: resolve(file) });
      answer(json, backup, `${backup.bytes} bytes in ${backup.path}`);
    });
}

export function addVerifyBackupCommand(cli: CommandLine): void {
  cli
    .add(
      "verify-backup",
      "verify a backup: open it read-only, check every page and row, count, and compare it with the store",
    )
    .argument("<file>", "the backup, or postgres://… where one was restored")
    .option("--newer-than <time>", "fail where it was made before: 26h, 7d, 2026-03-14", parseTime)
    .action(async (name: string, { newerThan, json }: Flags & { newerThan?: number }) => {
      const isDatabase = /^postgres(?:ql)?:/.test(name);
      const target = storeAt(isDatabase ? name : `sqlite:${resolve(name.replace(/^sqlite:/, ""))}`);
      const store = await storeToCompare(cli);
      const contents = await verifyBackup(target, store).catch((error) => {
        const hint = isDatabase ? undefined : NEW_BACKUP;
        throw error instanceof StoreError ? storeProblem(error, "BACKUP_UNUSABLE", error.message, hint) : error;
      });
      const problems = problemsOf(contents, newerThan, store);
      const text = backupText(storeName(target), contents, store, problems.length === 0).join("\n");
      answer(json, { backup: contents, store: { name: store.name, isOf: store.isOf } }, text, problems);
    });
}

/** The store of the running relay; where none runs, the one that this command's environment names. */
async function storeToCompare(cli: CommandLine) {
  let isOf: "running relay" | "environment" = "running relay";
  const identity = await cli.askIfRunning("store-identity", {}, () => {
    isOf = "environment";
    return identityOfStore(readConfig(cli.env).store);
  });
  return { ...identity, isOf };
}

type StoreToCompare = Awaited<ReturnType<typeof storeToCompare>>;

const nameOf = ({ isOf, name }: StoreToCompare): string =>
  isOf === "running relay" ? `the running relay's store, ${name}` : `the store ${name}, which RELAY_STORE_URL names`;

const NEW_BACKUP = "name a file that `eventsite-relay backup` wrote, or make a new one, and verify it where it is kept";

function problemsOf(contents: VerifiedBackup, newerThan: number | undefined, store: StoreToCompare): CommandProblem[] {
  const madeAt = contents.madeAt ?? contents.newestAt;
  const age = madeAt === null ? "It does not say when it was made." : `It was made at ${timeOf(madeAt)}.`;
  const problem = (message: string, hint: string): CommandProblem => ({ code: "BACKUP_UNUSABLE", message, hint });
  return [
    ...contents.problems.map((text) => problem(`${text}.`, NEW_BACKUP)),
    ...(contents.isOurs === false
      ? [problem(`It is of another store than ${nameOf(store)}.`, "look for the right file")]
      : []),
    ...(newerThan !== undefined && (madeAt === null || madeAt < newerThan)
      ? [problem(age, "see why no newer backup was made")]
      : []),
  ];
}

function origin(isOurs: boolean | null, store: StoreToCompare): string {
  if (isOurs === null) return `a store that is not here to compare with (looked for ${nameOf(store)})`;
  return isOurs ? nameOf(store) : `ANOTHER store than ${nameOf(store)}`;
}

function backupText(name: string, contents: VerifiedBackup, store: StoreToCompare, isGood: boolean): string[] {
  const { submissions, erased, entries, setAside, format, bytes, madeAt, newestAt, isOurs } = contents;
  const named = [...new Set(entries.map(({ state }) => state))];
  const states = named.map((state) => `${countIn(entries, state)} ${state}`);
  return [
    `${name} is ${isGood ? "a good backup" : "NOT a good backup"}.`,
    `  of        ${origin(isOurs, store)}`,
    `  made      ${madeAt === null ? "at an unknown time" : timeOf(madeAt)}`,
    `  newest    ${newestAt === null ? "nothing happened in it yet" : timeOf(newestAt)}`,
    `  format    ${format}${bytes === null ? "" : `, ${bytes} bytes`}`,
    `  requests  ${submissions}, of which ${erased} erased`,
    `  mails     ${states.join(", ") || "none"}`,
    ...(setAside === 0 ? [] : [`  damaged   ${setAside} rows that the relay had set aside itself`]),
  ];
}
