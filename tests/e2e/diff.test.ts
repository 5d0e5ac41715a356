// The real command: what a person reads at 80 columns, what a script gets, and the exit codes.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { run } from "../support/process/command.ts";
import { commitAll } from "../support/site/committed-site.ts";
import { withSite } from "../support/site/with-site.ts";

test("an earlier commit is compared for people and for scripts, and an unknown one is refused", () =>
  withSite({ ".gitignore": ".eventsite/\n" }, async ({ root }) => {
    commitAll(root);
    const path = join(root, "content/pages/contact.yaml");
    writeFileSync(path, readFileSync(path, "utf8").replace(/^title: .*$/m, "title: Write to us"));
    const { code, stdout } = await run(["diff", "HEAD"], { cwd: root });
    expect(code).toBe(0);
    expect(stdout).toMatch(/^ {2}Before: HEAD \(.*\n {2}After: {2}content\/ as it is now$/m);
    expect(stdout).toMatch(/^CHANGED PAGES\n {2}\/contact\/\n {4}title .*\n {4}→ +“Write to us/m);
    expect(stdout.split("\n").filter((line) => line.length > 80)).toEqual([]);
    const report = JSON.parse((await run(["diff", "HEAD", "--json"], { cwd: root })).stdout);
    expect(report).toMatchObject({ ok: true, pages: [{ kind: "changed", address: "/contact/" }], unchanged: 5 });
    const wrong = await run(["diff", "HAED"], { cwd: root });
    expect([wrong.code, wrong.stdout]).toEqual([1, ""]);
    expect(wrong.stderr).toMatch(/^content\/site\.yaml {2}DIFF_UNKNOWN$/m);
  }));
