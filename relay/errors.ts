// What can go wrong, by name: the codes of refused requests with their HTTP status, and the errors the parts throw.

/** Permanent once released: callers compare them. */
export const errorCodes = {
  validation_failed: 400,
  empty_body: 400,
  invalid_json: 400,
  bad_request: 400,
  key_not_allowed: 401,
  origin_not_allowed: 403,
  not_found: 404,
  method_not_allowed: 405,
  request_timeout: 408,
  payload_too_large: 413,
  unsupported_type: 415,
  idempotency_conflict: 422,
  rate_limited: 429,
  internal_error: 500,
  not_durable: 503,
} as const;
export type ErrorCode = keyof typeof errorCodes;

export interface FieldProblem {
  readonly field: string;
  readonly message: string;
}

/** A request that is answered with an error: all that the caller may know of it. */
export class RefusedError extends Error {
  override readonly name = "RefusedError";
  readonly code: ErrorCode;
  readonly details: string | null;
  readonly hint: string | null;
  readonly fields: readonly FieldProblem[];
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    code: ErrorCode,
    message: string,
    more: Partial<Pick<RefusedError, "details" | "hint" | "fields" | "headers">> & { readonly cause?: unknown } = {},
  ) {
    super(message, { cause: more.cause });
    this.code = code;
    this.details = more.details ?? null;
    this.hint = more.hint ?? null;
    this.fields = more.fields ?? [];
    this.headers = more.headers ?? {};
  }

  get status(): number {
    return errorCodes[this.code];
  }
}

/** What an operator can do about each reason for which the store cannot be used. */
export const storeHints = {
  locked: "stop the other relay first; a second one needs a RELAY_STORE_URL and a RELAY_SOCKET of its own",
  full: "make room on the disk",
  damaged:
    "where a relay runs on it, `eventsite-relay export --csv` and `list` show what can still be read; then stop it and put a backup in its place (relay/docs/backups.md)",
  newer: "start the newer version of the relay again",
  older:
    "start a relay of this release with it, or with a copy of a backup: it brings the store to this format (relay/docs/run.md)",
  foreign:
    "let RELAY_STORE_URL name another store: another file, another database, or a schema of its own (?schema=relay)",
  "sync-failed": "check the disk",
  closed: "start again",
  unusable: "check RELAY_STORE_URL, and that the user the relay runs as may write there",
  emptied:
    "bring the file back, or a backup of it; to begin with an empty store on purpose, delete the .id file beside it",
  unreachable:
    "check the database, its address in RELAY_STORE_URL and the way to it; a relay that runs goes on by itself when it answers",
  denied:
    "let the role in RELAY_STORE_URL own the database, or `GRANT ALL ON SCHEMA … TO …`; check its password, and sslmode and sslrootcert (relay/docs/postgresql.md)",
  unsafe:
    "set fsync = on, synchronous_commit = on and the encoding UTF8 on the server, for the database and for the role",
  moved: "let RELAY_STORE_URL name the store that it was moved to",
  swapped: "bring the right file back; to go on with this one on purpose, delete the .id file beside it",
} as const;

/** After "sync-failed" the relay must end: what the disk holds is no longer known. */
export type StoreFailure = keyof typeof storeHints;

export class StoreError extends Error {
  override readonly name = "StoreError";
  readonly failure: StoreFailure;

  constructor(failure: StoreFailure, message: string, cause?: unknown) {
    super(message, { cause });
    this.failure = failure;
  }
}

/** A page of the store's file is not what was written. */
export const isDamage = (error: unknown): error is StoreError =>
  error instanceof StoreError && error.failure === "damaged";

export interface ConfigProblem {
  readonly variable: string;
  readonly message: string;
  readonly hint: string;
}

/** Takes the problems of a configuration one by one. */
export type Report = (variable: string, message: string, hint: string) => void;

/** The configuration cannot be used; every problem at once. */
export class ConfigError extends Error {
  override readonly name = "ConfigError";
  readonly problems: readonly ConfigProblem[];

  constructor(problems: readonly ConfigProblem[]) {
    super(problems.map(({ variable, message, hint }) => `${variable}: ${message}\n  hint: ${hint}`).join("\n"));
    this.problems = problems;
  }
}
