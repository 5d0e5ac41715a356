import { once } from "node:events";
import { setFlagsFromString } from "node:v8";
import { Option } from "commander";
import { type RelayConfig, readConfig } from "../config/config.ts";
import { warningsOf } from "../config/warnings.ts";
import type { ListeningEvent } from "../contract.ts";
import { StoreError } from "../errors.ts";
import { createRelay, type Relay, type RelayAddresses } from "../index.ts";
import { createLog } from "../observe/log.ts";
import type { Observe } from "../observe/relay-event.ts";
import { CommandError } from "../service/protocol.ts";
import { storeName } from "../store/create-outbox.ts";
import { formsWarnings } from "../upkeep/forms-problems.ts";
import { version } from "../version.ts";
import { type CommandLine, EXIT } from "./command-line.ts";
import { storeProblem, visible } from "./print.ts";

/**
 * V8 lets the heap grow to four times what is in use before it collects on a large machine, and the part for new objects to as much again. In a
 * rush requests live long enough, until their commit, to fill both with what is over. So: 40 percent more, and new objects stay where they began.
 */
const HEAP_FLAGS = ["--heap-growing-percent=40", "--semi-space-growth-factor=1"];
/** After this the process ends whatever is left: leases run out, and the next start goes on from the store. */
const STOP_MS = 7500;
/** For what is still to be written to standard error. */
const LAST_WORDS_MS = 200;

export function addStartCommand({ program, env, signal }: CommandLine): void {
  program
    .command("start")
    .description("take requests and mail them until SIGTERM or Ctrl-C; configured by variables, see relay/README.md")
    .addOption(new Option("--announce", "send the addresses to the process that started this one").hideHelp())
    .action(async ({ announce = false }: { announce?: boolean }) => {
      for (const flag of HEAP_FLAGS) setFlagsFromString(flag);
      if (announce) stopWithStarter();
      const config = readConfig(env);
      const { observe: log, dropped } = createLog(config.logLevel);
      log({ type: "starting", version, node: process.versions.node });
      const relay = createRelay(config, { observe: log, droppedLines: dropped });
      const addresses = await relay.start().catch((error) => {
        throw startProblem(error, config);
      });
      goOnAfterFaults(relay);
      for (const { variable, message, hint } of [...warningsOf(config), ...formsWarnings(addresses.forms)]) {
        log({ type: "warning", variable, message });
        // The process that started this one says where the mails go.
        if (config.logLevel !== "silent" && !(announce && variable === "RELAY_MAIL_URL"))
          process.stderr.write(`Warning: ${variable} ${message}.\n  hint: ${hint}\n`);
      }
      if (config.logLevel !== "silent") process.stderr.write(startLines(addresses, config, announce));
      if (announce && process.connected) process.send?.(listeningEvent(addresses));
      const storeFailed = await Promise.race([interrupted(signal), relay.failed.catch(() => true)]);
      log({ type: "draining", signal: storeFailed ? "store" : String(signal.reason) });
      await stop(relay, log);
      process.exitCode = exitCodeOf(storeFailed, signal);
    });
}

/** When the process that started this one has ended, even if it was killed, the channel between them is closed. */
function stopWithStarter(): void {
  // Not `kill`: a second signal would end the relay at once.
  const stop = () => process.emit("SIGTERM", "SIGTERM");
  if (process.connected === false) stop();
  process.once("disconnect", stop);
  process.channel?.unref();
}

function exitCodeOf(storeFailed: boolean, signal: AbortSignal): number {
  if (storeFailed) return EXIT.storeFailed;
  return signal.reason === "SIGINT" ? EXIT.interrupted : EXIT.done;
}

/**
 * An error that no part caught is logged and counted, and the relay goes on: what it said yes to is on the disk whatever happens, and
 * ending would let the one caller whose request causes it take the relay from all others, again and again.
 */
const goOnAfterFaults = (relay: Relay): void =>
  void process.on("uncaughtException", (error) => relay.report("process", error));

const listeningEvent = ({ url, mailboxUrl }: RelayAddresses): ListeningEvent => ({
  type: "listening",
  url,
  mailboxUrl,
});

/** The link opens the mailbox; in the log it would be read by others. What is announced is not printed as well. */
function startLines(
  { url, mailboxUrl, metricsUrl, deskUrl, forms }: RelayAddresses,
  { controlPort, desk }: RelayConfig,
  isAnnounced: boolean,
): string {
  const deskAt =
    deskUrl !== null && desk?.origin ? `${desk.origin}${new URL(deskUrl).pathname} (here ${deskUrl})` : deskUrl;
  const lines = [
    ...(isAnnounced ? [] : [`Its mails speak as ${visible(forms.company.name)}`]),
    ...(isAnnounced || mailboxUrl === null ? [] : [`Mails of this relay are at ${mailboxUrl}`]),
    ...(deskAt === null ? [] : [`The desk of the office is at ${deskAt}`]),
    ...(controlPort === null ? [] : [`Its metrics are at ${metricsUrl}`]),
    ...(isAnnounced ? [] : [`The relay takes requests at ${url} (Ctrl-C ends it)`]),
  ];
  return lines.map((line) => `${line}\n`).join("");
}

async function interrupted(signal: AbortSignal): Promise<false> {
  if (!signal.aborted) await once(signal, "abort");
  return false;
}

async function stop(relay: Relay, log: Observe): Promise<void> {
  const began = performance.now();
  // Not `unref`: what still waits, such as a result that the store did not take, has timers that keep no process alive.
  let timer: NodeJS.Timeout | undefined;
  const clean = await Promise.race([
    relay.stop().then(
      () => true,
      (error) => {
        log({ type: "fault", where: "stop", error });
        return false;
      },
    ),
    new Promise<false>((done) => {
      timer = setTimeout(() => done(false), STOP_MS);
    }),
  ]);
  clearTimeout(timer);
  log({ type: "stopped", clean, ms: Math.round(performance.now() - began) });
  // A reader of standard error that has stopped reading is not waited for.
  setTimeout(() => process.exit(), LAST_WORDS_MS).unref();
}

function startProblem(error: unknown, config: Pick<RelayConfig, "host" | "port" | "store">): unknown {
  if (error instanceof StoreError) {
    const name = storeName(config.store);
    const message = error.message.includes(name) ? error.message : `the store ${name}: ${error.message}`;
    return storeProblem(error, error.failure === "locked" ? "RELAY_RUNNING" : "STORE_FAILED", message);
  }
  // The error names the port: there may be two.
  const { code, syscall, port = config.port } = error as NodeJS.ErrnoException & { readonly port?: number };
  if (syscall !== "listen" && syscall !== "getaddrinfo") return error;
  const name = port === config.port ? "PORT" : "RELAY_CONTROL_PORT";
  const isInUse = code === "EADDRINUSE";
  const message = isInUse
    ? `Port ${port} is in use by another program.`
    : `Port ${port} of ${config.host} cannot be opened (${code}).`;
  const hint = isInUse
    ? `end the other program, or choose another port, such as ${name}=${port + 1}`
    : `check HOST and ${name}`;
  return new CommandError("SERVER_FAILED", message, { hint, cause: error });
}
