// What commands have in common: their surroundings, their exit codes, and the running relay.
import { once } from "node:events";
import { request } from "node:http";
import { userInfo } from "node:os";
import { text } from "node:stream/consumers";
import { type Command, InvalidArgumentError } from "commander";
import { timeOf } from "../clock.ts";
import { readSocketPath } from "../config/config.ts";
import { type StoreError, storeHints } from "../errors.ts";
import type { Filter } from "../service/parameters.ts";
import { ACTOR_HEADER, COMMANDS_PATH, CommandError, type Problem, type ProblemCode } from "../service/protocol.ts";
import type { Service } from "../service/service.ts";
import { ENTRY_STATES } from "../store/outbox-entry.ts";
import { type Pause, pausedMails } from "../store/records.ts";

export { counted } from "../mail/mail-words.ts";

/** As the site's command line has them; scripts rely on these. 74 is `EX_IOERR` of sysexits(3): the disk can no longer be trusted. 75 is `EX_TEMPFAIL`: a mail
 * server keeps the mail and comes again. */
export const EXIT = { done: 0, failed: 1, usage: 2, storeFailed: 74, tryAgain: 75, interrupted: 130 } as const;

export interface CommandContext {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Aborted by Ctrl-C, SIGTERM and SIGHUP, with the signal's name as reason. */
  readonly signal: AbortSignal;
}

export type CommandLine = ReturnType<typeof createCommandLine>;

/** What commands are added to, and how they ask the running relay: what passes is JSON. */
export function createCommandLine(program: Command, { env, signal }: CommandContext) {
  /** Of the configuration only the socket matters here: the others are the relay's own. */
  const ask = <Name extends keyof Service>(name: Name, given: Given<Name>): Promise<Answer<Name>> =>
    callRelay(readSocketPath(env), name, given, signal);
  return {
    env,
    signal,
    program,
    add: (name: string, description: string): Command =>
      program.command(name).description(description).option("--json", "print one JSON document"),
    ask,
    /** What the running relay answers; or, where none runs, what `otherwise` makes of that. */
    askIfRunning: <Name extends keyof Service>(
      name: Name,
      given: Given<Name>,
      otherwise: (problem: Problem) => Promise<Answer<Name>>,
    ): Promise<Answer<Name>> =>
      ask(name, given).catch((error) => {
        if (!(error instanceof CommandError) || error.problem.code !== "RELAY_NOT_RUNNING") throw error;
        return otherwise(error.problem);
      }),
  };
}

// The command line's end of the local socket.

type Given<Name extends keyof Service> = Parameters<Service[Name]>[0];
type Answer<Name extends keyof Service> = Awaited<ReturnType<Service[Name]>>;

/** Calls a relay that runs; what passes is JSON. Rejects with the relay's problem, RELAY_NOT_RUNNING, SOCKET_DENIED or CONNECTION_LOST. */
export async function callRelay<Name extends keyof Service>(
  socketPath: string,
  name: Name,
  given: Given<Name>,
  signal?: AbortSignal,
): Promise<Answer<Name>> {
  const sent = request({
    ...{ socketPath, signal, agent: false, method: "POST", path: COMMANDS_PATH + name },
    headers: { [ACTOR_HEADER]: encodeURIComponent(userName()).slice(0, 100) },
  });
  // What breaks off behind the answer's head is met by its reader.
  sent.on("error", () => {}).end(JSON.stringify(given));
  const [response] = await once(sent, "response").catch((error) => {
    throw connectError(error, socketPath);
  });
  const body = await text(response).catch((cause) => {
    throw lost(cause);
  });
  const { problem, result } = JSON.parse(body);
  if (problem) throw errorOf(problem);
  return result;
}

const errorOf = ({ code, message, hint }: Problem) => new CommandError(code, message, { hint: hint ?? undefined });

const lost = (cause: unknown) =>
  new CommandError("CONNECTION_LOST", "The relay ended before its answer was whole.", {
    hint: "start it again and repeat the command",
    cause,
  });

/** In a container a user may have a number alone. */
function userName(): string {
  try {
    return userInfo().username;
  } catch {
    return String(process.getuid?.() ?? "");
  }
}

function connectError(cause: NodeJS.ErrnoException, socketPath: string): CommandError {
  if (cause.code === "EACCES" || cause.code === "EPERM")
    return new CommandError(
      "SOCKET_DENIED",
      `You may not open ${socketPath}: it belongs to the user the relay runs as.`,
      { hint: "run the command as that user", cause },
    );
  if (cause.code === "ECONNRESET" || cause.code === "EPIPE") return lost(cause);
  return new CommandError("RELAY_NOT_RUNNING", `No relay answers on ${socketPath}.`, {
    hint: "start it with `eventsite-relay`, or set RELAY_SOCKET as the running relay has it",
    cause,
  });
}

