import type { Command } from "commander";
import { mailWords } from "../authoring/mail-words.ts";
import { addFolderOptions, foldersOf } from "./input-options.ts";
import { EXIT, printDocument } from "./report.ts";

export function addMailWordsCommand(program: Command): void {
  addFolderOptions(
    program.command("mail-words").description("write what the relay's mails say about the company and its forms"),
  )
    .option("--out <file>", "the file to write (default: relay/mail-words.json)")
    .option("--forms <file>", "write what the forms ask into this file, too (for RELAY_FORMS)")
    .option("--check", "write nothing, and fail if the file is stale")
    .option("--json", "print one JSON document about the file")
    .action(async (flags) => {
      const { out, forms: formsFile, check } = flags;
      const { file, stale } = await mailWords({ ...foldersOf(flags), file: out, formsFile, write: !check });
      const ok = !check || !stale;
      if (!ok) process.exitCode = EXIT.failed;
      if (flags.json) return printDocument({ ok, file, stale }, []);
      if (!ok) process.stderr.write(`${file} is stale: run \`eventsite mail-words\`.\n`);
      else process.stdout.write(stale ? `Wrote ${file}\n` : `${file} is up to date.\n`);
    });
}
