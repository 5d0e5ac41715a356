import { readConfig } from "../config/config.ts";
import type { DoctorParameters } from "../service/parameters.ts";
import type { Finding } from "../service/protocol.ts";
import { type CommandLine, EXIT } from "./command-line.ts";
import type { Flags } from "./options.ts";
import { type CommandDiagnostic, printDocument, say, visible } from "./print.ts";

const MARKS: Readonly<Record<Finding["status"], string>> = { ok: "ok", warning: "WARN", failed: "FAIL", skipped: "-" };
const each = (value: string, values: readonly string[]) => [...values, value];

export function addDoctorCommand(cli: CommandLine): void {
  cli
    .add(
      "doctor",
      "look at the relay and all it needs: browser, mail server, sender, disk, clock; sends no mail of its own accord",
    )
    .option("--url <address>", "where browsers reach the relay (default: where it listens)")
    .option("--dkim-selector <name>", "the name of the DKIM key, as the mail server's provider shows it", each, [])
    .option("--send-test <address>", "send one test mail over the configured route and report the server's answer")
    .action(async ({ json, ...parameters }: Flags & DoctorParameters) => {
      const findings = await cli.askIfRunning("doctor", parameters, async (problem) => {
        const { runDoctor } = await import("../doctor/run-doctor.ts");
        return runDoctor({ ...parameters, config: readConfig(cli.env), running: null, problem, now: Date.now });
      });
      const isWell = findings.every(({ status }) => status !== "failed");
      if (json) printDocument(isWell, { findings }, findings.flatMap(diagnosticOf));
      else say(findings.map(lineOf).join("\n"));
      if (!isWell) process.exitCode = EXIT.failed;
    });
}

const lineOf = ({ check, status, message, hint }: Finding): string =>
  `${MARKS[status].padEnd(4)}  ${check}: ${visible(message)}${hint === null ? "" : `\n      hint: ${hint}`}`;

function diagnosticOf({ check, status, message, hint }: Finding): CommandDiagnostic[] {
  if (status !== "failed" && status !== "warning") return [];
  const severity = status === "failed" ? undefined : status;
  return [{ code: "CHECK_FAILED", severity, message: `${check}: ${message}`, hint }];
}
