// How operations speak to a database, whichever it is.

export type Value = string | number | null;
export type Row = Readonly<Record<string, unknown>>;
export type MaybePromise<Result> = Result | Promise<Result>;

/** Statements of one transaction. `?` is a placeholder for a value. */
export interface Statements {
  /** Answers how many rows changed. */
  run(sql: string, ...values: Value[]): MaybePromise<number>;
  get(sql: string, ...values: Value[]): MaybePromise<Row | undefined>;
  all(sql: string, ...values: Value[]): MaybePromise<Row[]>;
}
