// What an error of PostgreSQL, or of the way to it, means for the store.
import { StoreError } from "../../../errors.ts";

interface DatabaseError {
  readonly code?: string;
  readonly message?: string;
}

/** Errors of the connection: there is no answer, or it broke. */
const BROKEN_LINE = /^(?:ECONN|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|EHOSTDOWN|ENOENT)/;
/** The library's own words where it gives no code. */
const BROKEN_WORDS =
  /Connection terminated|connection error|not queryable|timeout exceeded|timeout expired|Query read timeout/i;
/** Connection exceptions, shutdown, starting up, too many connections, ended by an administrator or for idling in a transaction. */
const AWAY = /^(?:08|57P|53300|25P03)/;
const TLS_FAULT = /^(?:CERT|ERR_TLS|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO|EPROTO)|does not support SSL/;

const codeOf = (error: unknown): string => String((error as DatabaseError | null)?.code ?? "");
const wordsOf = (error: unknown): string => String((error as DatabaseError | null)?.message ?? "");

/** Two transactions collided; when they are begun again, one of them succeeds. */
export const isCollision = (error: unknown): boolean => /^(?:40001|40P01)$/.test(codeOf(error));

/** A unique value is there already. */
export const isTaken = (error: unknown): boolean => codeOf(error) === "23505";

/** The connection is lost and with it the transaction, or only the confirmation of its commit. */
export const isBroken = (error: unknown): boolean =>
  BROKEN_LINE.test(codeOf(error)) || AWAY.test(codeOf(error)) || BROKEN_WORDS.test(wordsOf(error));

/** An error of the store as a StoreError, any other as it is. */
export function asPostgresError(error: unknown): unknown {
  if (error instanceof StoreError) return error;
  const code = codeOf(error);
  const message = wordsOf(error);
  const failed = (failure: ConstructorParameters<typeof StoreError>[0], message: string) =>
    new StoreError(failure, message, error);
  if (TLS_FAULT.test(code) || TLS_FAULT.test(message) || /certificate|altnames/i.test(message))
    return failed("denied", `the database's certificate is not accepted, or it speaks no TLS (${code || message})`);
  if (/^28|^42501$/.test(code) || /password must be a string/.test(message))
    return failed("denied", `the database denies it (${message})`);
  if (code === "3D000") return failed("unusable", `there is no such database (${message})`);
  if (code === "25006") return failed("unreachable", "the database takes no writes: it is a standby");
  if (code === "53300") return failed("unreachable", `the database has no connection left (${message})`);
  if (code === "08P01")
    return failed("unreachable", `the database, or a pooler in front of it, refuses this: ${message}`);
  if (isBroken(error)) return failed("unreachable", `the database does not answer (${code || message})`);
  if (/^(?:57014|55P03)$/.test(code)) return failed("unreachable", "the database did not answer in time");
  if (isCollision(error)) return failed("unreachable", "the database is busy with transactions that collide");
  if (code === "53100") return failed("full", "the database's disk is full");
  if (code.startsWith("53") || code.startsWith("58")) return failed("unreachable", `the database failed (${code})`);
  if (code.startsWith("XX")) return failed("damaged", `the database found its files damaged (${code})`);
  if (/^(?:3F000|42P01|42703|42883)$/.test(code))
    return failed("foreign", `the store's tables are not there (${message})`);
  return error;
}
