// What an error of PostgreSQL, or of the way to it, means for the store.
import { expect, test } from "vitest";
import { StoreError } from "../../../../relay/errors.ts";
import { asPostgresError, isBroken, isCollision } from "../../../../relay/store/engines/postgres/failures.ts";

const error = (code: string | undefined, message = "words") => Object.assign(new Error(message), { code });

test.each<[string, ReturnType<typeof error>, string, string]>([
  [
    "a certificate",
    error("CERT_HAS_EXPIRED"),
    "denied",
    "the database's certificate is not accepted, or it speaks no TLS (CERT_HAS_EXPIRED)",
  ],
  [
    "no TLS",
    error(undefined, "The server does not support SSL connections"),
    "denied",
    "the database's certificate is not accepted, or it speaks no TLS (The server does not support SSL connections)",
  ],
  ["a password", error("28P01"), "denied", "the database denies it (words)"],
  ["a right", error("42501"), "denied", "the database denies it (words)"],
  ["no database", error("3D000"), "unusable", "there is no such database (words)"],
  ["a standby", error("25006"), "unreachable", "the database takes no writes: it is a standby"],
  ["nobody there", error("ECONNREFUSED"), "unreachable", "the database does not answer (ECONNREFUSED)"],
  [
    "a broken line",
    error(undefined, "Connection terminated unexpectedly"),
    "unreachable",
    "the database does not answer (Connection terminated unexpectedly)",
  ],
  ["a pooler", error("08P01"), "unreachable", "the database, or a pooler in front of it, refuses this: words"],
  ["no connection left", error("53300"), "unreachable", "the database has no connection left (words)"],
  ["a shutdown", error("57P01"), "unreachable", "the database does not answer (57P01)"],
  ["a slow answer", error("57014"), "unreachable", "the database did not answer in time"],
  ["a lock", error("55P03"), "unreachable", "the database did not answer in time"],
  ["a collision", error("40001"), "unreachable", "the database is busy with transactions that collide"],
  ["a full disk", error("53100"), "full", "the database's disk is full"],
  ["no memory", error("53200"), "unreachable", "the database failed (53200)"],
  ["a system error", error("58030"), "unreachable", "the database failed (58030)"],
  ["damaged files", error("XX001"), "damaged", "the database found its files damaged (XX001)"],
  ["no tables", error("42P01"), "foreign", "the store's tables are not there (words)"],
])("%s is reported as such", (_, given, failure, message) => {
  expect(asPostgresError(given)).toMatchObject({ name: "StoreError", failure, message, cause: given });
});

test("what is none of these stays what it is", () => {
  const known = new StoreError("full", "x");
  for (const one of [known, error("23505"), error("99958"), error("999XX"), error(undefined), null])
    expect(asPostgresError(one)).toBe(one);
});

test("collisions and broken lines are known by their codes, or by the library's words", () => {
  expect([error("40001"), error("40P01"), error("40002"), null].map(isCollision)).toEqual([true, true, false, false]);
  const broken = ["EPIPE", "08006", "25P03", "53300"].map((code) => error(code));
  broken.push(error(undefined, "Query read timeout"));
  expect(broken.map(isBroken)).toEqual(Array(5).fill(true));
  expect([error("23505"), error("X08006"), null].map(isBroken)).toEqual([false, false, false]);
});
