import type { Command } from "commander";
import type { VerifyResult } from "../index.ts";
import { groupDifferences } from "../publish/verify/host-fixes.ts";
import { verify } from "../publish/verify/verify.ts";
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

const COLUMNS = { check: 12, address: 36, expected: 30, found: 30 } as const;

/** A row for each kind of difference, with how to fix it below; for people. */
export function differenceTable({ url, asked, differences }: VerifyResult): string {
  if (differences.length === 0) return `${url} is as it was built: ${asked} addresses asked.\n`;
  const cut = (text: string, width: number) =>
    (text.length > width ? `${text.slice(0, width - 1)}…` : text).padEnd(width);
  const row = (cells: Readonly<Record<keyof typeof COLUMNS, string>>) =>
    Object.entries(COLUMNS)
      .map(([name, width]) => cut(cells[name as keyof typeof COLUMNS], width))
      .join("  ")
      .trimEnd();
  const rows = groupDifferences(differences).flatMap(({ check, address, expected, found, fix, more }) => [
    row({ check, address: more === 0 ? address : `${cut(address, 22).trimEnd()} and ${more} more`, expected, found }),
    `${" ".repeat(COLUMNS.check + 2)}fix: ${fix}`,
  ]);
  const head = row({ check: "check", address: "address", expected: "expected", found: "found" });
  return `${[head, ...rows].join("\n")}\n\n${differences.length} ${differences.length === 1 ? "difference" : "differences"} at ${url}, of ${asked} addresses asked.\n`;
}
