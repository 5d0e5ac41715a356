import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { noPause } from "../../../../cli/config/pause.ts";
import { resolveConfig } from "../../../../cli/config/resolve-config.ts";
import { manifestStore } from "../../../../cli/emit/manifest.ts";
import { toFile } from "../../../../cli/emit/output-file.ts";
import { replaceFiles } from "../../../../cli/emit/replace-pages.ts";
import { replaceSite, withOutput } from "../../../../cli/emit/with-output.ts";
import { listFiles } from "../../../support/files.ts";

const rest = {
  routes: [],
  redirects: [],
  gone: [],
  inputs: [],
  warnings: [],
  unfinished: { placeholders: 0, drafts: [] },
};
const filesOf = (texts: Record<string, string>) =>
  Object.entries(texts).map(([path, text]) => toFile(path, Buffer.from(text)));

const BEFORE = { "index.html": "home", "a/index.html": "a", "assets/old.svg": "old" };
const AFTER = { "index.html": "home", "a/index.html": "a, edited", "b/c/index.html": "c", "assets/new.svg": "new" };

const OTHERS = { ".git/HEAD": "of others" };

/**
 * Replaces the site of BEFORE with that of AFTER, of which the start page is not made again. `largeSite` is where renames begin; `others` are
 * files that no build made.
 */
const replaced = async (largeSite: number, others: Record<string, string> = OTHERS) => {
  const root = mkdtempSync(join(tmpdir(), "eventsite-replace-"));
  const config = resolveConfig({ root });
  const store = manifestStore(config.stateDir, config.outDir);
  try {
    await withOutput(config, noPause, (held) =>
      replaceSite(config, held, async () => ({ ...rest, files: filesOf(BEFORE) }), noPause),
    );
    for (const [path, text] of Object.entries(others)) {
      mkdirSync(dirname(join(config.outDir, path)), { recursive: true });
      writeFileSync(join(config.outDir, path), text);
    }
    const { ino } = statSync(config.outDir);
    const outputs = store.read()?.outputs ?? [];
    const files = filesOf(AFTER).map(({ content, ...file }) =>
      file.path === "index.html" ? file : { ...file, content: content ?? Buffer.of() },
    );
    await withOutput(config, noPause, (held) =>
      replaceFiles(config, held, { outputs }, async () => ({ ...rest, files }), noPause, largeSite),
    );
    return {
      texts: Object.fromEntries(
        listFiles(config.outDir).map((path) => [path, readFileSync(join(config.outDir, path), "utf8")]),
      ),
      isNewFolder: statSync(config.outDir).ino !== ino,
      recorded: store.read()?.outputs.map(({ path, hash, size, mtimeMs }) => {
        const stat = statSync(join(config.outDir, path));
        return [path, hash, size === stat.size && mtimeMs === stat.mtimeMs];
      }),
      beside: listFiles(dirname(config.outDir)).filter((path) => !/^(?:dist|\.eventsite)\//.test(path)),
    };
  } finally {
    rmSync(root, { recursive: true });
  }
};

describe("some files of a site", () => {
  test.each([
    ["are renamed on a large site", 1, false],
    ["come in a new folder on a smaller one", 1000, true],
  ])("%s, and files of others stay", async (_, largeSite, isNewFolder) => {
    const { recorded, ...left } = await replaced(largeSite);
    expect(left).toEqual({ texts: { ...AFTER, ...OTHERS }, isNewFolder, beside: [] });
    expect(recorded?.sort()).toEqual(
      filesOf(AFTER)
        .map(({ path, hash }) => [path, hash, true])
        .sort(),
    );
  });

  test.each(["b", "b/c/index.html/note.txt"])("never take the place of %s, which is of others", (path) =>
    expect(replaced(1, { [path]: "of others" })).rejects.toMatchObject({ code: "EMIT_FOREIGN_FOLDER" }),
  );
});
