// The files of a site are watched without polling them: each case ends when it is told of a change, or runs into the test's time limit.
import { mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, unlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { watchFiles } from "../../../../cli/serve/watch-files.ts";

let root: string;
let changes: number;
let told: (() => void) | undefined;
let close = () => {};

const put = (path: string, text = "text\n") => writeFileSync(join(root, path), text);

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "eventsite-watch-"));
  mkdirSync(join(root, "content/pages"), { recursive: true });
  put("content/pages/home.yaml");
  put("hours.ts");
  put("notes.txt");
  changes = 0;
  ({ close } = watchFiles(
    () => [join(root, "content"), join(root, "hours.ts")],
    () => false,
    () => {
      changes++;
      told?.();
    },
  ));
});

afterEach(() => {
  close();
  rmSync(root, { recursive: true, force: true });
});

/** Resolves with the next change that is told of after `act`. */
const afterwards = (act: () => void) =>
  new Promise<void>((resolve) => {
    told = resolve;
    act();
  });

/** Resolves when what was done before would have been told of: the events of one folder come in their order. */
const settle = async () => {
  await afterwards(() => put("hours.ts"));
  changes = 0;
};

test("a file that is written, replaced, made or deleted", async () => {
  await afterwards(() => put("content/pages/home.yaml", "other\n"));
  await settle();
  await afterwards(() => {
    put("content/pages/new.yaml");
  });
  await settle();
  put("beside.yaml");
  await afterwards(() => renameSync(join(root, "beside.yaml"), join(root, "content/pages/new.yaml")));
  await settle();
  await afterwards(() => unlinkSync(join(root, "content/pages/new.yaml")));
});

test("a file in a new folder below a new folder, and what is written there later", async () => {
  mkdirSync(join(root, "content/venues/old"), { recursive: true });
  put("content/venues/old/hall.yaml");
  // First of the new folder, then of what was found in it.
  await afterwards(() => {});
  await afterwards(() => {});
  await settle();
  await afterwards(() => put("content/venues/old/hall.yaml", "other\n"));
});

test("a folder that is deleted and made again, the content folder itself too", async () => {
  for (const folder of ["content/pages", "content"]) {
    rmSync(join(root, folder), { recursive: true });
    mkdirSync(join(root, "content/pages"), { recursive: true });
    await afterwards(() => {});
    // It is listed again a moment later.
    await afterwards(() => {});
    await settle();
    await afterwards(() => put("content/pages/home.yaml", `in ${folder}\n`));
  }
});

test("a folder behind a link", async () => {
  mkdirSync(join(root, "elsewhere"));
  symlinkSync(join(root, "elsewhere"), join(root, "content/linked"));
  await afterwards(() => {});
  await afterwards(() => {});
  await settle();
  await afterwards(() => put("elsewhere/page.yaml"));
});

test("files beside a single file do not count, nor those that are only half there", async () => {
  await settle();
  put("notes.txt", "other\n");
  put("content/pages/home.yaml.eventsite-part");
  await afterwards(() => put("hours.ts", "last\n"));
  expect(changes).toBe(1);
});
