// A file is there after a power cut when the folder that names it was synced after it was made or moved.
import promises, { type FileHandle } from "node:fs/promises";
import { syncBuiltinESMExports } from "node:module";
import { expect, test } from "vitest";
import { createMaildirTransport } from "../../../../../relay/delivery/transports/maildir-transport.ts";
import { createOutbox } from "../../../../../relay/store/create-outbox.ts";
import { testFolder } from "../../../../support/process/own-folder.ts";
import { sampleMail } from "../../../../support/relay/sample-mail.ts";
import { createTestClock } from "../../../support/test-clock.ts";

const at = testFolder();

/** Runs `use` and gives what was done meanwhile, as "mkdir /a", "rename /a/x /a/y" and "sync /a". */
async function watchFiles(use: () => Promise<unknown> | unknown): Promise<string[]> {
  const done: string[] = [];
  const { mkdir, rename, open } = promises;
  const watch = (handle: FileHandle, path: string) => {
    const sync = handle.sync.bind(handle);
    handle.sync = () => sync().then(() => void done.push(`sync ${path}`));
    return handle;
  };
  Object.assign(promises, {
    mkdir: async (path: string, options: object) => {
      const made = await mkdir(path, options);
      done.push(`mkdir ${path}`);
      return made;
    },
    rename: async (from: string, to: string) => {
      await rename(from, to);
      done.push(`rename ${from} ${to}`);
    },
    open: async (path: string, flags: string, mode?: number) => watch(await open(path, flags, mode), path),
  });
  syncBuiltinESMExports();
  try {
    await use();
    return done;
  } finally {
    Object.assign(promises, { mkdir, rename, open });
    syncBuiltinESMExports();
  }
}

test("the store's folders and its file are named on the disk before anything is accepted", async () => {
  const outbox = createOutbox({ type: "sqlite", path: at("a/b/relay.db") }, { clock: createTestClock() });
  const done = await watchFiles(() => outbox.open());
  await outbox.close();
  expect(done.slice(0, 4)).toEqual([`mkdir ${at("a")}`, `sync ${at()}`, `mkdir ${at("a/b")}`, `sync ${at("a")}`]);
  const synced = done.filter((what) => what.startsWith("sync ")).map((what) => what.slice("sync ".length));
  for (const parent of [at(), at("a"), at("a/b")]) expect(synced).toContain(parent);
});

test("a backup is synced, then named, and its name is synced", async () => {
  const outbox = createOutbox({ type: "sqlite", path: at("relay.db") }, { clock: createTestClock() });
  await outbox.open();
  const copy = at("copies/copy.db");
  const done = await watchFiles(() => outbox.backup(copy));
  await outbox.close();
  const synced = `sync ${copy}.part`;
  const made = [`mkdir ${at("copies")}`, `sync ${at()}`];
  expect(done).toEqual([...made, synced, `rename ${copy}.part ${copy}`, `sync ${at("copies")}`]);
});

test("a mail in a Maildir is synced, then moved in, and its name is synced", async () => {
  const dir = at("new/mail");
  const transport = createMaildirTransport(dir);
  const done = await watchFiles(() => transport.send(sampleMail(), new AbortController().signal));
  const [made, [written, moved, named]] = [done.slice(0, -3), done.slice(-3)];
  expect(made.filter((what) => what.startsWith("mkdir "))).toHaveLength(5);
  for (const parent of [at(), at("new"), dir]) expect(made).toContain(`sync ${parent}`);
  expect(written).toMatch(/^sync .*\/mail\/tmp\//);
  expect(moved).toMatch(/^rename .*\/mail\/tmp\/.* .*\/mail\/new\//);
  expect(named).toBe(`sync ${at("new/mail/new")}`);
});
