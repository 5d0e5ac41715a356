// A project can be in a folder of any name that the system allows.
import { cpSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { check } from "../../cli/index.ts";
import { exampleDir, withSite } from "../support/site/with-site.ts";

test.each(["walks*2026", "walks\\2026", "walks [2026] {new}?", "walks #1 50%20"])("a site in the folder %s", (name) =>
  withSite({}, async (site) => {
    const root = join(site.root, name);
    const filter = (path: string) => !path.endsWith("/.eventsite");
    cpSync(exampleDir, root, { recursive: true, filter });
    expect((await check({ root })).diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
  }),
);
