// `npm start`: the site, and its mail relay in a process of its own. When one of them ends, the other is ended.

import type { Command } from "commander";
import type { ListeningEvent } from "../../relay/contract.ts";
import { type SharedSite, sharedSite } from "../serve/shared-site.ts";
import { freePort } from "./free-port.ts";
import { inputsOf } from "./input-options.ts";
import { type RelayProcess, relayAddress, startRelay } from "./relay-process.ts";
import { EXIT } from "./report.ts";
import { addServeOptions, type ServeFlags, serveUntil } from "./serve.ts";

const PARENT_EVERY_MS = 250;
/** Hosts of the site that are this machine: the site listens on an address, while a name may lead elsewhere. */
const ON_THIS_MACHINE = /^(?:(?:.+\.)?localhost|[\d.]+|\[[\da-f:.]+\])$/;

export function addStartCommand(program: Command, interruption: AbortSignal, parent: number): void {
  addServeOptions(
    program.command("start").description("serve the site as files are saved, with its mail relay beside it"),
  ).action(async (options: ServeFlags) => {
    const ending = new AbortController();
    const end = () => ending.abort();
    process.once("SIGHUP", end);
    endWithParent(parent, end);
    const signal = AbortSignal.any([interruption, ending.signal]);
    // Site and relay know each other's address before they are up.
    const port = options.port || (await freePort());
    const { relayUrl } = inputsOf(options);
    // A watched site is shown at once, and its pictures are encoded later. A site that is served as a host would is finished first.
    const flags = { ...options, port, watch: options.as === undefined };
    if (relayUrl === undefined) {
      const shared = sharedSite(flags);
      return serveWithRelay(flags, await relayAddress(options.port === 0, shared), shared, signal, end);
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
 * The relay is started when the site is up, which has the processor to itself until then, and reads its forms from the site. Machines that
 * reach the site reach the relay, too.
 */
async function serveWithRelay(
  flags: ServeFlags,
  relayUrl: URL,
  shared: SharedSite | undefined,
  signal: AbortSignal,
  end: () => void,
) {
  let relay: RelayProcess | undefined;
  process.exitCode = EXIT.interrupted;
  const onRelayEnd = (code: number | null) => {
    if (!signal.aborted) process.exitCode = code ?? EXIT.failed;
    end();
  };
  const explain = async (siteUrl: string) => {
    const { siteAddress, variables } = relaySettings(siteUrl, shared, flags.host);
    relay = startRelay(relayUrl.port || "80", variables, onRelayEnd);
    const listening = await relay.up;
    if (!listening) return [];
    return [
      ...(shared ? [`Other devices reach the site at ${siteAddress}`] : []),
      `Their forms send to the relay at ${relayUrl.origin}`,
      `The mails ${whereMailsGo(listening)}`,
      "Ctrl-C ends both",
    ];
  };
  try {
    await serveSite({ ...flags, relayUrl: relayUrl.origin }, signal, explain);
  } finally {
    await relay?.stop();
  }
}

interface RelaySettings {
  /** The address of the site; where it is shared, for other machines. */
  readonly siteAddress: string;
  /** Variables of the relay. */
  readonly variables: Readonly<Record<string, string>>;
}

/** While mails stay on this machine, the relay logs only failures. */
function relaySettings(siteUrl: string, shared: SharedSite | undefined, host: string): RelaySettings {
  const publicUrl = new URL(siteUrl.replace(/\/?$/, "/"));
  const forms = new URL("forms.json", publicUrl);
  if (shared) publicUrl.hostname = shared.host;
  return {
    siteAddress: publicUrl.href,
    variables: {
      RELAY_SITE_URL: publicUrl.href,
      // Without TLS a relay takes a document only from this machine.
      RELAY_FORMS: ON_THIS_MACHINE.test(forms.hostname) ? forms.href : "",
      LOG_LEVEL: process.env.RELAY_MAIL_URL ? "warn" : "error",
      ...(shared && { HOST: host, RELAY_ALLOWED_ORIGINS: shared.origins.join(",") }),
    },
  };
}

const whereMailsGo = ({ mailboxUrl }: ListeningEvent): string =>
  mailboxUrl === null ? "go where RELAY_MAIL_URL says" : `are at ${mailboxUrl} and stay on this machine`;

/** npm ends the shell that it started this program with, and the shell does not pass it on. */
function endWithParent(parent: number, end: () => void): void {
  if (process.env.npm_lifecycle_event === undefined) return;
  setInterval(() => process.ppid === parent || end(), PARENT_EVERY_MS).unref();
}
