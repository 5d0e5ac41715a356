import { expect, test } from "vitest";
import { createProgressLine } from "../../../../cli/commands/picture-progress.ts";

function screenAt(isTTY: boolean) {
  const written: string[] = [];
  let time = 0;
  const line = createProgressLine({ isTTY, write: (text) => written.push(text) }, () => time);
  const tell = (atMs: number, done: number, share: number) => {
    time = atMs;
    line.onProgress({ done, total: 40, share });
  };
  return { written, line, tell };
}

test("a terminal has one line with the count and the time left, and none when it is over", () => {
  const { written, line, tell } = screenAt(true);
  tell(0, 0, 0);
  tell(50, 1, 0.1);
  tell(10_000, 20, 0.25);
  line.clear();
  expect(written).toEqual([
    "\rpictures: 0 of 40\u001b[K",
    "\rpictures: 20 of 40, about 30 s left\u001b[K",
    "\r\u001b[K",
  ]);
});

test("a log gets plain lines, far apart, and none at all for what is quickly done", () => {
  const quick = screenAt(false);
  quick.tell(0, 0, 0);
  quick.tell(900, 40, 1);
  quick.line.clear();
  expect(quick.written).toEqual([]);

  const slow = screenAt(false);
  slow.tell(0, 0, 0);
  slow.tell(10_000, 4, 0.05);
  slow.tell(12_000, 5, 0.06);
  slow.tell(300_000, 40, 1);
  slow.line.clear();
  expect(slow.written).toEqual(["pictures: 4 of 40, about 3 min left\n", "pictures: 40 of 40\n"]);
});
