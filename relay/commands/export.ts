import { createWriteStream, lstatSync, type WriteStream } from "node:fs";
import { rename, rm } from "node:fs/promises";
import { resolve } from "node:path";
import { writeTable } from "../service/export-table.ts";
import { CommandError, eachItem } from "../service/protocol.ts";
import type { StoredSubmission } from "../store/operations/look-up.ts";
import { counted } from "../text/counted.ts";
import type { CommandLine } from "./command-line.ts";
import { addFilterOptions, type FilterFlags, filterOfOptions } from "./options.ts";
import { answer, printDocument } from "./print.ts";

interface ExportFlags extends FilterFlags {
  readonly csv?: boolean;
  readonly bom?: boolean;
  readonly out?: string;
}

export function addExportCommand(cli: CommandLine): void {
  addFilterOptions(cli.add("export", "write submissions as a table, newest first"))
    .option("--csv", "comma-separated values, RFC 4180, UTF-8 (the default)")
    .option("--bom", "begin with a byte order mark, by which Excel knows UTF-8")
    .option("--out <file>", "write to this file, for its owner alone, instead of standard output")
    .action(async (flags: ExportFlags) => {
      const { csv, bom, json, out } = flags;
      if (csv && json && !out)
        throw new CommandError("USAGE", "--csv and --json both want standard output.", { hint: "give --out FILE" });
      const submissions = eachItem((after) => cli.ask("list", { ...filterOfOptions(flags), after }));
      const recordExport = async (count: number) => void (await cli.ask("record-export", { count }));
      if (json && out === undefined) return recordExport(await printJson(submissions));
      const columns = await cli.ask("answer-columns", filterOfOptions(flags));
      if (out === undefined)
        return recordExport(await writeTable(columns, submissions, process.stdout, { bom, end: false }));
      const path = resolve(out);
      const count = await writeOut(path, (stream) => writeTable(columns, submissions, stream, { bom }));
      answer(json, { file: path, count }, `${counted(count, "submission")} in ${path}`);
      await recordExport(count);
    });
}

async function printJson(stream: AsyncIterable<StoredSubmission>): Promise<number> {
  const submissions: StoredSubmission[] = [];
  for await (const submission of stream) submissions.push(submission);
  printDocument(true, { submissions });
  return submissions.length;
}

/** The name never belongs to half a file. What is there and is no plain file, such as a link, a pipe or `/dev/null`, stays and is written into. */
async function writeOut<Result>(path: string, write: (stream: WriteStream) => Promise<Result>): Promise<Result> {
  const partPath = `${path}.${process.pid}.part`;
  try {
    if (lstatSync(path, { throwIfNoEntry: false })?.isFile() === false)
      return await write(createWriteStream(path, { mode: 0o600 }));
    const result = await write(createWriteStream(partPath, { mode: 0o600, flags: "wx" }));
    await rename(partPath, path);
    return result;
  } catch (cause) {
    await rm(partPath, { force: true });
    if (cause instanceof CommandError) throw cause;
    throw new CommandError(
      "OUTPUT_FAILED",
      `${path} could not be written (${(cause as NodeJS.ErrnoException).code}).`,
      { hint: "name a file in a folder that you may write to", cause },
    );
  }
}
