// How much of all bodies is held at once.
import type { IncomingMessage } from "node:http";
import { PassThrough } from "node:stream";
import { expect, test } from "vitest";
import { readBytes } from "../../../../relay/http/server/read-bytes.ts";

const incoming = () => Object.assign(new PassThrough(), { headers: {} });
const read = (body: PassThrough, maxBytes: number) => readBytes(body as unknown as IncomingMessage, 60_000, maxBytes);

test("large bodies share 64 MiB: one too many is refused for the moment, ordinary ones are taken, and what has ended holds nothing", async () => {
  const [huge, large, ordinary] = [incoming(), incoming(), incoming()];
  const megabyte = Buffer.alloc(1_048_576);
  const first = read(huge, 100_000_000);
  for (let count = 0; count < 64; count++) huge.write(megabyte);
  await expect.poll(() => huge.readableLength).toBe(0);
  const refused = expect(read(large, 100_000_000)).rejects.toMatchObject({
    code: "not_durable",
    headers: { "retry-after": "5" },
  });
  large.write(Buffer.alloc(40_000));
  await refused;
  const taken = read(ordinary, 100_000_000);
  ordinary.end(Buffer.alloc(30_000));
  expect((await taken).length).toBe(30_000);
  huge.end();
  expect((await first).length).toBe(64 * megabyte.length);
  const again = incoming();
  const later = read(again, 100_000_000);
  again.end(Buffer.alloc(40_000));
  expect((await later).length).toBe(40_000);
});
