// `npm start`: the site and its relay together. When one of them ends, the other is ended. Plain Node: it only starts programs.
import { spawn } from "node:child_process";
import { createServer } from "node:net";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const cliDir = dirname(dirname(fileURLToPath(import.meta.url)));
const siteCommand = join(cliDir, "eventsite.mjs");
const relayCommand = join(dirname(cliDir), "relay/eventsite-relay.mjs");
const args = process.argv.slice(2);
const SITE_PORT = 4321;

/** Set once, when everything ends: the exit code. */
let ending;
const running = new Set();

function run(file, given, env, stdio) {
  const child = spawn(process.execPath, [file, ...given], { env: { ...process.env, ...env }, stdio });
  running.add(child);
  child.once("exit", (code, signal) => {
    running.delete(child);
    end(code ?? (signal === "SIGINT" ? 130 : 1));
  });
  return child;
}

function end(code) {
  if (ending === undefined) {
    ending = code;
    for (const child of running) child.kill("SIGTERM");
  }
  if (running.size === 0) process.exit(ending);
}

/** The value of `--name value` or `--name=value`; null where it is not given. */
function optionOf(name) {
  const at = args.findLastIndex((arg) => arg === name || arg.startsWith(`${name}=`));
  if (at < 0) return null;
  return args[at] === name ? (args[at + 1] ?? "") : args[at].slice(name.length + 1);
}

/** Any free port: the relay has to know the site's address before the site is up. */
const freePort = () =>
  new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });

/**
 * The file with the words of the mails; null where the content is broken: the build reports that, and the relay has default words.
 */
function writeMailWords() {
  const file = ".eventsite/mail-words.json";
  const given = ["--content", "--templates"].flatMap((name) => {
    const value = optionOf(name);
    return value === null ? [] : [name, value];
  });
  const child = spawn(process.execPath, [siteCommand, "mail-words", "--out", file, ...given], { stdio: "ignore" });
  running.add(child);
  return new Promise((resolve) => {
    child.once("exit", (code) => {
      running.delete(child);
      if (ending !== undefined) end(ending);
      resolve(code === 0 ? file : null);
    });
  });
}

/** Starts the relay and returns its address, and its mailbox where it has one. Another relay may be named instead, as for a build. */
async function startRelay(sitePort, isAnyPort) {
  const words = process.env.RELAY_MAIL_WORDS || (await writeMailWords());
  const env = {
    ...(words === null ? {} : { RELAY_MAIL_WORDS: words }),
    RELAY_FORMS: process.env.RELAY_FORMS || `http://localhost:${sitePort}/forms.json`,
    RELAY_SITE_URL: process.env.RELAY_SITE_URL || `http://localhost:${sitePort}`,
    LOG_LEVEL: process.env.LOG_LEVEL || "warn",
    ...(isAnyPort && !process.env.PORT ? { PORT: "0" } : {}),
  };
  const relay = run(relayCommand, [], env, ["ignore", "inherit", "pipe"]);
  relay.stderr.setEncoding("utf8");
  let output = "";
  return new Promise((resolve) => {
    relay.stderr.on("data", (text) => {
      output += text;
      const [line, url] = /^The relay takes requests at (\S+) .*\n/m.exec(output) ?? [];
      const [link, mailbox = null] = /^Mails of this relay are at (\S+)\n/m.exec(output) ?? [];
      process.stderr.write(text.replace(line ?? "", "").replace(link ?? "", ""));
      if (url === undefined) return;
      output = "";
      resolve({ url, mailbox });
    });
  });
}

for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => end(130));

const asked = optionOf("--port");
const sitePort = asked === "0" ? await freePort() : (asked ?? SITE_PORT);
const portArgs = asked === "0" ? ["--port", String(sitePort)] : [];
const relayElsewhere = optionOf("--relay-url") ?? process.env.EVENTSITE_RELAY_URL;
if (relayElsewhere) {
  run(siteCommand, ["serve", ...args, ...portArgs], {}, "inherit");
} else {
  const { url, mailbox } = await startRelay(sitePort, asked === "0");
  // The process may be ended while the relay starts.
  if (ending === undefined) {
    run(siteCommand, ["serve", ...args, ...portArgs, "--relay-url", url], {}, "inherit");
    if (mailbox !== null) process.stdout.write(`Mails that the forms send are at ${mailbox}\n`);
  }
}
