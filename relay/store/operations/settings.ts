// Texts that the relay keeps for itself beside the submissions, such as the last good copy of the forms' definition.
import type { Statements } from "./statements.ts";
import type { Store } from "./store.ts";

/** What a store may keep so; a move carries all of it. */
export const SETTING_NAMES = ["forms"] as const;
export type SettingName = (typeof SETTING_NAMES)[number];

export const readSetting = async (db: Statements, name: SettingName): Promise<string | null> => {
  const value = (await db.get("SELECT value FROM meta WHERE name = ?", `kept:${name}`))?.value;
  return typeof value === "string" ? value : null;
};

export async function writeSetting(db: Statements, name: SettingName, text: string): Promise<void> {
  await db.run(
    "INSERT INTO meta (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value",
    `kept:${name}`,
    text,
  );
}

export const getSetting = ({ db }: Store, name: SettingName) => readSetting(db, name);
export const setSetting = ({ db }: Store, name: SettingName, text: string) => writeSetting(db, name, text);
