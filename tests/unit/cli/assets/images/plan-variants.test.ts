// Laws of the planner, over any picture, slot and focus.
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { RasterFacts } from "../../../../../cli/assets/images/picture-facts.ts";
import { cropWindow, planPicture, planSingle } from "../../../../../cli/assets/images/plan-variants.ts";

const size = fc.record({ width: fc.integer({ min: 1, max: 9_000 }), height: fc.integer({ min: 1, max: 9_000 }) });
const ratio = fc.oneof(
  fc.constantFrom(1, 4 / 5, 8 / 9, 3 / 2, 16 / 9, 21 / 9, 3),
  fc.double({ min: 0.2, max: 5, noNaN: true }),
);
const focus = fc.record({
  x: fc.double({ min: 0, max: 100, noNaN: true }),
  y: fc.double({ min: 0, max: 100, noNaN: true }),
});
const widths = fc.array(fc.integer({ min: 16, max: 3_000 }), { minLength: 1, maxLength: 6 });

describe("a crop", () => {
  test("lies inside the picture, has its ratio to a pixel, and is as large as can be", () => {
    fc.assert(
      fc.property(size, ratio, focus, (picture, shape, point) => {
        const window = cropWindow(picture, shape, point);
        expect(window.left).toBeGreaterThanOrEqual(0);
        expect(window.top).toBeGreaterThanOrEqual(0);
        expect(window.left + window.width).toBeLessThanOrEqual(picture.width);
        expect(window.top + window.height).toBeLessThanOrEqual(picture.height);
        expect(Number.isInteger(window.left) && Number.isInteger(window.top)).toBe(true);
        expect(window.width === picture.width || window.height === picture.height).toBe(true);
        const isNear =
          Math.abs(window.width - window.height * shape) <= 1 || Math.abs(window.height - window.width / shape) <= 1;
        expect(isNear).toBe(true);
      }),
    );
  });

  test("has the focal point in it, and in its middle where the edges allow", () => {
    fc.assert(
      fc.property(size, ratio, focus, (picture, shape, point) => {
        const window = cropWindow(picture, shape, point);
        const [x, y] = [(point.x / 100) * picture.width, (point.y / 100) * picture.height];
        expect(x).toBeGreaterThanOrEqual(window.left - 1);
        expect(x).toBeLessThanOrEqual(window.left + window.width + 1);
        expect(y).toBeGreaterThanOrEqual(window.top - 1);
        expect(y).toBeLessThanOrEqual(window.top + window.height + 1);
        const isFree = window.left > 0 && window.left + window.width < picture.width;
        if (isFree) expect(Math.abs(window.left + window.width / 2 - x)).toBeLessThanOrEqual(1);
      }),
    );
  });

  test("is the middle without a focal point, and all of it without a ratio", () => {
    expect(cropWindow({ width: 2000, height: 1000 }, 1)).toEqual({ left: 500, top: 0, width: 1000, height: 1000 });
    expect(cropWindow({ width: 2000, height: 1000 }, undefined, { x: 0, y: 0 })).toEqual({
      left: 0,
      top: 0,
      width: 2000,
      height: 1000,
    });
  });
});

describe("the widths of a crop", () => {
  test("rise, appear once each, never exceed the crop, and end with its own where more was asked for", () => {
    fc.assert(
      fc.property(size, ratio, widths, (picture, shape, wanted) => {
        const window = cropWindow(picture, shape);
        const crop = { ratio: shape, widths: wanted, sizes: "100vw" };
        const { variants } = planPicture("a.jpg", { ...facts, ...picture }, { crops: [crop] }, undefined);
        // The last one is the file for browsers without AVIF.
        const made = variants.slice(0, -1).map(({ width }) => width);
        expect(made).toEqual([...new Set(made)].sort((a, b) => a - b));
        expect(made.length).toBeGreaterThan(0);
        expect(made.at(-1)).toBe(Math.min(window.width, Math.max(...wanted)));
        for (const { height } of variants) {
          expect(height).toBeLessThanOrEqual(window.height);
          expect(height).toBeGreaterThanOrEqual(1);
        }
      }),
    );
  });
});

const facts: RasterFacts = {
  kind: "raster",
  identity: "a",
  width: 2000,
  height: 1200,
  isTransparent: false,
  ground: "1c2838",
};
const slot = {
  crops: [
    { media: "(max-width: 60rem)", ratio: 1, widths: [400, 800], sizes: "100vw" },
    { widths: [800, 1600, 2400], sizes: "50vw" },
  ],
} as const;

