// A store as the first release wrote it (0.1.0, format 1), with rows in every state. Its clock showed RELEASED_AT at the end; one mail was
// being sent when the copy was made.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { projectDir } from "../../support/with-site.ts";

export const RELEASED_AT = Date.UTC(2025, 10, 11, 9, 12, 7);

export function writeReleasedStore(path: string): string {
  const file = readFileSync(join(projectDir, "tests/fixtures/stores/0.1.0.db.gz"));
  writeFileSync(path, gunzipSync(file), { mode: 0o600 });
  return path;
}
