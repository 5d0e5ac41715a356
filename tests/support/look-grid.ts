// Screenshots as grids of grey: small enough to be kept, coarse enough that another machine's glyph edges vanish, fine enough that a section
// that lost its style sheet does not.
import sharp from "sharp";

export interface LookGrid {
  /** One byte a cell, in rows. */
  readonly cells: Uint8Array;
  readonly columns: number;
  readonly rows: number;
}

/** CSS pixels along the side of a cell. */
export const CELL = 12;

export async function gridOf(screenshot: Uint8Array): Promise<LookGrid> {
  const { width, height } = await sharp(screenshot).metadata();
  const [columns, rows] = [Math.ceil(width / CELL), Math.ceil(height / CELL)];
  const cells = await sharp(screenshot)
    .greyscale()
    .resize(columns, rows, { fit: "fill", kernel: "linear" })
    .raw()
    .toBuffer();
  return { cells, columns, rows };
}

export const encodeGrid = ({ cells, columns, rows }: LookGrid): Promise<Uint8Array> =>
  sharp(cells, { raw: { width: columns, height: rows, channels: 1 } })
    .png({ palette: true, colours: 16, effort: 10, dither: 0 })
    .toBuffer();

export async function decodeGrid(png: Uint8Array): Promise<LookGrid> {
  const { data, info } = await sharp(png).greyscale().raw().toBuffer({ resolveWithObject: true });
  return { cells: data, columns: info.width, rows: info.height };
}

/** A stretch of a page that looks different, in CSS pixels from the top. */
export interface Difference {
  readonly top: number;
  readonly bottom: number;
  /** Share of its cells that differ. */
  readonly share: number;
}

/** Grey levels of 256 by which a cell may differ: kept grids have 16 levels, and glyph edges are worth a few more. */
const TOLERANCE = 40;
/** Cells in a row of bands this high are judged together. */
const BAND_ROWS = 10;
/** Share of a band that may differ: a line of text that breaks elsewhere is less. */
const MOST_DIFFERENT = 0.06;

export function compareGrids(expected: LookGrid, actual: LookGrid): Difference[] {
  if (expected.columns !== actual.columns) throw new Error("The two screenshots are not of the same width.");
  const found: Difference[] = [];
  const rows = Math.max(expected.rows, actual.rows);
  for (let row = 0; row < rows; row += BAND_ROWS) {
    const end = Math.min(row + BAND_ROWS, rows);
    const share = differingShare(expected, actual, row, end);
    if (share > MOST_DIFFERENT) found.push({ top: row * CELL, bottom: end * CELL, share });
  }
  return joinNeighbours(found);
}

/** A row that one of them does not have differs in all of its cells; the last row alone may be missing, for heights are rounded. */
function differingShare(expected: LookGrid, actual: LookGrid, from: number, to: number): number {
  const { columns } = expected;
  const common = Math.min(expected.rows, actual.rows);
  let different = 0;
  for (let row = from; row < to; row++)
    for (let column = 0; column < columns; column++) {
      const at = row * columns + column;
      const [one = 0, other = 0] = [expected.cells[at], actual.cells[at]];
      if (row > common || (row < common && Math.abs(one - other) > TOLERANCE)) different++;
    }
  return different / ((to - from) * columns);
}

function joinNeighbours(differences: readonly Difference[]): Difference[] {
  const joined: Difference[] = [];
  for (const { top, bottom, share } of differences) {
    const last = joined.at(-1);
    if (last?.bottom === top) joined.splice(-1, 1, { top: last.top, bottom, share: Math.max(last.share, share) });
    else joined.push({ top, bottom, share });
  }
  return joined;
}
