// What the errors of the SQLite library mean for us.

import { StoreError } from "../../../errors.ts";

/** "SQLITE_FULL", "ENOSPC"; "" where it has none. */
const codeOf = (error: unknown): string => String((error as { code?: unknown } | null)?.code ?? "");

/** An error of the store as a StoreError, any other as it is. */
export function asSqliteError(error: unknown): unknown {
  const code = codeOf(error);
  if (error instanceof StoreError || !code.startsWith("SQLITE_")) return error;
  if (code === "SQLITE_FULL") return new StoreError("full", "the disk is full", error);
  if (code.startsWith("SQLITE_BUSY") || code.startsWith("SQLITE_LOCKED"))
    return new StoreError("locked", "the store is locked by another program", error);
  // A write or sync that failed once must not be trusted when it seems to work the next time: the system may have dropped the pages.
  if (code.startsWith("SQLITE_IOERR")) return new StoreError("sync-failed", `the disk failed (${code})`, error);
  if (/^SQLITE_(?:CORRUPT|NOTADB)/.test(code)) return new StoreError("damaged", "the store's file is damaged", error);
  if (code.startsWith("SQLITE_READONLY") || code === "SQLITE_CANTOPEN")
    return new StoreError("unusable", `the store cannot be written (${code})`, error);
  return error;
}

/** As it is reported where the store cannot be opened. */
export function asOpenError(error: unknown, path: string): StoreError {
  const storeError = asSqliteError(error);
  if (storeError instanceof StoreError) {
    if (["newer", "foreign", "unusable", "emptied", "swapped", "moved"].includes(storeError.failure)) return storeError;
    const text =
      storeError.failure === "locked"
        ? "is in use: another relay runs on it"
        : `cannot be opened: ${storeError.message}`;
    return new StoreError(storeError.failure, `the store ${path} ${text}`, error);
  }
  const code = codeOf(error);
  return new StoreError(
    code === "ENOSPC" ? "full" : "unusable",
    `the store ${path} cannot be opened (${code || String(error)})`,
    error,
  );
}