// How commands are described. Options that several share become the parameters of an operation, which the running relay reads.

export interface Flags {
  readonly json?: boolean;
}

export interface FilterFlags extends Flags, Pick<Filter, "state" | "form" | "email" | "search" | "heldFor"> {
  readonly since?: number;
  readonly until?: number;
}

export function addFilterOptions(command: Command): Command {
  return command
    .option("--state <state>", `with a mail in this state: ${ENTRY_STATES.join(", ")}`)
    .option("--form <form>", "of this form")
    .option("--email <address>", "of this visitor")
    .option("--since <time>", "received from then on: 2026-03-14, 2026-03-14T09:00:00-04:00, 36h or 7d", parseTime)
    .option("--until <time>", "received before then", parseTime)
    .option("--search <words>", "with these words in any field, or this phone number however it is written")
    .option("--held-for <reason>", "held because it is suspicious (suspicion), or because its sender is (blocked)");
}

export const filterOf = ({ since, until, state, form, email, search, heldFor }: FilterFlags): Filter => ({
  ...{ state, form, email, search, heldFor },
  ...{ receivedFrom: since, receivedBefore: until },
});

const UNIT_MS: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000 };

/** Milliseconds since 1970. A date without a time is its midnight in UTC, a span reaches back from now. */
export function parseTime(text: string): number {
  const [, amount, unit = ""] = /^(\d{1,6})([mhd])$/.exec(text) ?? [];
  if (amount !== undefined) return Math.max(0, Date.now() - Number(amount) * (UNIT_MS[unit] ?? 0));
  const time = /^\d{4}-\d{2}-\d{2}/.test(text) ? Date.parse(text) : Number.NaN;
  if (!(time >= 0)) throw new InvalidArgumentError("Write a date, a date and time, or a span such as 36h or 7d.");
  return time;
}

export function parseCount(text: string): number {
  const count = Number(text);
  if (!Number.isSafeInteger(count) || count < 1) throw new InvalidArgumentError("Write a number from 1 on.");
  return count;
}

// How commands speak: results on standard output, problems on standard error; with --json one document on standard output.

/** An error, unless it says that it is a warning. */
export interface Diagnostic extends Problem {
  readonly severity?: "warning";
}

/** `{ ok, ...result, diagnostics }`. */
export function printDocument(ok: boolean, result: object, problems: readonly Diagnostic[] = []): void {
  const diagnostics = problems.map(({ code, severity = "error", message, hint }) => ({
    code,
    severity,
    message,
    hint,
  }));
  process.stdout.write(`${JSON.stringify({ ok, ...result, diagnostics }, null, 2)}\n`);
}

/** What stops a command, or went wrong besides. */
export function printProblems(json: boolean | undefined, problems: readonly Problem[]): void {
  if (json) printDocument(false, {}, problems);
  for (const { code, message, hint } of json ? [] : problems)
    process.stderr.write(`${code}\n  ${message}\n${hint === null ? "" : `  hint: ${hint}\n`}`);
}

/** A command's result: with --json one document, otherwise text. What went wrong besides makes the command fail. */
export function answer(json: boolean | undefined, result: object, text: string, problems: readonly Problem[] = []) {
  if (json) printDocument(problems.length === 0, result, problems);
  else {
    printProblems(json, problems);
    say(text);
  }
  if (problems.length > 0) process.exitCode = EXIT.failed;
}

export const say = (text: string): void => void process.stdout.write(`${text}\n`);

/** An error of the store as one of the command; `message` without its capital and its full stop. */
export function storeProblem(error: StoreError, code: ProblemCode, message: string, hint?: string): CommandError {
  const text = `${message.charAt(0).toUpperCase()}${message.slice(1)}.`;
  return new CommandError(code, text, { hint: hint ?? storeHints[error.failure], cause: error });
}

/** What a terminal may show of what a visitor typed: no control characters, no direction tricks. */
export const visible = (text: string): string => text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, " ");

/** Columns as wide as their longest cell, two blanks between them. */
export function tableOf(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => [...(row[column] ?? "")].length)));
  const line = (row: readonly string[]) =>
    row
      .map((cell, column) => cell + " ".repeat((widths[column] ?? 0) - [...cell].length))
      .join("  ")
      .trimEnd();
  return rows.map(line).join("\n");
}

export const pauseLines = (pauses: readonly Pause[]): string[] =>
  pauses.map((pause) => `Paused until ${timeOf(pause.until)}: ${visible(pausedMails(pause))} (${pauseReason(pause)})`);

/** The route of calls is the receiver's address. */
export const pauseReason = ({ cause, route }: Pause): string =>
  route?.includes("://")
    ? "the receiver takes no calls"
    : `the mail server ${cause === "away" ? "is away" : "refuses such mails"}`;
