// Real web servers with the configuration that `eventsite host` prints, on a port of this machine. Only those that are installed.
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { freePort } from "../relay/postgres-server.mjs";

export type RealHost = "nginx" | "caddy";

/** The program of a server: on the PATH, where Debian has it for root, or named by a variable such as CADDY_PATH. */
export function programOf(name: RealHost): string | undefined {
  const named = process.env[`${name.toUpperCase()}_PATH`];
  const folders = [...(process.env.PATH ?? "").split(delimiter), "/usr/sbin", "/usr/local/sbin"];
  return [...(named ? [named] : []), ...folders.map((folder) => join(folder, name))].find((path) => existsSync(path));
}

/** The printed texts of one or more sites in a whole configuration of nginx that needs no rights, no folder of the system and no certificate. */
export function wholeNginxConfig(config: string, dir: string, port: number): string {
  const temp = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map((name) => `${name}_temp_path ${dir}/${name};`);
  const plain = config
    .replace(/server \{\n {2}listen 80;\n(?:(?!\n\}).)*return 301 https:(?:(?!\n\}).)*\n\}\n/gs, "")
    .replaceAll(/ {2}ssl_certificate.*\n/g, "")
    .replaceAll(/listen (?:80|443 ssl http2);/g, `listen 127.0.0.1:${port};`);
  return `${process.getuid?.() === 0 ? "user root; " : ""}daemon off; pid ${dir}/pid; error_log stderr warn; worker_processes 1;
events {}
http { access_log off; ${temp.join(" ")}
${plain}
}
`;
}

/** The checker of the host itself. Returns what it prints; throws where it refuses. */
export function validate(name: RealHost, program: string, config: string, dir: string): string {
  mkdirSync(dir, { recursive: true });
  const file = join(dir, "config");
  writeFileSync(file, name === "nginx" ? wholeNginxConfig(config, dir, 18_080) : config);
  const args = name === "nginx" ? ["-t", "-c", file] : ["validate", "--config", file, "--adapter", "caddyfile"];
  return execFileSync("sh", ["-c", '"$@" 2>&1', "sh", program, ...args], {
    encoding: "utf8",
    env: { ...process.env, HOME: dir },
  });
}

/** Runs `use` with the address of a server that has the printed configuration. */
export async function withRealHost<Result>(
  name: RealHost,
  program: string,
  config: string,
  dir: string,
  use: (url: string) => Promise<Result>,
): Promise<Result> {
  mkdirSync(dir, { recursive: true });
  const port = await freePort();
  const file = join(dir, "config");
  const text =
    name === "nginx"
      ? wholeNginxConfig(config, dir, port)
      : `{\n\tadmin off\n}\n${config.replace(/^www\.example\.com \{/m, `http://127.0.0.1:${port} {`).replace(/^relay\.example\.com \{/m, "http://relay.invalid:18999 {")}`;
  writeFileSync(file, text);
  const args = name === "nginx" ? ["-c", file] : ["run", "--config", file, "--adapter", "caddyfile"];
  const server = spawn(program, args, { stdio: ["ignore", "ignore", "pipe"], env: { ...process.env, HOME: dir } });
  const ended = once(server, "exit");
  try {
    await answering(server, `http://127.0.0.1:${port}/`);
    return await use(`http://127.0.0.1:${port}`);
  } finally {
    server.kill("SIGTERM");
    await ended;
  }
}

/** Asks until it answers: neither server says when its port is open. */
async function answering(server: ChildProcess, url: string): Promise<void> {
  let said = "";
  server.stderr?.on("data", (text) => {
    said += text;
  });
  for (;;) {
    if (server.exitCode !== null) throw new Error(`The server ended: ${said}`);
    try {
      await fetch(url);
      return;
    } catch {
      await new Promise((done) => setImmediate(done));
    }
  }
}
