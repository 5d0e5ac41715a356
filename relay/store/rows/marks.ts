// The store's own marks, and the texts that the relay keeps among them, such as the last good copy of the site's document.
import { type Statements, sql } from "./sql.ts";
import type { Store } from "./store.ts";

export const setMark = (db: Statements, name: string, value: string) =>
  db.run(
    sql`INSERT INTO meta (name, value) VALUES (${name}, ${value}) ON CONFLICT (name) DO UPDATE SET value = excluded.value`,
  );

/** What its hashes depend on. */
export const readSecret = async (db: Statements): Promise<string> =>
  String((await db.get(sql`SELECT value FROM meta WHERE name = 'secret'`))?.value);

export type SettingName = "forms";

export const getSetting = async ({ db }: Store, name: SettingName): Promise<string | null> => {
  const value = (await db.get(sql`SELECT value FROM meta WHERE name = ${`kept:${name}`}`))?.value;
  return typeof value === "string" ? value : null;
};

export async function setSetting({ db }: Store, name: SettingName, text: string): Promise<void> {
  await setMark(db, `kept:${name}`, text);
}
