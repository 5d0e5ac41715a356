// The libraries that templates are written with, and are compiled with.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, test, vi } from "vitest";
import { loadTemplates, requireTemplates } from "../../cli/bundle/load-templates.ts";
import { resolveConfig } from "../../cli/config/resolve-config.ts";
import { check } from "../../cli/index.ts";
import { exampleDir, type TestSite, withSite } from "../support/site/with-site.ts";

afterEach(() => void vi.unstubAllEnvs());

const withExample = (use: (site: TestSite, model: string) => Promise<void>) =>
  withSite({}, (site) => use(site, readFileSync(join(exampleDir, "templates/model/site.ts"), "utf8")), exampleDir);

test("a name that a library does not export is reported where it is imported", () =>
  withExample(async ({ root, write }, model) => {
    write({ "templates/model/site.ts": `import { strng } from "zod";\n${model}\nexport const odd = strng();\n` });
    const { diagnostics } = await check({ root });
    expect(diagnostics).toMatchObject([
      {
        code: "BUNDLE_FAILED",
        message: expect.stringContaining('"strng"'),
        file: "templates/model/site.ts",
        line: 1,
        column: 10,
      },
    ]);
  }));

test("all forms of a library are one: zod/mini and zod/v4 know the schemas of zod", () =>
  withExample(async ({ root, write }, model) => {
    write({
      "templates/model/site.ts": `import * as mini from "zod/mini";\nimport zod from "zod/v4";\nimport { $ZodType } from "zod/v4/core";
${model}
for (const { core } of [mini, zod, z]) if (core.$ZodType !== $ZodType) throw new Error("There are two copies of zod.");\n`,
    });
    expect((await check({ root })).diagnostics).toEqual([]);
  }));

test("React and zod are loaded from the program, React as in production, and templates once", () =>
  withExample(async ({ root, write }, model) => {
    const counter = "__templatesLoaded";
    const state = globalThis as { [counter]?: number };
    state[counter] = 0;
    write({
      "templates/model/site.ts": `import * as React from "react";\n${model}
if ("act" in React) throw new Error("This React is for development.");
globalThis.${counter}++;\n`,
    });
    vi.stubEnv("NODE_ENV", "development");
    const { programFile } = await loadTemplates(resolveConfig({ root, cache: false }));
    expect(state[counter]).toBe(1);
    requireTemplates(programFile);
    expect(state[counter]).toBe(1);
    expect(process.env.NODE_ENV).toBe("development");
    expect(readFileSync(programFile, "utf8")).not.toMatch(/facebook\/react|"ZodString"/);
  }));
