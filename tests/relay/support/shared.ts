// One thing for all tests of a file, made by a function that ends it when its callback does.
import { afterAll, beforeAll } from "vitest";

/** Gives it to each test, from the first to the last of the file. */
export function shared<Made>(
  withIt: (use: (made: Made) => Promise<void>) => Promise<void>,
): <Result>(use: (made: Made) => Result) => Result {
  let given: Made;
  let end = () => {};
  let ended: Promise<void>;
  beforeAll(
    () =>
      new Promise<void>((begun, failed) => {
        ended = withIt((made) => {
          given = made;
          begun();
          return new Promise<void>((resolve) => {
            end = resolve;
          });
        });
        ended.catch(failed);
      }),
  );
  afterAll(() => {
    end();
    return ended;
  });
  return (use) => use(given);
}
