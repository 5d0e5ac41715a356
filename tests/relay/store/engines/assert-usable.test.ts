// Which stores a relay of this release may use, and what it says of the others.
import { expect, test } from "vitest";
import { assertMigratable, assertUsable } from "../../../../relay/store/engines/assert-usable.ts";
import { OLDEST_FORMAT } from "../../../../relay/store/rows/migrations.ts";
import { FORMAT } from "../../../../relay/store/rows/tables.ts";

const NAME = "the store /data/relay.db";
const marksOf = (more: Readonly<Record<string, string | number>>) =>
  new Map(Object.entries({ format: FORMAT, secret: "s", ...more }).map(([name, value]) => [name, String(value)]));

const refusals: [marks: ReadonlyMap<string, string>, failure: string, why: string][] = [
  [marksOf({ format: 99 }), "newer", `was written by a later version of the relay (99; this one knows ${FORMAT})`],
  [marksOf({ format: 99, "runs-with": FORMAT + 1 }), "newer", "was written by a later version"],
  [marksOf({ format: OLDEST_FORMAT - 1 }), "foreign", "was not made by a released version of the relay"],
  [new Map([["format", String(FORMAT)]]), "foreign", "lacks the secret that its hashes depend on"],
  [marksOf({ moved: "postgres://db/relay" }), "moved", "was moved to postgres://db/relay, and is no longer used"],
];

test.each(refusals)("one with the marks %o is refused", (marks, failure, why) => {
  const refusal = expect.objectContaining({ failure, message: expect.stringContaining(`${NAME} ${why}`) });
  expect(() => assertUsable(NAME, marks)).toThrow(refusal);
  expect(() => assertMigratable(NAME, marks)).toThrow(refusal);
});

test("one of this release is used, and one that a later release left usable", () => {
  expect(() => assertUsable(NAME, marksOf({}))).not.toThrow();
  expect(() => assertUsable(NAME, marksOf({ format: FORMAT + 1, "runs-with": FORMAT }))).not.toThrow();
});

test("one of an earlier release is used once it is migrated", () => {
  const marks = marksOf({ format: OLDEST_FORMAT });
  expect(() => assertMigratable(NAME, marks)).not.toThrow();
  expect(() => assertUsable(NAME, marks)).toThrow(
    `was written by an earlier release of the relay (${OLDEST_FORMAT}; this one writes ${FORMAT})`,
  );
});
