import { statSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, test, vi } from "vitest";
import { type BuildOptions, resolveConfig } from "../../../../cli/config/resolve-config.ts";
import { buildStamp, recordInputs } from "../../../../cli/emit/last-build.ts";
import { build } from "../../../../cli/index.ts";
import { withSite } from "../../../support/with-site.ts";

const stamp = (options: BuildOptions) => buildStamp(resolveConfig({ root: "/nowhere/site", ...options }));

describe("buildStamp", () => {
  test("changes with every option that shows in the output, or in what is told of it", () => {
    const options: BuildOptions[] = [
      {},
      { siteUrl: "https://a.example" },
      { relayUrl: "https://a.example" },
      { relayKey: "a" },
      { variants: { home: "a" } },
      { variants: { home: "b" } },
      { variants: { home: "a", contact: "a" } },
      { renderer: "preact" },
      { client: "react" },
      { release: true },
      { contentDir: "words" },
      { templatesDir: "/elsewhere" },
    ];
    const served = buildStamp(resolveConfig({ root: "/nowhere/site" }, "serve"));
    expect(new Set([...options.map(stamp), served]).size).toBe(options.length + 1);
  });

  test("stays with options that do not, and with the order in which variants are named", () => {
    expect(stamp({ outDir: "out", cache: false })).toBe(stamp({}));
    expect(stamp({ variants: { home: "a", contact: "b" } })).toBe(stamp({ variants: { contact: "b", home: "a" } }));
  });
});

describe("a file that is younger than a tick of the disk's clock", () => {
  afterEach(() => {
    vi.useRealTimers();
  });
  const at = (time: number) => vi.useFakeTimers({ toFake: ["Date"], now: time });

  test("is not believed to be unchanged: it may be written again with the same times", () =>
    withSite({}, ({ root }) => {
      const config = resolveConfig({ root });
      const file = join(root, "content/site.yaml");
      const { ctimeMs, size } = statSync(file);
      const recorded = (ageMs: number) => {
        at(ctimeMs + ageMs);
        return recordInputs(config, []).find(({ path }) => path === file);
      };
      expect(recorded(0)?.size).toBe(-1);
      expect(recorded(50)?.size).toBe(-1);
      expect(recorded(-60_000)?.size).toBe(-1);
      expect(recorded(1_000)?.size).toBe(size);
    }));

  test("is built from again, until it has grown older", () =>
    withSite({}, async ({ root }) => {
      const { ctimeMs } = statSync(join(root, "content/site.yaml"));
      const builtAt = async (ageMs: number) => {
        at(ctimeMs + ageMs);
        return (await build({ root })).unchanged;
      };
      expect(await builtAt(10)).toBe(false);
      expect(await builtAt(20)).toBe(false);
      expect(await builtAt(10_000)).toBe(false);
      expect(await builtAt(20_000)).toBe(true);
    }));
});
