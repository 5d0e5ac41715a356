import type { Command } from "commander";
import { type DifferenceGroup, groupDifferences } from "../publish/live/host-fixes.ts";
import { type VerifyResult, verify } from "../publish/live/verify-live.ts";
import { addInputOptions, inputsOf } from "./input-options.ts";
import { EXIT, printResult } from "./report.ts";

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

const cut = (text: string, width = 0): string =>
  (text.length > width ? `${text.slice(0, width - 1)}…` : text).padEnd(width);

const addressesText = ({ address, more }: DifferenceGroup): string =>
  more === 0 ? address : `${cut(address, 22).trimEnd()} and ${more} more`;

/** A row for each kind of difference, and below it how to fix it. */
export function differenceTable({ url, asked, differences }: VerifyResult): string {
  if (differences.length === 0) return `${url} is as it was built: ${asked} addresses asked.\n`;
  const row = (...cells: readonly string[]) =>
    cells
      .map((cell, column) => cut(cell, WIDTHS[column]))
      .join("  ")
      .trimEnd();
  const rows = groupDifferences(differences).flatMap((group) => [
    row(group.check, addressesText(group), group.expected, group.found),
    `${cut("", WIDTHS[0])}  fix: ${group.fix}`,
  ]);
  const lines = [row("check", "address", "expected", "found"), ...rows, ""];
  const count = `${differences.length} ${differences.length === 1 ? "difference" : "differences"}`;
  return `${lines.join("\n")}\n${count} at ${url}, of ${asked} addresses asked.\n`;
}
