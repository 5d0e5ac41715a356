// How operations speak to a database, whichever it is.

export type SqlValue = string | number | null;
export type StoreRow = Readonly<Record<string, unknown>>;
export type MaybePromise<Result> = Result | Promise<Result>;

/** A statement, or a part of one: `?` in its text for each of its values. */
export interface Sql {
  readonly text: string;
  readonly values: readonly unknown[];
}

const isSql = (part: unknown): part is Sql => typeof part === "object" && part !== null && "text" in part;

/** What is in braces is a value of the statement, or a part of its text where it is SQL itself. */
export function sql(texts: TemplateStringsArray, ...given: readonly unknown[]): Sql {
  const parts = given.map((part): Sql => (isSql(part) ? part : { text: "?", values: [part] }));
  const text = texts.map((each, index) => each + (parts[index]?.text ?? "")).join("");
  return { text, values: parts.flatMap(({ values }) => values) };
}

/** Words of our own as a part of a statement: names of tables and columns. */
export const raw = (text: string): Sql => ({ text, values: [] });

/** "?, ?, ?" for the values of a list; NULL for an empty one, which matches nothing. */
export const listOf = (values: readonly unknown[]): Sql => ({
  text: values.map(() => "?").join(", ") || "NULL",
  values,
});

export const joined = (parts: readonly Sql[], between: string): Sql => ({
  text: parts.map(({ text }) => text).join(between),
  values: parts.flatMap(({ values }) => values),
});

/** Statements of one transaction. */
export interface Statements {
  /** Answers how many rows changed. */
  run(statement: Sql): MaybePromise<number>;
  get(statement: Sql): MaybePromise<StoreRow | undefined>;
  all(statement: Sql): MaybePromise<StoreRow[]>;
}

/** What a statement calls `value`, a number; null where there is none. */
export async function numberOf(db: Statements, statement: Sql): Promise<number | null> {
  const { value = null } = (await db.get(statement)) ?? {};
  return value === null ? null : Number(value);
}

/** How many rows there are in it. */
export const countOf = async (db: Statements, from: Sql): Promise<number> =>
  Number(await numberOf(db, sql`SELECT count(*) AS value FROM ${from}`));
