// The report of a check as a file.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { check } from "../../cli/index.ts";
import { withSite } from "../support/site/with-site.ts";

test("a check that cannot be made replaces an earlier report with the reason", () =>
  withSite({}, async ({ root }) => {
    const report = "report.md";
    const written = () => readFileSync(join(root, report), "utf8");
    await check({ root, report });
    expect(written()).not.toContain("from being published");
    await expect(check({ root, report, asOf: "soon" })).rejects.toMatchObject({ code: "USAGE" });
    expect(written()).toContain("**One problem keeps this from being published.**");
    expect(written()).toContain("soon");
  }));
