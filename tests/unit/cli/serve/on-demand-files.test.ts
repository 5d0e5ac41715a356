import { expect, test } from "vitest";
import { createOnDemandFiles } from "../../../../cli/serve/on-demand-files.ts";

test("a file that two pages ask for at once is made once", async () => {
  const path = "a.avif";
  let made = 0;
  const make = async () => ({ path, bytes: 1, hash: `${++made}` });
  const files = createOnDemandFiles({
    idle: async () => {},
    inspectNext: async () => false,
    isInspected: () => true,
    onProblems: () => {},
    onComplete: () => {},
  });
  files.follow([{ path, key: "a", find: () => undefined, make }]);
  await Promise.all([files.file(path), files.file(path)]);
  expect(made).toBe(1);
  files.close();
});
