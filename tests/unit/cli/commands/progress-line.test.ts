import { expect, test } from "vitest";
import { createProgressLine } from "../../../../cli/commands/progress-line.ts";
import type { BuildProgress } from "../../../../cli/index.ts";

function screenAt(isTTY: boolean) {
  const written: string[] = [];
  let time = 0;
  const line = createProgressLine({ isTTY, write: (text) => written.push(text) }, () => time);
  const report = (atMs: number, done: number, share: number, part: BuildProgress["part"] = "pictures") => {
    time = atMs;
    line.onProgress({ part, done, total: 40, share });
  };
  return { written, line, report };
}

test("a terminal has one line with the count and the time left, and none when it is over", () => {
  const { written, line, report } = screenAt(true);
  report(0, 0, 0);
  report(100, 1, 0.1);
  report(150, 2, 0.1);
  report(10_000, 20, 0.25);
  line.clear();
  line.clear();
  expect(written).toEqual([
    "\rpictures: 1 of 40\u001b[K",
    "\rpictures: 20 of 40, about 30 s left\u001b[K",
    "\r\u001b[K",
  ]);
});

test("each part has a time left of its own, in every build of a long session", () => {
  const { written, report } = screenAt(true);
  report(0, 0, 0, "pages");
  report(9_000, 30, 0.75, "pages");
  report(10_000, 0, 0);
  report(20_000, 20, 0.5);
  report(21_000, 40, 1);
  report(80_000, 0, 0);
  report(90_000, 10, 0.25);
  expect(written.map((text) => text.slice(1, -3))).toEqual([
    "pages: 30 of 40, about 3 s left",
    "pictures: 0 of 40",
    "pictures: 20 of 40, about 10 s left",
    "pictures: 40 of 40",
    "pictures: 0 of 40",
    "pictures: 10 of 40, about 30 s left",
  ]);
});

test("a log gets plain lines, far apart, and none at all for what is quickly done", () => {
  const quick = screenAt(false);
  quick.report(0, 0, 0);
  quick.report(900, 40, 1);
  quick.line.clear();
  expect(quick.written).toEqual([]);

  const slow = screenAt(false);
  slow.report(0, 0, 0);
  slow.report(10_000, 4, 0.05);
  slow.report(12_000, 5, 0.06);
  slow.report(300_000, 40, 1);
  slow.report(300_100, 0, 0, "cards");
  slow.report(300_200, 40, 1, "cards");
  slow.report(350_000, 0, 0, "pages");
  // A small site tells its beginning alone, at every save.
  slow.report(390_000, 0, 0, "pages");
  slow.line.clear();
  expect(slow.written).toEqual(["pictures: 4 of 40, about 3 min left\n", "pictures: 40 of 40\n"]);
});
