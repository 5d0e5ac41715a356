import type { Command } from "commander";
import { cms } from "../edit/cms/write-configuration.ts";
import { addFolderOptions } from "./input-options.ts";
import { printDocument } from "./report.ts";

const NO_BACKEND = "site.yaml has no `backend`: put the name of the repository into it, or into the file.\n";

export function addCmsCommand(program: Command): void {
  addFolderOptions(
    program.command("cms").description("write the configuration of Decap or Sveltia CMS for the site's repository"),
  )
    .option("--out <file>", "the file to write, such as admin/config.yml (default: standard output)")
    .option("--json", "print one JSON document about the file")
    .action(async ({ content: contentDir, templates: templatesDir, cache, out: file, json }) => {
      const { text, hasBackend } = await cms({ contentDir, templatesDir, cache, file });
      if (json) return printDocument({ ok: true, file, hasBackend, diagnostics: [] });
      process.stdout.write(file === undefined ? text : `Wrote ${file}\n`);
      if (!hasBackend) process.stderr.write(NO_BACKEND);
    });
}
