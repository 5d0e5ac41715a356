import type { Command } from "commander";
import { type KnownPublication, publications } from "../publish/deploy/publications.ts";
import { addInputOptions, inputsOf } from "./input-options.ts";
import { printResult } from "./report.ts";

export function addPublicationsCommand(program: Command, signal: AbortSignal): void {
  addInputOptions(program.command("publications").description("list what a target was deployed with, newest first"))
    .argument("[target]", "its name in `publish` of site.yaml; may be left out where there is one")
    .option("--json", "print one JSON document about them")
    .action(async (target: string | undefined, flags) => {
      const result = await publications({ ...inputsOf(flags), target, signal });
      const rows = result.publications.map(publicationLine).join("");
      printResult(flags.json, result, rows || `Nothing has been deployed to ${result.target.to} yet.\n`);
    });
}

function publicationLine({ id, at, commit, pages, state, isWhole, rollbackOf }: KnownPublication): string {
  const when = at.slice(0, 16).replace("T", " ");
  const notes = [rollbackOf && `as ${rollbackOf}`, !isWhole && state !== "interrupted" && "not whole any more"];
  const note = notes.filter(Boolean).join(", ");
  return `${[when, id, `${pages} pages`.padEnd(11), (commit ?? "no commit").padEnd(12), state, note].join("  ").trimEnd()}\n`;
}
