/** A row that does not read as what was written. */
export class DamagedRowError extends Error {
  override readonly name = "DamagedRowError";
  readonly table: "submissions" | "entries";
  readonly rowId: string;

  constructor(table: "submissions" | "entries", rowId: string, problem: string) {
    super(problem);
    this.table = table;
    this.rowId = rowId;
  }
}
