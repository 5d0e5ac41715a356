// One run of a program: time on the clock and of all cores, and the most memory it held.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

export const median = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];

/** The median times of several runs, and the most memory of any. */
export const summed = (runs) => ({
  ms: median(runs.map((run) => run.ms)),
  cpuMs: median(runs.map((run) => run.cpuMs)),
  mib: Math.max(...runs.map((run) => run.mib ?? 0)),
});

export function createMeter(env) {
  const dir = mkdtempSync(join(tmpdir(), "eventsite-meter-"));
  const usage = join(dir, "usage.json");
  const hook = join(dir, "hook.mjs");
  writeFileSync(
    hook,
    `import { writeFileSync } from "node:fs"; process.on("exit", () => writeFileSync(${JSON.stringify(usage)}, JSON.stringify(process.resourceUsage())));`,
  );
  const timed = (command, args, options) => {
    const start = process.hrtime.bigint();
    const { status, stderr, error } = spawnSync(command, args, {
      env: { ...process.env, NODE_ENV: "production", ...env },
      encoding: "utf8",
      ...options,
    });
    const ms = Number(process.hrtime.bigint() - start) / 1e6;
    if (status !== 0) throw error ?? new Error(`${args.join(" ")} ended with ${status}:\n${stderr}`);
    return ms;
  };
  return {
    node(args, options) {
      const ms = timed(process.execPath, ["--import", pathToFileURL(hook).href, ...args], options);
      const { maxRSS, userCPUTime, systemCPUTime } = JSON.parse(readFileSync(usage, "utf8"));
      return { ms, cpuMs: (userCPUTime + systemCPUTime) / 1000, mib: maxRSS / 1024 };
    },
    close: () => rmSync(dir, { recursive: true, force: true }),
  };
}
