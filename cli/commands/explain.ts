import type { Command } from "commander";
import { type ExplainedPage, explain } from "../authoring/explain-page.ts";
import { addInputOptions, inputsOf } from "./input-options.ts";
import { printResult } from "./report.ts";

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
