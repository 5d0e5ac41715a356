import { createWriteStream } from "node:fs";
import { rename, rm } from "node:fs/promises";
import { resolve } from "node:path";
import { finished } from "node:stream/promises";
import type { Command } from "commander";
import { csvTable } from "../service/csv.ts";
import { CommandError, eachItem } from "../service/protocol.ts";
import type { Shown } from "../service/service.ts";
import type { StoredSubmission } from "../store/outbox.ts";
import {
  addCommand,
  addFilterOptions,
  answer,
  type CommandContext,
  counted,
  type FilterFlags,
  filterOf,
  printDocument,
  relayClient,
  write,
} from "./command.ts";

interface ExportFlags extends FilterFlags {
  readonly csv?: boolean;
  readonly bom?: boolean;
  readonly out?: string;
}

export function addExportCommand(program: Command, context: CommandContext): void {
  addFilterOptions(addCommand(program, "export", "write submissions as a table, newest first"))
    .option("--csv", "comma-separated values, RFC 4180, UTF-8 (the default)")
    .option("--bom", "begin with a byte order mark, by which Excel knows UTF-8")
    .option("--out <file>", "write to this file, for its owner alone, instead of standard output")
    .action(async (flags: ExportFlags) => {
      if (flags.csv && flags.json && !flags.out)
        throw new CommandError("USAGE", "--csv and --json both want standard output.", { hint: "give --out FILE" });
      const client = relayClient(context);
      const submissions = eachItem((after) => client.request("list", { ...filterOf(flags), after }));
      const taken = async (count: number) => void (await client.request("record-export", { count }));
      if (flags.json && flags.out === undefined) return taken(await printJson(submissions));
      const columns = await client.request("answer-columns", filterOf(flags));
      const table = csvTable(columns, submissions);
      await taken(
        flags.out === undefined
          ? await writeCsv(process.stdout, table, flags)
          : await toFile(resolve(flags.out), table, flags),
      );
    });
}

type Item = StoredSubmission & Shown;

/** Answers how many rows there are below the header. */
async function writeCsv(
  stream: NodeJS.WritableStream,
  table: AsyncIterable<string>,
  { bom }: ExportFlags,
): Promise<number> {
  let lines = 0;
  if (bom) await write(stream, "\ufeff");
  for await (const line of table) {
    await write(stream, line);
    lines += 1;
  }
  return lines - 1;
}

async function printJson(found: AsyncIterable<Item>): Promise<number> {
  const submissions: Item[] = [];
  for await (const submission of found) submissions.push(submission);
  printDocument(true, { submissions });
  return submissions.length;
}

/** Written aside, so that the name never belongs to half a table. */
async function toFile(path: string, table: AsyncIterable<string>, flags: ExportFlags): Promise<number> {
  const aside = `${path}.${process.pid}.part`;
  const stream = createWriteStream(aside, { mode: 0o600, flags: "wx" });
  const closed = finished(stream);
  closed.catch(() => {});
  try {
    const count = await Promise.race([writeCsv(stream, table, flags), closed.then(() => 0)]);
    stream.end();
    await closed;
    await rename(aside, path);
    answer(flags.json, { file: path, count }, `${counted(count, "submission")} in ${path}`);
    return count;
  } catch (cause) {
    stream.destroy();
    await rm(aside, { force: true });
    if (cause instanceof CommandError) throw cause;
    throw new CommandError(
      "OUTPUT_FAILED",
      `${path} could not be written (${(cause as NodeJS.ErrnoException).code}).`,
      { hint: "name a file in a folder that you may write to", cause },
    );
  }
}
