// Commands that write files other than a site, where they may not: what they say has to do with these files.
import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { cms, createEntry, schema } from "../../cli/index.ts";
import { withSite } from "../support/site/with-site.ts";

test.each([
  ["new", (root: string) => createEntry({ root, kind: "artist", name: "The Band" })],
  ["schema", (root: string) => schema({ root })],
  ["cms", (root: string) => cms({ root, file: "notes.txt/config.yml" })],
])("%s that may not write says to look whether it may", (_, act) =>
  withSite({ "notes.txt": "Words", ".vscode": "A file" }, async ({ root }) => {
    symlinkSync("nowhere/artists", join(root, "content/artists"));
    const failure = await act(root).catch((error) => error);
    expect(failure.diagnostics).toMatchObject([{ code: "EMIT_FAILED", hint: "check that you may write there" }]);
  }),
);
