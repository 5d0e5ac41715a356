import type { Command } from "commander";
import { schema } from "../authoring/editor-files.ts";
import { addFolderOptions, foldersOf } from "./input-options.ts";
import { EXIT, printDocument } from "./report.ts";

export function addSchemaCommand(program: Command): void {
  addFolderOptions(
    program.command("schema").description("write what editors need to complete and check content while typing"),
  )
    .option("--check", "write nothing, and fail if a file is stale")
    .option("--json", "print one JSON document about the schemas")
    .action(async (flags) => {
      const { files, stale } = await schema({ ...foldersOf(flags), write: !flags.check });
      const ok = !flags.check || stale.length === 0;
      if (!ok) process.exitCode = EXIT.failed;
      if (flags.json) return printDocument({ ok, schemas: files, stale }, []);
      if (!ok) process.stderr.write(`${stale.join("\n")}\n\nStale: run \`eventsite schema\`.\n`);
      else if (stale.length === 0) process.stdout.write(`All ${files.length} files are up to date.\n`);
      else process.stdout.write(stale.map((file) => `Wrote ${file}\n`).join(""));
    });
}
