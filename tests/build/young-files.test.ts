// A file that is younger than a tick of the disk's clock may be written again with the same times.
import { statSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, test, vi } from "vitest";
import { build } from "../../cli/index.ts";
import { withSite } from "../support/with-site.ts";

afterEach(() => {
  vi.useRealTimers();
});

test("a young file is built from again, until it has grown older", () =>
  withSite({}, async ({ root }) => {
    const { ctimeMs } = statSync(join(root, "content/site.yaml"));
    const builtAt = async (ageMs: number) => {
      vi.useFakeTimers({ toFake: ["Date"], now: ctimeMs + ageMs });
      return (await build({ root })).unchanged;
    };
    expect(await builtAt(10)).toBe(false);
    expect(await builtAt(20)).toBe(false);
    expect(await builtAt(10_000)).toBe(false);
    expect(await builtAt(20_000)).toBe(true);
  }));
