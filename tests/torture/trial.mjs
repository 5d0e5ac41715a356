// What trials share: how they say that a machine cannot run them, and what they hold against what was promised.
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export class CannotRun extends Error {}

/** How the process of a trial ends. */
export const EXIT = { held: 0, failed: 1, cannotRun: 3 };

export function assert(condition, message) {
  if (!condition) throw new Error(message);
}

/** Runs a tool; throws CannotRun where it is not there or may not. */
export function tool(command, ...args) {
  const { status, stdout, stderr, error } = spawnSync(command, args, { encoding: "utf8" });
  if (error?.code === "ENOENT") throw new CannotRun(`there is no ${command} on this machine`);
  if (status !== 0) throw new CannotRun(`${command} ${args.join(" ")}: ${stderr.trim() || `ended with ${status}`}`);
  return stdout;
}

/** Words in front of `node`: what becomes of each sync of the disk. */
export function injecting(fault) {
  tool("strace", "-V");
  const syncs = "fsync,fdatasync";
  return ["strace", "-f", "-qq", "-o", "/dev/null", "-e", `trace=${syncs}`, "-e", `inject=${syncs}:${fault}`];
}

export function needRoot(what) {
  if (process.getuid?.() !== 0) throw new CannotRun(`${what} needs root`);
}

/** A relay that was started, as `{ url, child, exited }`, when it takes requests. */
export async function listening(child) {
  const exited = once(child, "exit").then(([code, signal]) => ({ code, signal }));
  let output = "";
  const port = await new Promise((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr])
      stream.on("data", (chunk) => {
        output += chunk;
        const found = /"port":(\d+)/.exec(output)?.[1];
        if (found !== undefined) resolve(found);
      });
    exited.then(({ code }) =>
      reject(new Error(`the relay ended with ${code} before it was ready:\n${output.slice(-2000)}`)),
    );
  });
  return { url: `http://127.0.0.1:${port}`, child, exited };
}

export const projectDir = fileURLToPath(new URL("../../", import.meta.url));

/** Test files of the project, with variables of their own. */
export async function runTests({ files, flags = [], env, tell }) {
  const vitest = join(projectDir, "node_modules/vitest/vitest.mjs");
  const child = spawn(process.execPath, [vitest, "run", ...flags, ...files], {
    cwd: projectDir,
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let said = "";
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding("utf8").on("data", (text) => (said += text));
  const [code, signal] = await once(child, "close");
  tell(/seed \d+/.exec(said)?.[0] ?? "no seed was printed");
  tell(/Tests .*/.exec(said)?.[0] ?? "no count was printed");
  assert(code === 0, `vitest ended with ${code ?? signal}:\n${said}`);
}
