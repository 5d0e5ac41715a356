// Whether a relay of this release can use a store, by the marks in it.

import { StoreError, type StoreFailure } from "../../errors.ts";
import { OLDEST_FORMAT } from "../rows/migrations.ts";
import { FORMAT } from "../rows/tables.ts";

/** By their names in `meta`; a file also has its format. */
export type Marks = ReadonlyMap<string, string>;

/** `name`: as in "the store /data/relay.db". Throws StoreError "newer", "older", "foreign" or "moved". */
export function assertUsable(name: string, marks: Marks): void {
  assertMigratable(name, marks);
  const format = formatOf(marks);
  if (format < FORMAT)
    throw new StoreError(
      "older",
      `${name} was written by an earlier release of the relay (${format}; this one writes ${FORMAT})`,
    );
}

export const formatOf = (marks: Marks): number => Number(marks.get("format") ?? 0);

/** One of an earlier release is usable once it is migrated. Throws StoreError "newer", "foreign" or "moved". */
export function assertMigratable(name: string, marks: Marks): void {
  const format = formatOf(marks);
  const refuse = (failure: StoreFailure, why: string): never => {
    throw new StoreError(failure, `${name} ${why}`);
  };
  // A later release says from which format on relays can use what it has added to.
  if (Number(marks.get("runs-with") ?? format) > FORMAT)
    refuse("newer", `was written by a later version of the relay (${format}; this one knows ${FORMAT})`);
  if (format < OLDEST_FORMAT) refuse("foreign", "was not made by a released version of the relay");
  if (!marks.has("secret")) refuse("foreign", "lacks the secret that its hashes depend on");
  if (marks.has("moved")) refuse("moved", `was moved to ${marks.get("moved")}, and is no longer used`);
}
