// The real command: what a person reads, what a script gets, and the exit codes.
import { expect, test } from "vitest";
import { run } from "../support/process/command.ts";
import { commitAll } from "../support/site/committed-site.ts";
import { withSite } from "../support/site/with-site.ts";

test("says of each file what it restored and what it could not, for people and for scripts", () =>
  withSite({ ".gitignore": ".eventsite/\n" }, async ({ root, read, write, edit }) => {
    const [page, terms] = ["content/pages/contact.yaml", "content/legal/terms.md"];
    edit(page, /^title: /m, "# In the tab of the browser.\ntitle: ");
    commitAll(root);
    const nothing = await run(["restore", "--since", "HEAD"], { cwd: root });
    expect(nothing).toMatchObject({ code: 0, stdout: "No content file of HEAD has changed.\n", stderr: "" });
    const before = read(page);
    write({ [page]: before.replace(/^#.*\n/gm, "").replace(/^title: .*/m, 'title: "Write to us"') });
    edit(terms, /^title: /m, "title: [");
    const { code, stdout, stderr } = await run(["restore", "--since", "HEAD"], { cwd: root });
    expect([code, stdout]).toEqual([0, `Restored ${page}: 1 line differs from HEAD\nLeft ${terms}\n`]);
    expect(stderr).toMatch(/^content\/legal\/terms\.md:2:\d+ {2}RESTORE_LEFT \(warning\)\n.*The bracket/m);
    expect(read(page)).toBe(before.replace(/^title: .*/m, "title: Write to us"));
    const again = await run(["restore", "--since", "HEAD", "--json"], { cwd: root });
    expect(JSON.parse(again.stdout)).toMatchObject({
      ...{ ok: true, restored: [], unchanged: [page] },
      diagnostics: [{ code: "RESTORE_LEFT", severity: "warning", file: terms }],
    });
    const unknown = await run(["restore", "--since", "HAED", "--json"], { cwd: root });
    expect([unknown.code, JSON.parse(unknown.stdout)]).toMatchObject([
      1,
      { ok: false, diagnostics: [{ code: "RESTORE_REVISION" }] },
    ]);
    expect((await run(["restore"], { cwd: root })).code).toBe(2);
  }));
