// A store in a file that an earlier release wrote: copied beside itself, then brought to this release's format.

import { existsSync } from "node:fs";
import { chmod, rm } from "node:fs/promises";
import { resolve } from "node:path";
import { moveTo, sync } from "../../../durable-files.ts";
import { type Migrated, migrate } from "../../rows/migrations.ts";
import { type MaybePromise, raw, type Statements } from "../../rows/sql.ts";
import { FORMAT } from "../../rows/tables.ts";

interface OlderFile extends Statements {
  readonly path: string;
  execApart(text: string): Promise<void>;
  transaction<Result>(work: () => MaybePromise<Result>): Promise<Result>;
}

/** Rejects with StoreError where the copy or a change fails: the store is as it was. */
export async function migrateFile(database: OlderFile, from: number): Promise<Migrated> {
  const backup = freeName(`${database.path}.format-${from}`);
  await copyFile(database, backup);
  await database.transaction(async () => {
    await migrate(database, from, "sqlite");
    await database.run(raw(`PRAGMA user_version = ${FORMAT}`));
  });
  return { from, to: FORMAT, backup };
}

/** A copy of an earlier try is kept: it may hold what this one does not. */
function freeName(path: string): string {
  if (!existsSync(path)) return path;
  let number = 2;
  while (existsSync(`${path}-${number}`)) number += 1;
  return `${path}-${number}`;
}

/** Writes the copy: complete and on the disk, or not there under its name. */
async function copyFile(database: OlderFile, path: string): Promise<void> {
  const partPath = resolve(`${path}.part`);
  await rm(partPath, { force: true });
  await database.execApart(`VACUUM INTO '${partPath.replaceAll("'", "''")}'`);
  await chmod(partPath, 0o600);
  await sync(partPath);
  await moveTo(resolve(path), partPath);
}
