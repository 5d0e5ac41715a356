// The steps of a workflow or a pipeline as a runner takes them: their `run:` or `script:` lines, in a clone, with the variables that they
// name. Packages are there already, and `gh` writes down what it would send.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { text as readText } from "node:stream/consumers";
import { parse } from "yaml";
import { launcher, plainEnvironment } from "./command.ts";

type Variables = Readonly<Record<string, string>>;

export interface RunStep {
  readonly name: string;
  readonly status: number | null;
  readonly output: string;
}

export interface Runner {
  /** Programs that stand in front of the machine's own. */
  readonly bin: string;
  /** What `gh` was called with, each time: its words, and the file that it would send. */
  readonly comments: string;
}

export function createRunner(folder: string): Runner {
  const runner = { bin: join(folder, "bin"), comments: join(folder, "comments") };
  mkdirSync(runner.bin, { recursive: true });
  const program = (name: string, text: string) => {
    writeFileSync(join(runner.bin, name), `#!/bin/sh\n${text}\n`);
    chmodSync(join(runner.bin, name), 0o755);
  };
  program("npm", "exit 0");
  program("npx", `shift\nexec "${process.execPath}" "${launcher}" "$@"`);
  program("gh", `{ echo "$*"; cat "$5"; } >> "${runner.comments}"`);
  return runner;
}

interface Step {
  readonly name?: string;
  readonly run?: string;
  readonly if?: string;
}

/** `values` are those of the expressions that the workflow holds: "github.head_ref". A step after a failed one runs where it says so. */
export async function runWorkflow(text: string, values: Variables, options: RunOptions): Promise<RunStep[]> {
  const { cwd, env = {}, runner } = options;
  const { jobs } = parse(text) as { jobs: Record<string, { env?: Variables; steps: readonly Step[] }> };
  const [job] = Object.values(jobs);
  const filled = (template: string) =>
    template.replace(/\$\{\{ *(.*?) *\}\}/g, (_, name: string) => {
      if (values[name] === undefined) throw new Error(`The workflow names ${name}.`);
      return values[name];
    });
  const variables = Object.fromEntries(Object.entries(job?.env ?? {}).map(([name, value]) => [name, filled(value)]));
  const summary = { GITHUB_STEP_SUMMARY: join(cwd, "..", "summary.md") };
  const done: RunStep[] = [];
  for (const { name = "", run, if: condition } of job?.steps ?? []) {
    const hasFailed = done.some(({ status }) => status !== 0);
    if (run === undefined || !isDue(condition, values, hasFailed)) continue;
    done.push(await shell(name, "bash -e", filled(run), { cwd, env: { ...variables, ...summary, ...env }, runner }));
  }
  return done;
}

function isDue(condition: string | undefined, values: Variables, hasFailed: boolean): boolean {
  if (condition?.includes("!cancelled()")) return true;
  const [, name = "", start = ""] = /^startsWith\(([\w.]+), '(.*)'\)$/.exec(condition ?? "") ?? [];
  return !hasFailed && (condition === undefined || (values[name] ?? "").startsWith(start));
}

interface PipelineJob {
  readonly script: readonly string[];
  readonly after_script?: readonly string[];
}

/** A job of GitLab: one shell for what is before it and its script, another for what comes after, in any case. */
export async function runPipelineJob(text: string, name: string, { cwd, env = {}, runner }: RunOptions) {
  const { default: shared, ...others } = parse(text) as { default: { before_script: readonly string[] } };
  const job = (others as unknown as Record<string, PipelineJob>)[name];
  const script = [...shared.before_script, ...(job?.script ?? [])].join("\n");
  const steps = { script, after_script: (job?.after_script ?? []).join("\n") };
  const done: RunStep[] = [];
  for (const [step, lines] of Object.entries(steps))
    done.push(await shell(step, "bash -eo pipefail", lines, { cwd, env, runner }));
  return done;
}

interface RunOptions {
  readonly cwd: string;
  readonly env?: Variables | undefined;
  readonly runner: Runner;
}

async function shell(name: string, command: string, script: string, options: RunOptions): Promise<RunStep> {
  const { cwd, env, runner } = options;
  const [program = "", ...args] = command.split(" ");
  const plain = plainEnvironment();
  const child = spawn(program, [...args, "-c", script], {
    cwd,
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...plain, ...env, PATH: `${runner.bin}:${plain.PATH}` },
  });
  const [stdout, stderr, [status]] = await Promise.all([
    readText(child.stdout),
    readText(child.stderr),
    once(child, "close") as Promise<[number | null]>,
  ]);
  return { name, status, output: `${stdout}${stderr}` };
}
