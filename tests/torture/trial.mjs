// What trials share: how they say that a machine cannot run them, and what they hold against what was promised.
import { spawnSync } from "node:child_process";
import Database from "libsql";

export class CannotRun extends Error {}

/** How the process of a trial ends. */
export const EXIT = { held: 0, failed: 1, cannotRun: 3 };

export function assert(condition, message) {
  if (!condition) throw new Error(message);
}

/** Runs a tool; throws CannotRun where it is not there or may not. */
export function tool(command, ...args) {
  const { status, stdout, stderr, error } = spawnSync(command, args, { encoding: "utf8" });
  if (error?.code === "ENOENT") throw new CannotRun(`there is no ${command} on this machine`);
  if (status !== 0) throw new CannotRun(`${command} ${args.join(" ")}: ${stderr.trim() || `ended with ${status}`}`);
  return stdout;
}

export function needRoot(what) {
  if (process.getuid?.() !== 0) throw new CannotRun(`${what} needs root`);
}

/** References and messages of all submissions in a store that no relay runs on; throws where SQLite finds it damaged. */
export function readStore(path) {
  const database = new Database(path);
  try {
    const [check] = database.prepare("PRAGMA integrity_check").all();
    assert(check.integrity_check === "ok", `the store is damaged: ${check.integrity_check}`);
    const rows = database.prepare("SELECT reference, payload FROM submissions").all();
    const orphans = database
      .prepare("SELECT count(*) AS count FROM submissions WHERE id NOT IN (SELECT submission_id FROM entries)")
      .all();
    assert(orphans[0].count === 0, `${orphans[0].count} submissions have no mail`);
    return { references: new Set(rows.map((row) => row.reference)), payloads: rows.map((row) => row.payload) };
  } finally {
    database.close();
  }
}

/** How many of `acknowledged` a store does not hold. */
export const countLost = (acknowledged, { references }) =>
  [...acknowledged].filter((reference) => !references.has(reference)).length;
