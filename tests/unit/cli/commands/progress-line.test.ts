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

test("a terminal has one line with the count and the time left, and none when it is over", () => {
  const { written, line, report } = screenAt(true);
  report(0, 0);
  report(100, 1);
  report(150, 2);
  report(10_000, 20);
  report(200_000, 0, "cards");
  report(201_000, 1, "cards");
  report(240_000, 4, "cards");
  report(300_000, 40, "cards");
  line.clear();
  line.clear();
  expect(written.map((text) => text.replace("\r", "").replace("\u001b[K", ""))).toEqual([
    "pictures: 1 of 40",
    "pictures: 20 of 40, about 10 s left",
    "cards: 0 of 40",
    "cards: 1 of 40",
    "cards: 4 of 40, about 6 min left",
    "cards: 40 of 40",
    "",
  ]);
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
  expect(slow.written).toEqual(["pictures: 4 of 40, about 2 min left\n", "pictures: 40 of 40\n"]);
});
