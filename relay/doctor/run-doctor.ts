// Every check of the relay and what it depends on. No check blocks another: one that cannot run is reported as skipped.
import type { RelayConfig } from "../config/config.ts";
import { ofAllForms } from "../config/values.ts";
import type { ControlClient } from "../control/control-client.ts";
import { CommandError } from "../control/protocol.ts";
import { type StoreFailure, storeHints } from "../errors.ts";
import type { FormsStatus } from "../forms/create-forms.ts";
import type { OpenSubmissions } from "../outbox/block.ts";
import type { OutboxStats } from "../outbox/outbox-stats.ts";
import { checkAlerts } from "./check-alerts.ts";
import { checkBrowser } from "./check-browser.ts";
import { checkClientAddress } from "./check-client-address.ts";
import { checkClock } from "./check-clock.ts";
import { checkDisk } from "./check-disk.ts";
import { unwritable } from "./check-folder.ts";
import { checkForms } from "./check-forms.ts";
import { checkMailServer } from "./check-mail-server.ts";
import { checkSender, type Dns } from "./check-sender.ts";
import { checkStore } from "./check-store.ts";
import { checkReceivers } from "./check-webhooks.ts";
import { checkStandIns, checkWordsAge } from "./check-words.ts";
import { type Finding, failed, ok, skipped, warning } from "./finding.ts";
import { sendTest } from "./send-test.ts";

export interface DoctorOptions {
  readonly config: RelayConfig;
  readonly relay: ControlClient;
  /** Where browsers reach the relay; null for the address it listens on. */
  readonly url: string | null;
  /** Origins to try besides those that are allowed. */
  readonly origins: readonly string[];
  readonly dkimSelectors: readonly string[];
  readonly dns: Dns;
  /** Gets one test mail; null for none. */
  readonly sendTestTo: string | null;
  readonly now: () => number;
}

interface Answering {
  readonly version: string;
  readonly url: string;
  readonly ready: boolean;
  readonly problem?: StoreFailure | "delivery" | null;
  readonly mail: Pick<RelayConfig["mail"], "words" | "wordsFile">;
  readonly forms: FormsStatus;
}

/** Where no relay runs: what it would begin with. */
const givenForms = ({ forms: { source, first } }: RelayConfig): FormsStatus => ({
  source: source.type === "file" ? "file" : "own",
  place: source.type === "file" ? source.path : null,
  hash: first.hash,
  forms: Object.keys(first.forms),
  problem: null,
});

export async function runDoctor(options: DoctorOptions): Promise<Finding[]> {
  const { config, relay, now } = options;
  const [running, about] = await checkRunning(relay);
  const url = options.url ?? about?.url ?? `http://${shownHost(config.host)}:${config.port}`;
  const groups = await Promise.all([
    checkBrowser({ url, origins: originsOf(options), publicKey: config.publicKeys[0] ?? null }),
    about ? attempt("client address", async () => [await checkClientAddress(url, relay, config.trustProxy)]) : [],
    checkMail(options),
    checkReceivers("webhook", config.webhooks.urls, config.webhooks.networks),
    checkAlerts(config, now()),
    attempt("forms", () => checkForms(about?.forms ?? givenForms(config), config.siteUrl)),
    checkWordsAge({
      ...(about ?? config).mail,
      siteUrl: config.siteUrl,
      hasDefinition: (about?.forms ?? givenForms(config)).place !== null,
    }).then((finding) => [finding]),
    about
      ? attempt("store", async () => {
          const stats = (await relay.request("stats")) as OutboxStats;
          const { held } = (await relay.request("open-submissions")) as OpenSubmissions;
          return checkStore(stats, held, now());
        })
      : [skipped("store", "Only the running relay can say.")],
    config.store.type === "sqlite"
      ? checkDisk(config.store.path)
      : [skipped("disk", "It is the database's; its server says whether it syncs.")],
    checkClock(config.siteUrl, now).then((finding) => [finding]),
  ]);
  const tests = options.sendTestTo === null ? [] : [await sendTest(options.sendTestTo, config.mail, now())];
  return [running, ...groups.flat(), ...tests];
}

/** A relay on loopback that names no origin lets any page of this machine call: one of them is tried. */
function originsOf({ config, origins }: DoctorOptions): string[] {
  const own = config.allowedOrigins.length > 0 ? config.allowedOrigins : ["http://localhost:4321"];
  return [...new Set([...own, ...origins])];
}

const shownHost = (host: string) =>
  host === "0.0.0.0" || host === "::" ? "127.0.0.1" : host.includes(":") ? `[${host}]` : host;

async function checkRunning(relay: ControlClient): Promise<[Finding, Answering | null]> {
  const check = "relay";
  try {
    const about = (await relay.request("about")) as Answering;
    const which = `version ${about.version} at ${about.url}`;
    return about.ready ? [ok(check, which), about] : [notReady(check, which, about.problem ?? null), about];
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    const { message, hint } = error.problem;
    return [failed(check, message, hint ?? "start the relay"), null];
  }
}

function notReady(check: string, which: string, problem: Answering["problem"] | null): Finding {
  if (problem === null || problem === undefined)
    return failed(check, `${which} is not ready.`, "it is ending, or its store takes no writes: see its log");
  if (problem === "delivery")
    return failed(check, `${which} cannot read its mails from the store.`, 'see "event":"fault" in its log');
  return failed(check, `${which} is not ready: its store is ${STORE_WORDS[problem] ?? problem}.`, storeHints[problem]);
}

const STORE_WORDS: Partial<Record<StoreFailure, string>> = {
  full: "on a full disk",
  "sync-failed": "on a disk that failed",
  locked: "locked by another program",
};

async function checkMail({ config, dkimSelectors, dns, now }: DoctorOptions): Promise<Finding[]> {
  const { target, tls, from, to, fallback, words, dkim, bounceTo } = config.mail;
  if (target.type === "maildir") return [maildirFinding(target.dir)];
  const { host, port, implicitTls: isSecure, user, password } = target;
  const recipients = [...new Set([...ofAllForms(to).flat(), ...(fallback === null ? [] : [fallback])])];
  const [server, sender] = await Promise.all([
    checkMailServer({
      server: { host, port, isSecure, user, password, tls },
      from: from.address,
      recipients,
      now: now(),
    }),
    checkSender({ from: from.address, dkimSelectors, dkim, bounceTo }, dns),
  ]);
  return [...server, ...sender, checkStandIns(words)];
}

const maildirFinding = (dir: string): Finding =>
  unwritable("mail: folder", dir) ??
  warning(
    "mail: folder",
    `Mails go to the folder ${dir} and reach nobody.`,
    "that is meant for a trial; set RELAY_MAIL_URL=smtp://user:password@host:587 for real mail",
  );

async function attempt(check: string, look: () => Promise<Finding[]>): Promise<Finding[]> {
  try {
    return await look();
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    return [skipped(check, `This could not be looked at (${code ?? message}).`)];
  }
}
