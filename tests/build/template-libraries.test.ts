// The libraries that templates are written with, and are compiled with.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { check } from "../../cli/index.ts";
import { exampleDir, type TestSite, withSite } from "../support/with-site.ts";

const withExample = (use: (site: TestSite, model: string) => Promise<void>) =>
  withSite({}, (site) => use(site, readFileSync(join(exampleDir, "templates/model.ts"), "utf8")), exampleDir);

test("a name that a library does not export is reported where it is imported", () =>
  withExample(async ({ root, write }, model) => {
    write({ "templates/model.ts": `import { strng } from "zod";\n${model}\nexport const odd = strng();\n` });
    const { diagnostics } = await check({ root });
    expect(diagnostics).toMatchObject([
      {
        code: "BUNDLE_FAILED",
        message: expect.stringContaining('"strng"'),
        file: "templates/model.ts",
        line: 1,
        column: 10,
      },
    ]);
  }));

test("all forms of a library are one: zod/mini and zod/v4 know the schemas of zod", () =>
  withExample(async ({ root, write }, model) => {
    write({
      "templates/model.ts": `import * as mini from "zod/mini";\nimport zod from "zod/v4";\nimport { $ZodType } from "zod/v4/core";
${model}
for (const { core } of [mini, zod, z]) if (core.$ZodType !== $ZodType) throw new Error("There are two copies of zod.");\n`,
    });
    expect((await check({ root })).diagnostics).toEqual([]);
  }));
