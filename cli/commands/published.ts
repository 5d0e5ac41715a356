// The commands that compare what was published, and say how it is served.
import { Argument, type Command } from "commander";
import type { KnownPublication, RestoreResult, VerifyResult } from "../index.ts";
import { publications } from "../publish/deploy/publications.ts";
import { diff } from "../publish/diff/diff.ts";
import { configNames } from "../publish/hosts/config/host-config.ts";
import { hostConfig } from "../publish/hosts/for-host.ts";
import { restore } from "../publish/restore/restore.ts";
import { groupDifferences } from "../publish/verify/host-fixes.ts";
import { verify } from "../publish/verify/verify.ts";
import { diffTable } from "./diff-table.ts";
import { addFolderOptions, addInputOptions, foldersOf, inputsOf } from "./input-options.ts";
import { createProgressLine } from "./progress-line.ts";
import { EXIT, printDiagnostics, printDocument, printResult, sizeText } from "./report.ts";

export function addPublicationsCommand(program: Command, signal: AbortSignal): void {
  addInputOptions(program.command("publications").description("list what a target was deployed with, newest first"))
    .argument("[target]", "its name in `publish` of site.yaml; may be left out where there is one")
    .option("--json", "print one JSON document about them")
    .action(async (target: string | undefined, flags) => {
      const result = await publications({ ...inputsOf(flags), target, signal });
      const rows = result.publications.map(rowOf).join("");
      printResult(flags.json, result, rows || `Nothing has been deployed to ${result.target.to} yet.\n`);
    });
}

function rowOf({ id, at, commit, pages, state, isWhole, rollbackOf }: KnownPublication): string {
  const when = at.slice(0, 16).replace("T", " ");
  const notes = [rollbackOf && `as ${rollbackOf}`, !isWhole && state !== "interrupted" && "not whole any more"];
  const note = notes.filter(Boolean).join(", ");
  return `${[when, id, `${pages} pages`.padEnd(11), (commit ?? "no commit").padEnd(12), state, note].join("  ").trimEnd()}\n`;
}

export function addDiffCommand(program: Command, signal: AbortSignal): void {
  addInputOptions(
    program.command("diff").description("show what changes for visitors: words, pictures, addresses, weight"),
  )
    .argument(
      "[target | revision]",
      "what to compare with: a target of `publish` in site.yaml, or a git revision such as HEAD~1 (default: the live target or the only one, else the last build, else the last commit)",
    )
    .option("--html <file>", "write a page with pictures, and both versions of each page; needs no network")
    .option("--json", "print one JSON document with all changes")
    .action(async (against: string | undefined, flags) => {
      const line = flags.json ? undefined : createProgressLine();
      const { change, report, warnings } = await diff({
        ...inputsOf(flags),
        ...{ against, html: flags.html, signal, onProgress: line?.onProgress },
      }).finally(line?.clear);
      if (flags.json) return printDocument({ ok: true, ...change, ...(report && { report }) }, warnings);
      process.stdout.write(diffTable(change));
      if (report) process.stdout.write(`Wrote ${report.file} (${sizeText(report.bytes)}).\n`);
      printDiagnostics(warnings);
    });
}

export function addRestoreCommand(program: Command): void {
  addFolderOptions(
    program
      .command("restore")
      .description("give files that a CMS has written whole their comments, order, quotes and blank lines back"),
  )
    .requiredOption("--since <revision>", "the git revision that still has them, such as origin/main")
    .option("--json", "print one JSON document about the files")
    .action(async ({ since, json, ...flags }) => {
      const result = await restore({ ...foldersOf(flags), since });
      const { warnings, ...files } = result;
      if (json) return printDocument({ ok: true, ...files }, warnings);
      process.stdout.write(restoreText(result, since));
      printDiagnostics(warnings);
    });
}

function restoreText({ restored, unchanged, warnings }: RestoreResult, since: string): string {
  const differs = (lines: number) => `${lines} ${lines === 1 ? "line differs" : "lines differ"} from ${since}`;
  const rows = [
    ...restored.map(({ file, lines }) => `Restored ${file}: ${differs(lines)}`),
    ...unchanged.map((file) => `${file} needs nothing`),
    ...warnings.map(({ file }) => `Left ${file}`),
  ];
  return rows.length === 0 ? `No content file of ${since} has changed.\n` : `${rows.join("\n")}\n`;
}

export function addHostCommand(program: Command): void {
  addInputOptions(program.command("host").description("print the configuration of a host for this very site"))
    .addArgument(new Argument("<host>", "where the site is published").choices([...configNames]))
    .option(
      "--root <dir>",
      "where the site is on the server, for nginx and caddy (default: /var/www/ and its host name)",
    )
    .option("--json", "print one JSON document with the configuration")
    .action(async (host, flags) => {
      const config = await hostConfig({ ...inputsOf(flags), host, siteRoot: flags.root });
      printResult(flags.json, { host, config }, config);
    });
}

export function addVerifyCommand(program: Command, signal: AbortSignal): void {
  addInputOptions(program.command("verify").description("compare the live site with the built one, from outside"))
    .argument("<url>", "where visitors find it, such as https://www.example.com")
    .option("--json", "print one JSON document with all differences")
    .action(async (url: string, flags) => {
      const result = await verify({ ...inputsOf(flags), url, signal });
      const ok = result.differences.length === 0;
      if (!ok) process.exitCode = EXIT.failed;
      printResult(flags.json, { ok, ...result }, differenceTable(result));
    });
}

const WIDTHS = [12, 36, 30, 30];

/** A row for each kind of difference, with how to fix it below; for people. */
export function differenceTable({ url, asked, differences }: VerifyResult): string {
  if (differences.length === 0) return `${url} is as it was built: ${asked} addresses asked.\n`;
  const cut = (text: string, width = 0) => (text.length > width ? `${text.slice(0, width - 1)}…` : text).padEnd(width);
  const row = (...cells: readonly string[]) =>
    cells
      .map((cell, column) => cut(cell, WIDTHS[column]))
      .join("  ")
      .trimEnd();
  const rows = groupDifferences(differences).flatMap(({ check, address, expected, found, fix, more }) => [
    row(check, more === 0 ? address : `${cut(address, 22).trimEnd()} and ${more} more`, expected, found),
    `${cut("", WIDTHS[0])}  fix: ${fix}`,
  ]);
  const lines = [row("check", "address", "expected", "found"), ...rows, ""];
  const count = `${differences.length} ${differences.length === 1 ? "difference" : "differences"}`;
  return `${lines.join("\n")}\n${count} at ${url}, of ${asked} addresses asked.\n`;
}
