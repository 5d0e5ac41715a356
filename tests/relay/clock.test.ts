import { expect, test } from "vitest";
import { sharedFor } from "../../relay/clock.ts";

test("work that is shared is done once at a time and once a second: who asks meanwhile or sooner gets the same answer", async () => {
  let now = 0;
  let begun = 0;
  let end = (_answer: string) => {};
  const ask = sharedFor(
    1000,
    () => now,
    () => {
      begun += 1;
      return new Promise<string>((resolve) => {
        end = resolve;
      });
    },
  );
  const first = ask();
  now = 5000;
  const meanwhile = ask();
  end("first");
  expect([await first, await meanwhile, begun]).toEqual(["first", "first", 1]);
  const second = ask();
  end("second");
  expect([await second, begun]).toEqual(["second", 2]);
  now = 5999;
  expect([await ask(), begun]).toEqual(["second", 2]);
  now = 6000;
  const third = ask();
  end("third");
  expect([await third, begun]).toEqual(["third", 3]);
});
