// What the operations of the store share: the database, the secret its hashes are keyed with, and who is told of damage.
import { createHmac, randomBytes } from "node:crypto";
import { createReferences, type References } from "../reference.ts";
import { createLimits, type Limits } from "./limits.ts";
import type { StoreDatabase } from "./open-database.ts";
import type { DamagedRowError } from "./rows.ts";

export interface Store {
  readonly db: StoreDatabase;
  readonly limits: Limits;
  /** The clock's time, for what happens by itself. */
  now(): number;
  /** A short keyed hash: what it was made of cannot be found by trying. */
  hash(...parts: readonly string[]): string;
  tellDamage(damage: DamagedRowError): void;
  readonly references: References;
}

export function createStore(
  db: StoreDatabase,
  now: () => number,
  tellDamage: (damage: DamagedRowError) => void,
): Store {
  const secret = readSecret(db);
  const hash = (...parts: readonly string[]) => {
    const hmac = createHmac("sha256", secret);
    for (const part of parts) hmac.update(`${part.length}:`).update(part);
    return hmac.digest("base64url").slice(0, 27);
  };
  return { db, now, hash, tellDamage, limits: createLimits(db, hash), references: createReferences(secret) };
}

function readSecret(db: StoreDatabase): Buffer {
  const found = db.get("SELECT value FROM meta WHERE name = 'secret'")?.value;
  if (typeof found === "string") return Buffer.from(found, "base64url");
  const secret = randomBytes(32);
  db.transaction(() => db.run("INSERT INTO meta VALUES ('secret', ?)", secret.toString("base64url")));
  return secret;
}
