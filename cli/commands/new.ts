import { Argument, type Command } from "commander";
import { createEntry, STARTERS, type StarterKind } from "../index.ts";
import { addFolderOptions } from "./input-options.ts";
import { printDocument } from "./report.ts";

export function addNewCommand(program: Command): void {
  addFolderOptions(program.command("new").description("begin a new entry with a commented starter file"))
    .addArgument(new Argument("<kind>", "what it is").choices(Object.keys(STARTERS)))
    .argument("<name>", 'what it is called, such as "Harbour Hotel"')
    .option("--json", "print one JSON document about the file")
    .action(async (kind: StarterKind, name: string, flags) => {
      const { file } = await createEntry({
        kind,
        name,
        contentDir: flags.content,
        templatesDir: flags.templates,
        cache: flags.cache,
      });
      if (flags.json) return printDocument({ ok: true, file, diagnostics: [] });
      process.stdout.write(`${file}\n`);
    });
}
