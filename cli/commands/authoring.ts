// The commands that write files for people: entries of the content, and what editors and a CMS know of the site.
import { Argument, Command } from "commander";
import { createEntry, starterKinds } from "../authoring/create-entry.ts";
import { schema } from "../authoring/editor-files.ts";
import { explain } from "../authoring/explain-page.ts";
import { initSite } from "../authoring/init-site.ts";
import { renameEntry } from "../authoring/rename-entry.ts";
import { retireEntry } from "../authoring/retire-entry.ts";
import { cms } from "../edit/cms/write-configuration.ts";
import type { ExplainedPage } from "../index.ts";
import { addFolderOptions, addInputOptions, foldersOf, inputsOf } from "./input-options.ts";
import { EXIT, printDocument, printResult } from "./report.ts";

export function addInitCommand(program: Command): void {
  program
    .command("init")
    .description("write a small site with templates of its own to a new folder, to begin from")
    .argument("<folder>", "the folder, named as the site: harbour-walks")
    .option("--json", "print one JSON document about the files")
    .action(async (folder: string, flags) => {
      await initSite({ folder });
      const shown = /^[\w./-]+$/.test(folder) ? folder : JSON.stringify(folder);
      printResult(flags.json, { folder }, `The site is written. To see it: cd ${shown} && npm start\n`);
    });
}

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

export function addRetireCommand(program: Command): void {
  addFolderOptions(
    program.command("retire").description("take an entry away, with what names it, and lead its visitors on"),
  )
    .argument("<entry>", "the entry, such as services/gala-dinners or the address of its page")
    .option("--to <entry>", "where its visitors are led: another entry, or an http(s) address")
    .option("--json", "print one JSON document about what was changed")
    .action(async (entry: string, flags) => {
      const { removed, changed, addresses, to } = await retireEntry({ entry, to: flags.to, ...foldersOf(flags) });
      const lines = [
        ...removed.map((file) => `Removed ${file}`),
        ...changed.map((file) => `Changed ${file}`),
        ...addresses.map((address) => (to === undefined ? `${address} is gone` : `${address} leads to ${to}`)),
      ];
      printResult(flags.json, { removed, changed, addresses, to: to ?? null }, `${lines.join("\n")}\n`);
    });
}

export function addRenameCommand(program: Command): void {
  addFolderOptions(
    program
      .command("rename")
      .description("give an entry another name, with every link to it, and lead its old address on"),
  )
    .argument("<from>", "the entry, such as services/gala-dinners")
    .argument("<to>", "its new name, such as galas")
    .option("--json", "print one JSON document about what was changed")
    .action(async (from: string, to: string, flags) => {
      const { files, changed, redirect, left } = await renameEntry({ from, to, ...foldersOf(flags) });
      const lines = [
        ...files.map((file) => `${file.from} is now ${file.to}`),
        ...changed.map((file) => `Changed ${file}`),
        ...(redirect ? [`${redirect.from} leads to ${redirect.to}`] : []),
      ];
      printResult(flags.json, { files, changed, redirect: redirect ?? null, left }, `${lines.join("\n")}\n`);
      for (const { file, line } of flags.json ? [] : left)
        process.stderr.write(`${file}:${line} could not be changed: look for ${from} there, and change it by hand.\n`);
    });
}

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

export function addExplainCommand(program: Command): void {
  addInputOptions(program.command("explain").description("show which files and sections a page is made of"))
    .argument("<route>", "the page's address, such as /contact")
    .option("--json", "print one JSON document about the page")
    .action(async (route: string, flags) => {
      const page = await explain(route, inputsOf(flags));
      printResult(flags.json, { page }, `${describe(page)}\n`);
    });
}

/** Source positions in the form that terminals turn into links. */
function describe({ path, file, source, sections, frame }: ExplainedPage): string {
  const rows = [`${path} (${file})`, "", source];
  for (const { type, line, draws } of sections) {
    rows.push(`  ${source}:${line}  ${type}`, ...draws.map((draw) => `    ${draw}`));
  }
  return [...rows, "", "Head, header and footer", ...frame.map((draw) => `  ${draw}`)].join("\n");
}
