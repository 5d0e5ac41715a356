// `npm start`: the site and its relay together. When one of them ends, the other is ended. Plain Node: it only starts programs.
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { createServer } from "node:net";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const cliDir = dirname(dirname(fileURLToPath(import.meta.url)));
const siteCommand = join(cliDir, "eventsite.mjs");
const relayCommand = join(dirname(cliDir), "relay/eventsite-relay.mjs");
const args = process.argv.slice(2);
const SITE_PORT = 4321;
const INTERRUPTED = 130;

/** Set once, when everything ends: the exit code. */
let ending;
const running = new Set();

function start(file, given, { env, stdio }) {
  const child = spawn(process.execPath, [file, ...given], { env: { ...process.env, ...env }, stdio });
  running.add(child);
  child.once("exit", () => {
    running.delete(child);
    if (ending !== undefined) end(ending);
  });
  return child;
}

/** Starts a program without which the other is of no use. */
function startPart(file, given, how) {
  const child = start(file, given, how);
  child.once("exit", (code, signal) => end(code ?? (signal === "SIGINT" ? INTERRUPTED : 1)));
  return child;
}

function end(code) {
  if (ending === undefined) {
    ending = code;
    for (const child of running) child.kill("SIGTERM");
  }
  if (running.size === 0) process.exit(ending);
}

/** A closed terminal is SIGHUP. */
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => end(INTERRUPTED));
// Nobody reads what is written after the terminal was closed.
for (const stream of [process.stdout, process.stderr]) stream.on("error", () => {});

const PARENT_EVERY_MS = 250;
// npm ends the shell that it has started this program with, and the shell ends without a word to it.
if (process.env.npm_lifecycle_event !== undefined) {
  const parent = process.ppid;
  setInterval(() => {
    if (process.ppid !== parent) end(INTERRUPTED);
  }, PARENT_EVERY_MS).unref();
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
 * Writes what the relay says in its mails and what the forms ask, before it starts. Where the content is broken, the files of an earlier
 * start are used or the relay's own words: the site reports what is wrong.
 */
async function writeRelayFiles() {
  const files = { RELAY_MAIL_WORDS: ".eventsite/mail-words.json", RELAY_FORMS: ".eventsite/forms.json" };
  const folders = ["--content", "--templates"].flatMap((name) => {
    const value = optionOf(name);
    return value === null ? [] : [name, value];
  });
  const given = ["mail-words", "--out", files.RELAY_MAIL_WORDS, "--forms", files.RELAY_FORMS, ...folders];
  const child = start(siteCommand, given, { stdio: "ignore" });
  await new Promise((resolve) => child.once("exit", resolve));
  return Object.fromEntries(Object.entries(files).filter(([, file]) => existsSync(file)));
}

/** Starts the relay and returns its address, and its mailbox where it has one. What the environment names wins. */
async function startRelay(sitePort, isAnyPort) {
  const defaults = {
    ...(await writeRelayFiles()),
    RELAY_SITE_URL: `http://localhost:${sitePort}`,
    LOG_LEVEL: "warn",
    ...(isAnyPort && { PORT: "0" }),
  };
  const env = Object.fromEntries(Object.entries(defaults).filter(([name]) => !process.env[name]));
  // The process may be ended while the files are written.
  if (ending !== undefined) return new Promise(() => {});
  const relay = startPart(relayCommand, [], { env, stdio: ["ignore", "inherit", "pipe"] });
  relay.stderr.setEncoding("utf8");
  let output = "";
  let isUp = false;
  return new Promise((resolve) => {
    relay.stderr.on("data", (text) => {
      if (isUp) return process.stderr.write(text);
      output += text;
      const [, url] = /^The relay takes requests at (\S+) .*\n/m.exec(output) ?? [];
      if (url === undefined) return;
      isUp = true;
      const [, mailbox = null] = /^Mails of this relay are at (\S+)\n/m.exec(output) ?? [];
      process.stderr.write(output.replace(/^(?:The relay takes requests|Mails of this relay|Its forms) .*\n/gm, ""));
      resolve({ url, mailbox });
    });
    relay.stderr.on("end", () => {
      if (!isUp) process.stderr.write(output);
    });
  });
}

const asked = optionOf("--port");
const sitePort = asked === "0" ? await freePort() : (asked ?? SITE_PORT);
const relayElsewhere = optionOf("--relay-url") ?? process.env.EVENTSITE_RELAY_URL;
const relay = relayElsewhere ? null : await startRelay(sitePort, asked === "0");

const isWatched = optionOf("--as") === null;
const serveArgs = [
  "serve",
  ...args,
  // A site that is watched is shown at once, and its pictures are encoded while people look. One that is served as a host would is finished.
  ...(isWatched ? ["--watch"] : []),
  ...(asked === "0" ? ["--port", String(sitePort)] : []),
  ...(relay ? ["--relay-url", relay.url] : []),
];
const site = startPart(siteCommand, serveArgs, { stdio: ["inherit", "pipe", "inherit"] });
site.stdout.setEncoding("utf8");
site.stdout.on("data", (text) => process.stdout.write(text.replace(/^(\d+ pages at \S+) .*\n/m, `$1 ${explain()}`)));

/** Behind the site's address. */
function explain() {
  const lines = relay
    ? [
        `Their forms send to the relay at ${relay.url}`,
        relay.mailbox
          ? `The mails are at ${relay.mailbox} and stay on this machine`
          : "The mails go where RELAY_MAIL_URL says",
        "Ctrl-C ends both",
      ]
    : [`Their forms send to ${relayElsewhere}`, "Ctrl-C ends the site"];
  return `${isWatched ? "(a saved file changes the open pages)" : ""}\n${lines.join("\n")}\n`;
}
