// Texts that the relay keeps for itself beside the submissions, such as the last good copy of the forms' definition.
import type { Statements } from "./statements.ts";
import type { Store } from "./store.ts";

/** What a store may keep so; a move carries all of it. */
export const KEPT_NAMES = ["forms"] as const;
export type KeptName = (typeof KEPT_NAMES)[number];

export const readKept = async (db: Statements, name: KeptName): Promise<string | null> => {
  const value = (await db.get("SELECT value FROM meta WHERE name = ?", `kept:${name}`))?.value;
  return typeof value === "string" ? value : null;
};

export async function writeKept(db: Statements, name: KeptName, text: string): Promise<void> {
  await db.run(
    "INSERT INTO meta (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value",
    `kept:${name}`,
    text,
  );
}

export const kept = ({ db }: Store, name: KeptName) => readKept(db, name);
export const keep = ({ db }: Store, name: KeptName, text: string) => writeKept(db, name, text);
