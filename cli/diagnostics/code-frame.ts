/** Lines shown before the reported one. */
const LINES_BEFORE = 1;
const LINES_AFTER = 1;
/** A longer line is cut around the position, so that the mark stays visible. */
const MAX_WIDTH = 100;

/**
 * The lines around a position, numbered, with `^` under `length` characters.
 * `line` and `column` start at 1; a position outside the text gives the nearest line. Callers that need many frames pass the lines.
 */
export function codeFrame(text: string | readonly string[], line: number, column: number, length = 1): string {
  const lines = typeof text === "string" ? text.split(/\r?\n/) : text;
  const target = Math.min(Math.max(line, 1), lines.length);
  const first = Math.max(1, target - LINES_BEFORE);
  const last = Math.min(lines.length, target + LINES_AFTER);
  const shownColumn = Math.min(Math.max(column, 1), (lines[target - 1]?.length ?? 0) + 1);
  const shift = shownColumn > MAX_WIDTH - 20 ? shownColumn - MAX_WIDTH / 2 : 0;
  const width = String(last).length;
  const rows: string[] = [];
  for (let number = first; number <= last; number++) {
    const source = lines[number - 1] ?? "";
    const excerpt = source.slice(shift, shift + MAX_WIDTH).replaceAll("\t", "→");
    if (number === last && number !== target && excerpt.trim() === "") continue;
    rows.push(`${number === target ? ">" : " "} ${String(number).padStart(width)} | ${excerpt}`.trimEnd());
    if (number !== target) continue;
    const start = shownColumn - 1 - shift;
    const marks = Math.max(1, Math.min(length, MAX_WIDTH - start, source.length - shownColumn + 1));
    rows.push(`  ${" ".repeat(width)} | ${" ".repeat(start)}${"^".repeat(marks)}`);
  }
  return rows.join("\n");
}
