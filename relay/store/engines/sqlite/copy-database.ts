import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import AsyncDatabase from "libsql/promise";
import type { StoreDatabase } from "./connection.ts";
import { COPY_LOG_AT_TIMES, EMPTY_LOG, KEEP_LOG } from "./write-ahead-log.ts";

/**
 * Copies a store in use into a new file, without its connection: a thread reads the file, and what is written meanwhile stays in the log. Until it
 * resolves nobody else may empty the log. `between`: runs something between two commits.
 */
export async function copyDatabase(
  database: StoreDatabase,
  to: string,
  between: (work: () => Promise<void>) => Promise<void>,
): Promise<void> {
  await between(() => database.execApart(`${EMPTY_LOG}; ${KEEP_LOG}`));
  try {
    const reader = new AsyncDatabase(`${pathToFileURL(resolve(database.path)).href}?mode=ro&immutable=1`, {});
    try {
      await reader.exec(`VACUUM INTO '${to.replaceAll("'", "''")}'`);
    } finally {
      reader.close();
    }
  } finally {
    await between(() => database.execApart(COPY_LOG_AT_TIMES));
  }
}
