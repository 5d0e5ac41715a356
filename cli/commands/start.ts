// `npm start`: the site, and its mail relay in a process of its own. When one of them ends, the other is ended.

import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, realpathSync } from "node:fs";
import { type AddressInfo, createServer, isIPv6 } from "node:net";
import { dirname, join } from "node:path";
import type { Command } from "commander";
import type { ListeningEvent } from "../../relay/contract.ts";
import { EventsiteError } from "../diagnostics/diagnostic.ts";
import { type SharedSite, sharedSite } from "../serve/shared-site.ts";
import { inputsOf } from "./input-options.ts";
import { EXIT } from "./report.ts";
import { addServeOptions, type ServeFlags, serveUntil } from "./serve.ts";

const PARENT_EVERY_MS = 250;
/** The site listens there: an address is one of this machine, while a name may lead to another. */
const ON_THIS_MACHINE = /^(?:(?:.+\.)?localhost|[\d.]+|\[[\da-f:.]+\])$/;

export function addStartCommand(program: Command, interruption: AbortSignal, parent: number): void {
  addServeOptions(
    program.command("start").description("serve the site as files are saved, with its mail relay beside it"),
  ).action(async (given: ServeFlags) => {
    const ending = new AbortController();
    const end = () => ending.abort();
    process.once("SIGHUP", end);
    endWithParent(parent, end);
    const signal = AbortSignal.any([interruption, ending.signal]);
    // Site and relay know each other's address before they are up.
    const port = given.port || (await freePort());
    const { relayUrl } = inputsOf(given);
    // A site that is watched is shown at once, and its pictures are encoded while people look. One that is served as a host would is finished.
    const flags = { ...given, port, watch: given.as === undefined };
    if (relayUrl === undefined) {
      const shared = sharedSite(flags);
      return serveWithRelay(flags, await relayAddress(given.port === 0, shared), shared, signal, end);
    }
    await serveSite(flags, signal, async () => [`Their forms send to ${relayUrl}`, "Ctrl-C ends the site"]);
    process.exitCode = EXIT.interrupted;
  });
}

async function serveSite(
  flags: ServeFlags,
  signal: AbortSignal,
  explain: (siteUrl: string) => Promise<readonly string[]>,
) {
  const onUp = async (siteUrl: string) => {
    const lines = await explain(siteUrl);
    if (!signal.aborted) process.stdout.write(`${lines.join("\n")}\n`);
  };
  try {
    await serveUntil(signal, flags, flags.watch ? "(a saved file changes the open pages)" : "", onUp);
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}

/**
 * The relay is started when the site is up, which has the processor to itself until then, and reads what it has to know of the site from
 * it. While mails stay here, it logs failures alone. Where other machines reach the site, they reach the relay.
 */
async function serveWithRelay(
  flags: ServeFlags,
  relayUrl: URL,
  shared: SharedSite | undefined,
  signal: AbortSignal,
  end: () => void,
) {
  let stopRelay = async () => {};
  process.exitCode = EXIT.interrupted;
  const explain = async (siteUrl: string) => {
    const publicUrl = new URL(siteUrl.replace(/\/?$/, "/"));
    const forms = new URL("forms.json", publicUrl);
    if (shared) publicUrl.hostname = shared.host;
    const relay = startRelay(relayUrl.port || "80", {
      RELAY_SITE_URL: publicUrl.href,
      // Without TLS a relay takes a document from this machine alone.
      RELAY_FORMS: ON_THIS_MACHINE.test(forms.hostname) ? forms.href : "",
      LOG_LEVEL: process.env.RELAY_MAIL_URL ? "warn" : "error",
      ...(shared && { HOST: flags.host, RELAY_ALLOWED_ORIGINS: shared.origins.join(",") }),
    });
    // The relay ends with this process, however that ends.
    process.once("exit", () => relay.kill());
    const ended = once(relay, "exit").then(([code]) => {
      if (!signal.aborted) process.exitCode = code ?? EXIT.failed;
      end();
    });
    stopRelay = async () => {
      relay.kill();
      await ended;
    };
    const up = await Promise.race([listening(relay), ended]);
    if (!up) return [];
    const mails =
      up.mailboxUrl !== null ? `are at ${up.mailboxUrl} and stay on this machine` : "go where RELAY_MAIL_URL says";
    return [
      ...(shared ? [`Other devices reach the site at ${publicUrl.href}`] : []),
      `Their forms send to the relay at ${relayUrl.origin}`,
      `The mails ${mails}`,
      "Ctrl-C ends both",
    ];
  };
  try {
    await serveSite({ ...flags, relayUrl: relayUrl.origin }, signal, explain);
  } finally {
    await stopRelay();
  }
}

/** Where the relay will take requests. HOST and PORT are its own variables. */
async function relayAddress(isAnyPort: boolean, shared: SharedSite | undefined): Promise<URL> {
  const { HOST = shared?.host ?? "127.0.0.1", PORT = isAnyPort ? "0" : "8787" } = process.env;
  const host = /^(?:0\.0\.0\.0|::)?$/.test(HOST) ? (shared?.host ?? "localhost") : HOST;
  return new URL(`http://${isIPv6(host) ? `[${host}]` : host}:${Number(PORT) || (await freePort())}`);
}

/** What the environment names wins. */
function startRelay(port: string, defaults: Readonly<Record<string, string>>): ChildProcess {
  const program = join(dirname(realpathSync(process.argv[1] ?? "")), "../relay/eventsite-relay.mjs");
  if (!existsSync(program))
    throw new EventsiteError("USAGE", "The relay is not here: it is a package of its own.", {
      hint: "run `eventsite serve --watch`, and eventsite-relay beside it",
    });
  const env = Object.fromEntries(Object.entries(defaults).filter(([name]) => !process.env[name]));
  return spawn(process.execPath, [program, "start", "--announce"], {
    env: { ...process.env, ...env, PORT: port },
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
}

/** The first message of the relay, once it takes requests. */
const listening = (relay: ChildProcess): Promise<ListeningEvent> =>
  once(relay, "message").then(([event]) => event as ListeningEvent);

/** npm ends the shell that it has started this program with, and the shell ends without a word to it. */
function endWithParent(parent: number, end: () => void): void {
  if (process.env.npm_lifecycle_event === undefined) return;
  setInterval(() => process.ppid === parent || end(), PARENT_EVERY_MS).unref();
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}
