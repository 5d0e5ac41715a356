import { expect, test } from "vitest";
import { createProgressLine } from "../../../../cli/commands/progress-line.ts";
import type { BuildProgress } from "../../../../cli/index.ts";

function screenAt(isTTY: boolean) {
  const written: string[] = [];
  let time = 0;
  const line = createProgressLine({ isTTY, write: (text) => written.push(text) }, () => time);
  const report = (atMs: number, done: number, part: BuildProgress["part"] = "pictures") => {
    time = atMs;
    line.onProgress({ part, done, total: 40 });
  };
  return { written, line, report };
}

test("a terminal has one line with the count and none when it is over", () => {
  const { written, line, report } = screenAt(true);
  report(0, 0);
  report(100, 1);
  report(150, 2);
  report(10_000, 20);
  line.clear();
  line.clear();
  expect(written).toEqual(["\rpictures: 1 of 40\u001b[K", "\rpictures: 20 of 40\u001b[K", "\r\u001b[K"]);
});

test("a log gets plain lines, far apart, and none at all for what is quickly done", () => {
  const quick = screenAt(false);
  quick.report(0, 0);
  quick.report(900, 40);
  quick.line.clear();
  expect(quick.written).toEqual([]);

  const slow = screenAt(false);
  slow.report(0, 0);
  slow.report(10_000, 4);
  slow.report(12_000, 5);
  slow.report(300_000, 40);
  slow.report(300_100, 0, "cards");
  slow.report(300_200, 40, "cards");
  slow.report(350_000, 0, "pages");
  // A small site tells its beginning alone, at every save.
  slow.report(390_000, 0, "pages");
  slow.line.clear();
  expect(slow.written).toEqual(["pictures: 4 of 40\n", "pictures: 40 of 40\n"]);
});
