// The libraries that templates are written with, and are compiled with.
import { cpSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, test, vi } from "vitest";
import { loadTemplates, requireTemplates } from "../../cli/bundle/load-templates.ts";
import { resolveConfig } from "../../cli/config/resolve-config.ts";
import { check } from "../../cli/index.ts";
import { exampleDir, projectDir, type TestSite, withSite } from "../support/site/with-site.ts";

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
        message: 'No matching export in "zod" for import "strng"',
        file: "templates/model/site.ts",
        line: 1,
        column: 10,
      },
    ]);
  }));

test("and one that the kit does not export, by the name of the kit, which no other folder of that name has", () =>
  withExample(async ({ root, write }, model) => {
    write({
      "templates/components/kit/index.ts": "export const one = 1;\n",
      "templates/model/site.ts": `import { two } from "../components/kit/index.ts";\n${model}\nexport const odd = two;\n`,
    });
    expect((await check({ root })).diagnostics).toMatchObject([
      { message: 'No matching export in "components/kit/index.ts" for import "two"', line: 1 },
    ]);
    write({
      "templates/model/site.ts": `import { tekst } from "eventsite/kit";\n${model}\nexport const odd = tekst();\n`,
    });
    const message = 'No matching export in "eventsite/kit" for import "tekst"';
    expect((await check({ root })).diagnostics).toMatchObject([{ message, file: "templates/model/site.ts", line: 1 }]);
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

test("what is below a library's name is the program's, too, and what is not there is reported where it is imported", () =>
  withExample(async ({ root, write }, model) => {
    write({
      "node_modules/zod/locales.js": 'throw new Error("This is another zod.");\n',
      "templates/model/site.ts": `import { en } from "zod/locales";\n${model}\nexport const words = en();\n`,
    });
    expect((await check({ root })).diagnostics).toEqual([]);
    write({ "templates/model/site.ts": `import "zod/nothing";\n${model}` });
    expect((await check({ root })).diagnostics).toMatchObject([
      { code: "BUNDLE_FAILED", message: 'Could not resolve "zod/nothing"', file: "templates/model/site.ts", line: 1 },
    ]);
  }));

test("their cache may be in a folder of any name", () =>
  withExample(async ({ root }) => {
    const cacheDir = join(root, 'a*b "c" (d)');
    const { programFile } = await loadTemplates({ ...resolveConfig({ root }), cacheDir });
    expect(programFile.startsWith(cacheDir)).toBe(true);
  }));

/** A site with a kit of its own. */
const withOwnKit = (use: (site: TestSite, markup: string) => Promise<void>) =>
  withExample((site) => {
    for (const path of ["templates/kit", "templates/client", "relay/contract.ts"])
      cpSync(join(projectDir, path), join(site.root, path), { recursive: true });
    return use(site, site.read("templates/kit/island-markup.ts"));
  });

test("a kit beside the templates is theirs, and a change of it is noticed", () =>
  withOwnKit(async ({ root, write }, markup) => {
    expect((await check({ root })).diagnostics).toEqual([]);
    write({ "templates/kit/island-markup.ts": `${markup}\nthrow new Error("This is our own kit.");\n` });
    expect((await check({ root })).diagnostics).toMatchObject([
      {
        code: "BUNDLE_FAILED",
        message: "The templates fail when they are loaded: This is our own kit.",
        file: "templates/kit/island-markup.ts",
      },
    ]);
    write({ "templates/kit/island-markup.ts": `${markup}\nexport const broken = ;\n` });
    const line = markup.split("\n").length + 1;
    expect((await check({ root })).diagnostics).toMatchObject([
      { code: "BUNDLE_FAILED", file: "templates/kit/island-markup.ts", line },
    ]);
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
