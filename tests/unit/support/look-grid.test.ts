import { describe, expect, test } from "vitest";
import { CELL, compareGrids, type LookGrid } from "../../support/look-grid.ts";

const COLUMNS = 40;

/** A page of paper with dark bands of ten rows where `dark` says so. */
const grid = (rows: number, dark: readonly number[] = []): LookGrid => ({
  columns: COLUMNS,
  rows,
  cells: Uint8Array.from({ length: rows * COLUMNS }, (_, cell) =>
    dark.includes(Math.floor(cell / COLUMNS / 10)) ? 20 : 220,
  ),
});

describe("two looks of a page", () => {
  test("are one where only glyph edges differ", () => {
    const other = grid(100, [3]);
    expect(
      compareGrids(grid(100, [3]), { ...other, cells: other.cells.map((cell, index) => cell + (index % 3) * 9) }),
    ).toEqual([]);
  });

  test("differ where a block has another colour, listed from top to bottom", () => {
    expect(compareGrids(grid(100, [3]), grid(100, [3, 6, 7]))).toEqual([
      { top: 60 * CELL, bottom: 80 * CELL, share: 1 },
    ]);
  });

  test("differ where a block has gone and all below moved up", () => {
    const found = compareGrids(grid(100, [3, 8]), grid(90, [3, 7]));
    expect(found[0]?.top).toBe(70 * CELL);
    expect(found.at(-1)?.bottom).toBe(100 * CELL);
  });

  test("are one where the page is a row longer, for heights are rounded", () => {
    expect(compareGrids(grid(100), grid(101))).toEqual([]);
  });

  test("cannot be compared across widths", () => {
    expect(() => compareGrids(grid(10), { ...grid(10), columns: 20 })).toThrow(/width/);
  });
});
