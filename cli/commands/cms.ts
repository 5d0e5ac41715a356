import type { Command } from "commander";
import { cms } from "../edit/cms/write-configuration.ts";
import { addFolderOptions, foldersOf } from "./input-options.ts";
import { printResult } from "./report.ts";

const NO_BACKEND = "site.yaml has no `backend`: put the name of the repository into it, or into the file.\n";

export function addCmsCommand(program: Command): void {
  addFolderOptions(
    program.command("cms").description("write the configuration of Decap or Sveltia CMS for the site's repository"),
  )
    .option("--out <file>", "the file to write, such as admin/config.yml (default: standard output)")
    .option("--json", "print one JSON document about the file")
    .action(async ({ out: file, json, ...flags }) => {
      const { text, hasBackend } = await cms({ ...foldersOf(flags), file });
      printResult(json, { file, hasBackend }, file === undefined ? text : `Wrote ${file}\n`);
      if (!json && !hasBackend) process.stderr.write(NO_BACKEND);
    });
}
