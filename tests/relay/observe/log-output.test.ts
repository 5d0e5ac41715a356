// A reader of the log that is slow, stops, and comes back.
import { describe, expect, test } from "vitest";
import { createLogOutput, type LogOutput, type Put } from "../../../relay/operators/log.ts";

const MIB = 2 ** 20;
const full = Object.assign(new Error("full"), { code: "EAGAIN" });

/** A pipe that takes so many bytes, until it is read. */
function createPipe(size: number) {
  let text = "";
  let free = size;
  let onTry = () => {};
  const put: Put = (bytes, done) => {
    onTry();
    const count = Math.min(free, bytes.length);
    if (count === 0) return done(full, 0);
    text += bytes.toString("latin1", 0, count);
    free -= count;
    done(null, count);
  };
  return {
    put,
    text: () => text,
    /** From now on so many more bytes are taken. */
    read: (bytes: number) => {
      free = bytes;
    },
    /** Resolves when it was next tried to write. */
    tried: () =>
      new Promise<void>((resolve) => {
        onTry = resolve;
      }),
  };
}

const linesOf = (text: string) => text.split("\n").slice(0, -1);
const lineOf = (index: number) => `{"n":${index},"x":"${"x".repeat(80)}"}\n`;

function openOutput(put: Put): LogOutput {
  const output = createLogOutput(put, (count) => output.write(`{"dropped":${count}}\n`));
  return output;
}

describe("a reader that stopped", () => {
  test("gets every line whole and in order when it is back, and the number of those that were dropped in their place", async () => {
    const pipe = createPipe(100);
    const output = openOutput(pipe.put);
    const count = 30_000;
    for (let index = 0; index < count; index++) output.write(lineOf(index));
    await pipe.tried();
    const dropped = output.dropped();
    expect(dropped).toBeGreaterThan(count / 2);
    pipe.read(Number.POSITIVE_INFINITY);
    await pipe.tried();
    output.write('{"last":1}\n');
    await pipe.tried();
    const lines = linesOf(pipe.text()).map((line) => JSON.parse(line));
    const kept = lines.filter(({ n }) => n !== undefined);
    expect(kept.map(({ n }) => n)).toEqual(Array.from({ length: count - dropped }, (_, index) => index));
    expect(lines.slice(kept.length)).toEqual([{ dropped }, { last: 1 }]);
    expect(output.dropped()).toBe(dropped);
  });

  test("that went away for good, or a disk without room, is no error, and lines go out when there is one again", async () => {
    let failure: NodeJS.ErrnoException | null = Object.assign(new Error("gone"), { code: "EPIPE" });
    const pipe = createPipe(MIB);
    const output = openOutput((bytes, done) => (failure === null ? pipe.put(bytes, done) : done(failure, 0)));
    output.write("first\n");
    await new Promise(setImmediate);
    failure = null;
    await pipe.tried();
    expect(pipe.text()).toBe("first\n");
  });
});

test("when the process ends what is left is written, with the number of what was dropped", () => {
  const pipe = createPipe(0);
  const output = openOutput(pipe.put);
  for (let index = 0; index < 20_000; index++) output.write(lineOf(index));
  const dropped = output.dropped();
  pipe.read(Number.POSITIVE_INFINITY);
  output.flush(pipe.put);
  const lines = linesOf(pipe.text());
  expect(lines).toHaveLength(20_000 - dropped + 1);
  expect(lines.at(-1)).toBe(`{"dropped":${dropped}}`);
});
