import { expect, test } from "vitest";
import { createDecodedPictures } from "../../../../../cli/assets/images/decoded-pictures.ts";
import type { InspectedPicture } from "../../../../../cli/assets/images/inspect-pictures.ts";

const master = (hash: string, pixels: number): InspectedPicture => ({
  src: `${hash}.jpg`,
  path: hash,
  hash,
  facts: { kind: "vector", identity: hash, width: pixels, height: 1 },
});

/** Room for 100 pixels; writes down what is decoded, and how much is held by those that use it. */
function pictures() {
  const decoded: string[] = [];
  let inUse = 0;
  let most = 0;
  const held = createDecodedPictures(100, async ({ hash, facts }) => {
    decoded.push(hash);
    if (hash === "bad") throw new Error("damaged");
    return { data: new Uint8Array(), width: facts.width, height: 1, channels: 3 };
  });
  const use = (picture: InspectedPicture) =>
    held.use(picture, async ({ width }) => {
      inUse += width;
      most = Math.max(most, inUse);
      await new Promise((done) => setTimeout(done, 1));
      inUse -= width;
    });
  return { decoded, use, clear: held.clear, most: () => most };
}

test("a master is decoded once for files that follow each other, as long as there is room for it", async () => {
  const { use, decoded, clear } = pictures();
  await Promise.all([use(master("a", 60)), use(master("a", 60))]);
  await use(master("a", 60));
  await use(master("b", 40));
  await use(master("a", 60));
  expect(decoded).toEqual(["a", "b"]);
  // The one that was used last stays.
  await use(master("c", 30));
  await use(master("a", 60));
  expect(decoded).toEqual(["a", "b", "c"]);
  clear();
  await use(master("a", 60));
  expect(decoded).toEqual(["a", "b", "c", "a"]);
});

test("no more are used at a time than there is room for, and one that is larger is alone", async () => {
  const { use, most, decoded } = pictures();
  await Promise.all(["a", "b", "c", "d"].map((hash) => use(master(hash, 45))));
  expect(most()).toBe(90);
  await Promise.all([use(master("a", 45)), use(master("huge", 400)), use(master("e", 45))]);
  expect(most()).toBe(400);
  expect(decoded.filter((hash) => hash === "huge")).toHaveLength(1);
});

test("a damaged master fails for all that asked, and takes no room from others", async () => {
  const { use, decoded } = pictures();
  const results = await Promise.allSettled([use(master("bad", 90)), use(master("bad", 90)), use(master("a", 90))]);
  expect(results.map(({ status }) => status)).toEqual(["rejected", "rejected", "fulfilled"]);
  await use(master("b", 100));
  expect(decoded).toEqual(["bad", "a", "b"]);
});
