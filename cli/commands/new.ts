import { Argument, Command } from "commander";
import { createEntry, starterKinds } from "../authoring/create-entry.ts";
import { addFolderOptions, foldersOf } from "./input-options.ts";
import { printResult } from "./report.ts";

/** `args` are all of the command line: which kinds there are depends on the templates that it names. */
export function addNewCommand(program: Command, args: readonly string[]): void {
  const kindArgument = new Argument("<kind>", "what it is");
  addFolderOptions(program.command("new").description("begin a new entry with a commented starter file"))
    .addArgument(kindArgument)
    .argument("<name>", 'what it is called, such as "Harbour Hotel"')
    .option("--from <entry>", "copy this entry, such as harbour-hotel, instead; the copy is a draft")
    .option("--json", "print one JSON document about the file")
    .action(async (kind: string, name: string, flags) => {
      const { file, fullLists } = await createEntry({ kind, name, from: flags.from, ...foldersOf(flags) });
      const notes = fullLists.map(
        (at) => `Note: ${at} shows as many as there were, by "order": one is left out there.\n`,
      );
      printResult(flags.json, { file }, `${file}\n`);
      process.stderr.write(notes.join(""));
    });
  program.hook("preSubcommand", async (_, command) => {
    if (command.name() !== "new") return;
    const kinds = await kindsFor(args);
    kindArgument.choices(kinds);
    if (kinds[0])
      command.showHelpAfterError(`(the kinds are ${kinds.join(", ")}: eventsite new ${kinds[0]} "Its name")`);
  });
}

/** None where the templates cannot be loaded: creating the entry reports why, and help does without. */
async function kindsFor(args: readonly string[]): Promise<readonly string[]> {
  const scratch = addFolderOptions(new Command())
    .exitOverride()
    .configureOutput({ writeErr: () => {} });
  try {
    scratch.parseOptions([...args]);
    const { content, templates } = scratch.opts();
    return await starterKinds({ contentDir: content, templatesDir: templates });
  } catch {
    return [];
  }
}
