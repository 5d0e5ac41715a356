// What trials share: how they say that a machine cannot run them, and what they hold against what was promised.
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
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

export function needRoot(what) {
  if (process.getuid?.() !== 0) throw new CannotRun(`${what} needs root`);
}

export const projectDir = fileURLToPath(new URL("../../", import.meta.url));

export async function freePort() {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address();
  server.close();
  await once(server, "close");
  return port;
}

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
