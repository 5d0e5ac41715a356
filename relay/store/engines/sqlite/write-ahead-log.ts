// How the log of SQLite gets into the database's file.

/** By itself, when it has so many pages. */
export const COPY_LOG_AT_TIMES = "PRAGMA wal_autocheckpoint = 2000";
/** Not by itself. */
export const KEEP_LOG = "PRAGMA wal_autocheckpoint = 0";
/** Empties the log: its pages are in the file. */
export const EMPTY_LOG = "PRAGMA wal_checkpoint(TRUNCATE)";
