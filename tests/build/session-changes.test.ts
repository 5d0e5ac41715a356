// A session reads a file again whenever it may hold something else.
import { readFileSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, test, vi } from "vitest";
import { openSession } from "../../cli/pipeline/watch-session.ts";
import { withSite } from "../support/with-site.ts";

afterEach(() => {
  vi.useRealTimers();
});

test("a file with other words, as many bytes and the time of writing that it had, is read again", () =>
  withSite({}, async ({ root }) => {
    const session = openSession({ root });
    try {
      const file = join(root, "content/pages/contact.yaml");
      const title = async () => {
        const { files } = await session.build();
        const page = files.find(({ path }) => path === "contact/index.html");
        return /<title>([^<]*)/.exec(Buffer.from(page?.content ?? "").toString())?.[1];
      };
      const { size, atimeMs, mtimeMs, ctimeMs } = statSync(file);
      utimesSync(file, atimeMs / 1000, 1_000_000_000);
      // All files have rested for long: their stat is believed.
      vi.useFakeTimers({ toFake: ["Date"], now: ctimeMs + 60_000 });
      expect(await title()).toMatch(/^Contact us/);
      expect(session.changes()).toEqual([]);
      writeFileSync(file, readFileSync(file, "utf8").replace("title: Contact us", "title: Consult us"));
      utimesSync(file, atimeMs / 1000, 1_000_000_000);
      expect(statSync(file)).toMatchObject({ size, mtimeMs: 1_000_000_000_000 });
      expect(mtimeMs).not.toBe(1_000_000_000_000);
      expect(session.changes()).toEqual([file]);
      expect(await title()).toMatch(/^Consult us/);
    } finally {
      await session.close();
    }
  }));
