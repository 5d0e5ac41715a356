import { expect } from "vitest";
import { TargetStoreError } from "../../../cli/publish/stores/store.ts";

/** Why a store refused, as "rights: index.html could not be written". No credential is part of it. */
export async function problemOf(run: Promise<unknown>): Promise<string> {
  const error = await run.then(
    () => undefined,
    (reason) => reason,
  );
  if (!(error instanceof TargetStoreError)) throw error ?? new Error("It was not refused.");
  expect(JSON.stringify([error.message, error.detail])).not.toMatch(/secret|Signature=|Credential=/);
  return `${error.problem}: ${error.detail}`;
}
