// What tests of a way out share: servers that are closed after each test, and the facts of a failure.
import { afterEach, expect } from "vitest";
import { type Failure, SendFailure } from "../../../relay/delivery/transports/send-failure.ts";

const closing: (() => Promise<void>)[] = [];

export function closeLater<Closable extends { close(): Promise<void> }>(each: Closable): Closable {
  closing.push(() => each.close());
  return each;
}

/** The file that calls it has what it opened closed after each test. */
export const closeAfterEach = () =>
  afterEach(async () => {
    for (const close of closing.splice(0).reverse()) await close();
  });

export async function failureOf(sending: Promise<unknown>): Promise<Failure> {
  const error: unknown = await sending.then(
    () => null,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(SendFailure);
  return (error as SendFailure).failure;
}