describe("a planned picture", () => {
  test("has a source for each crop with the size of its largest file, and a file for browsers without AVIF", () => {
    const { asset } = planPicture("Halls/Café Bar.JPG", facts, slot, undefined);
    expect(asset.sources.map(({ media, type, sizes, width, height }) => [media, type, sizes, width, height])).toEqual([
      ["(max-width: 60rem)", "image/avif", "100vw", 800, 800],
      [undefined, "image/avif", "50vw", 2000, 1200],
    ]);
    expect(asset.src).toMatch(/^\/assets\/images\/halls-cafe-bar-800-[0-9a-f]{8}\.jpg$/);
    expect(asset).toMatchObject({ width: 800, height: 480, groundClass: "ground-1c2838" });
    expect(asset.sources[1]?.srcset).toMatch(
      /^\/\S+-800-\S+\.avif 800w, \/\S+-1600-\S+\.avif 1600w, \/\S+-2000-\S+\.avif 2000w$/,
    );
  });

  test("is enlarged where it has fewer pixels than its place needs, which is the least of its widths if nothing else is said", () => {
    const lacking = (least?: number) =>
      planPicture(
        "a.jpg",
        facts,
        { crops: [{ ratio: 1, widths: [1280, 1600], sizes: "100vw", ...(least && { least }) }] },
        undefined,
      ).variants.map(({ lacking }) => lacking?.width);
    expect(new Set(lacking())).toEqual(new Set([1280]));
    expect(new Set(lacking(960))).toEqual(new Set([undefined]));
  });

  test("that is transparent falls back to PNG and has no ground", () => {
    const { asset } = planPicture("mark.png", { ...facts, isTransparent: true }, slot, undefined);
    expect(asset.src).toMatch(/\.png$/);
    expect(asset).not.toHaveProperty("groundClass");
  });

  test("changes the addresses of those crops whose window moves, and of no others", () => {
    const [before, after] = [undefined, { x: 50, y: 80 }].map((point) => planPicture("a.jpg", facts, slot, point));
    // A square of a wide picture moves sideways only, and the whole picture not at all.
    expect(after?.asset).toEqual(before?.asset);
    const moved = planPicture("a.jpg", facts, slot, { x: 90, y: 50 });
    expect(moved.asset.sources[0]?.srcset).not.toBe(before?.asset.sources[0]?.srcset);
    expect(moved.asset.sources[1]).toEqual(before?.asset.sources[1]);
  });

  test("has another address exactly where something that decides its bytes differs", () => {
    const input = fc.record({
      identity: fc.constantFrom("a", "b"),
      width: fc.constantFrom(900, 2000),
      point: fc.option(focus, { nil: undefined }),
    });
    fc.assert(
      fc.property(input, input, (one, other) => {
        const [a, b] = [one, other].map(({ identity, width, point }) =>
          planPicture("a.jpg", { ...facts, identity, width }, slot, point),
        );
        const known = new Map(a?.variants.map((variant) => [variant.output, variant]));
        for (const variant of b?.variants ?? []) {
          const same = known.get(variant.output);
          if (same) expect(same).toEqual(variant);
          const twin = a?.variants.find(
            ({ window, width, height, format }) =>
              JSON.stringify([window, width, height, format]) ===
              JSON.stringify([variant.window, variant.width, variant.height, variant.format]),
          );
          if (twin && one.identity === other.identity) expect(twin.output).toBe(variant.output);
          if (twin && one.identity !== other.identity) expect(twin.output).not.toBe(variant.output);
        }
      }),
    );
  });

  test("of shapes is one file, and so is what takes no choice", () => {
    const vector = { kind: "vector", identity: "a", width: 8, height: 4 } as const;
    expect(planPicture("logo.svg", vector, slot, undefined).asset).toMatchObject({ sources: [], width: 8, height: 4 });
    expect(planSingle("a.jpg", facts).variants).toHaveLength(1);
    expect(planSingle("a.jpg", facts).asset).toMatchObject({ width: 1280, height: 768 });
  });
});

test("a file's name reads like its master's, whatever that is called", () => {
  const names = ["Halls/Café Bar.JPG", "夜景.png", "a--b_.webp", "ÉTÉ 2025 (1).avif"];
  expect(names.map((src) => planSingle(src, facts).asset.src.replace(/-1280-[0-9a-f]{8}\.jpg$/, ""))).toEqual(
    ["halls-cafe-bar", "picture", "a-b", "ete-2025-1"].map((stem) => `/assets/images/${stem}`),
  );
});
