export const HOW_TO_INSTALL: string;

/** The folder of PostgreSQL's programs on this machine; POSTGRES_BIN wins, and is an error where it leads to none. */
export function findPostgres(environment?: Readonly<Record<string, string | undefined>>): string | undefined;
/** As `findPostgres`, and fetches the programs where there are none. */
export function preparePostgres(): string | undefined;

export function freePort(): Promise<number>;

export interface PostgresServer {
  readonly host: string;
  readonly port: number;
  /** The folder of its local socket. */
  readonly folder: string;
  pid(): number | undefined;
  /** `parameters`: such as "schema=a". */
  url(parameters?: string, database?: string, role?: string): string;
  start(): Promise<void>;
  /** "SIGKILL" as a machine that fails, "SIGINT" as a restart. */
  end(signal: NodeJS.Signals): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Starts one; `settings`: such as `{ fsync: "off" }`; `files`: text by name, for its own eyes, one folder above its data; `folder`: in
 * which its own lies, and which all may enter; `log`: where its write-ahead log is to lie, in place of its own folder. Rejects with what it said where it does not start.
 */
export function startPostgres(options?: {
  readonly settings?: Readonly<Record<string, string | number>>;
  readonly files?: Readonly<Record<string, string>>;
  readonly folder?: string;
  readonly log?: string;
}): Promise<PostgresServer>;
