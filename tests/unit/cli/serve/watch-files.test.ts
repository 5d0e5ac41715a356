// The files of a site are watched: each case ends when a change is reported, or runs into the test's time limit.
import fs, { mkdirSync, renameSync, rmSync, symlinkSync, unlinkSync, writeFileSync } from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { watchFiles } from "../../../../cli/serve/watch-files.ts";
import { ownFolder } from "../../../support/process/own-folder.ts";

const root = ownFolder();
let watching: ReturnType<typeof watchFiles>;
let changes: number;
/** What the next scan of the files finds. */
let isChanged: boolean;
let onScan: () => void;
let onChange: (path?: string) => void;

const put = (path: string, text = "text\n") => writeFileSync(join(root, path), text);
const scanned = () => new Promise<void>((resolve) => (onScan = resolve));

/** Resolves with the path of the last when so many changes have been reported after `act`. */
const changed = (act: () => void, count = 1) =>
  new Promise<string | undefined>((resolve) => {
    changes = 0;
    onChange = (path) => ++changes === count && resolve(path);
    act();
  });

beforeEach(async () => {
  // Scans happen where a test asks for them: a change is reported because of an event.
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  for (const folder of ["content/pages", "content/loop", "elsewhere"])
    mkdirSync(join(root, folder), { recursive: true });
  put("content/pages/home.yaml");
  put("elsewhere/page.yaml");
  put("hours.ts");
  put("notes.txt");
  symlinkSync(join(root, "elsewhere"), join(root, "content/linked"));
  symlinkSync(join(root, "content"), join(root, "content/loop/again"));
  symlinkSync(join(root, "content"), join(root, "content/pages/again"));
  isChanged = false;
  onChange = () => {};
  await open();
});

/** Resolves when everything is watched: then it scans once. */
async function open() {
  const ready = scanned();
  watching = watchFiles(
    () => [join(root, "content"), join(root, "hours.ts")],
    () => {
      onScan();
      return isChanged;
    },
    (path) => onChange(path),
  );
  await ready;
}

afterEach(async () => {
  await watching.close();
  vi.useRealTimers();
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
  syncBuiltinESMExports();
});

test.each<[string, () => void]>([
  ["written", () => put("content/pages/home.yaml", "other\n")],
  ["created", () => put("content/pages/new.yaml")],
  ["replaced", () => renameSync(join(root, "notes.txt"), join(root, "content/pages/home.yaml"))],
  ["deleted", () => unlinkSync(join(root, "content/pages/home.yaml"))],
  ["written behind a link to its folder", () => put("elsewhere/page.yaml", "other\n")],
  ["written beside the folders", () => put("hours.ts", "other\n")],
  ["deleted with its whole folder", () => rmSync(join(root, "content"), { recursive: true })],
])("a file is %s", async (_, act) => {
  await changed(act);
});

test("a file in a new folder below a new folder, and what is written there later", async () => {
  await changed(() => {
    mkdirSync(join(root, "content/venues/old"), { recursive: true });
    put("content/venues/old/hall.yaml");
  }, 3);
  await changed(() => put("content/venues/old/hall.yaml", "other\n"));
});

test.each(["content/pages", "content"])(
  "the folder %s is replaced by another, and a file comes into it after a scan",
  async (folder) => {
    rmSync(join(root, folder), { recursive: true });
    mkdirSync(join(root, "content/pages"), { recursive: true });
    isChanged = true;
    await changed(() => vi.advanceTimersToNextTimer());
    isChanged = false;
    await scanned();
    await changed(() => put("content/pages/home.yaml", "other\n"));
  },
);

test("a change that was reported is not taken for one that the watchers missed", async () => {
  const path = await changed(() => put("content/pages/home.yaml", "other\n"));
  expect(path).toBe(join(root, "content/pages/home.yaml"));
  let scans = 0;
  onScan = () => scans++;
  vi.advanceTimersByTime(2_000);
  expect(scans).toBe(0);
  vi.advanceTimersByTime(2_000);
  expect(scans).toBe(1);
});

test("with CHOKIDAR_USEPOLLING a change is found where no events arrive", async () => {
  await watching.close();
  vi.stubEnv("CHOKIDAR_USEPOLLING", "1");
  const events = vi.spyOn(fs, "watch");
  syncBuiltinESMExports();
  await open();
  // Nothing says when the poller has looked for the first time: what is written before that is no change to it.
  let text = "";
  let timer: NodeJS.Timeout | undefined;
  const write = () => {
    text += "more\n";
    put("content/pages/home.yaml", text);
    timer = setTimeout(write, 300);
  };
  await changed(write);
  clearTimeout(timer);
  expect(events).not.toHaveBeenCalled();
});

test("files beside a single file do not count, nor those that are only half there", async () => {
  await changed(() => {
    put("notes.txt", "other\n");
    put("content/pages/home.yaml.eventsite-part");
    put("hours.ts", "last\n");
  });
  expect(changes).toBe(1);
});
