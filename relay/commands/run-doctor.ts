// Every check of the relay and what it depends on. No check blocks another: one that cannot run is reported as skipped.
import { alertWarnings, type RelayConfig } from "../config/config.ts";
import { ofAllForms } from "../config/values.ts";
import { smtpSettings } from "../delivery/smtp-transport.ts";
import { type StoreFailure, storeHints } from "../errors.ts";
import { FormsError, type FormsStatus, fetchDefinition } from "../requests/create-forms.ts";
import { parseDefinition } from "../requests/parse-definition.ts";
import type { About } from "../service/health.ts";
import type { DoctorParameters } from "../service/parameters.ts";
import type { Problem } from "../service/protocol.ts";
import type { Outbox } from "../store/outbox.ts";
import type { Pause } from "../store/records.ts";
import { checkBrowser } from "./check-browser.ts";
import { checkMailServer, sendTest } from "./check-mail-server.ts";
import { checkSender, createDns } from "./check-sender.ts";
import { checkDisk, checkLog, checkPauses, checkStore } from "./check-store.ts";
import { type Finding, failed, finding, findings, type Outcome, ok, skipped, unwritable, warning } from "./finding.ts";

interface RunningRelay {
  readonly about: () => About;
  readonly pauses: () => readonly Pause[];
  readonly outbox: Pick<Outbox, "stats" | "openSubmissions">;
  /** Of the log, since the process began. */
  readonly droppedLines: () => number;
}

interface DoctorOptions extends DoctorParameters {
  /** Of the running relay; of the command's environment where none runs. */
  readonly config: RelayConfig;
  /** Or why there is none. */
  readonly relay: RunningRelay | Problem;
  readonly now: () => number;
}

/** Where no relay runs: what it would begin with. */
const givenForms = ({ forms: { source, first } }: RelayConfig): FormsStatus => ({
  source: source.type === "file" ? "file" : "own",
  place: source.type === "file" ? source.place : null,
  hash: first.hash,
  forms: Object.keys(first.forms),
  problem: null,
});

export async function runDoctor(options: DoctorOptions): Promise<Finding[]> {
  const { config, relay, now } = options;
  const running = "about" in relay ? relay : null;
  const about = running?.about() ?? null;
  const url = options.url ?? about?.url ?? `http://${shownHost(config.host)}:${config.port}`;
  const groups = await Promise.all([
    checkBrowser({ url, origins: originsOf(options), publicKey: config.publicKeys[0] ?? null }),
    checkMail(options),
    checkAlerts(config),
    attempt("forms", () => checkForms(about?.forms ?? givenForms(config), config.siteUrl)),
    running
      ? attempt("store", async () => [
          ...checkStore(await running.outbox.stats(now()), (await running.outbox.openSubmissions()).held, now()),
          finding("delivery: pauses", checkPauses(running.pauses())),
        ])
      : findings({ store: skipped("Only the running relay can say.") }),
    config.store.type === "sqlite"
      ? checkDisk(config.store.path)
      : findings({ disk: skipped("It is the database's; its server says whether it syncs.") }),
  ]);
  const tests = options.sendTest === undefined ? [] : [await sendTest(options.sendTest, config.mail, now())];
  const log = running ? [finding("log", checkLog(running.droppedLines()))] : [];
  return [...judged(relay, about), ...groups.flat(), ...log, ...tests];
}

/** A relay on loopback that names no origin lets any page of this machine call: one of them is tried. */
function originsOf({ config, origin }: DoctorOptions): string[] {
  const own = config.allowedOrigins.length > 0 ? config.allowedOrigins : ["http://localhost:4321"];
  return [...new Set([...own, ...origin])];
}

const shownHost = (host: string) =>
  host === "0.0.0.0" || host === "::" ? "127.0.0.1" : host.includes(":") ? `[${host}]` : host;

/** Whose configuration the report is about. */
function judged(relay: DoctorOptions["relay"], about: About | null): Finding[] {
  if ("about" in relay && about !== null)
    return findings({
      relay: checkRunning(about),
      configuration: ok("that of the running relay, which did these checks"),
    });
  const { message, hint } = relay as Problem;
  return findings({
    relay: failed(message, hint ?? "start the relay"),
    configuration: warning(
      "That of this command's environment was checked: no relay runs that could be asked for its own.",
      "start the relay, or run the command with the relay's variables",
    ),
  });
}

function checkRunning({ version, url, ready, problem }: About): Outcome {
  const which = `version ${version} at ${url}`;
  if (ready) return ok(which);
  if (problem === null)
    return failed(`${which} is not ready.`, "it is ending, or its store takes no writes: see its log");
  if (problem === "delivery")
    return failed(`${which} cannot read its mails from the store.`, 'see "event":"fault" in its log');
  return failed(`${which} is not ready: its store is ${STORE_WORDS[problem] ?? problem}.`, storeHints[problem]);
}

const STORE_WORDS: Partial<Record<StoreFailure, string>> = {
  full: "on a full disk",
  "sync-failed": "on a disk that failed",
  locked: "locked by another program",
};

async function checkMail({ config, dkimSelector, dns }: DoctorOptions): Promise<Finding[]> {
  const { target, tls, from, to, fallback, dkim, bounceTo } = config.mail;
  if (target.type === "maildir") return findings({ "mail: folder": folderOutcome(target.dir) });
  const recipients = [...new Set([...ofAllForms(to).flat(), ...(fallback === null ? [] : [fallback])])];
  const [server, sender] = await Promise.all([
    checkMailServer({ server: smtpSettings(target, tls), from: from.address, recipients }),
    checkSender({ from: from.address, dkimSelectors: dkimSelector, dkim, bounceTo }, createDns(dns)),
  ]);
  return [...server, ...sender];
}

const folderOutcome = (dir: string): Outcome =>
  unwritable(dir) ??
  warning(
    `Mails go to the folder ${dir} and reach nobody.`,
    "that is meant for a trial; set RELAY_MAIL_URL=smtp://user:password@host:587 for real mail",
  );

async function attempt(check: string, look: () => Promise<Finding[]>): Promise<Finding[]> {
  try {
    return await look();
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    return findings({ [check]: skipped(`This could not be looked at (${code ?? message}).`) });
  }
}

// Whether alerts would reach operators: who they are, over which routes, and whether its mail server takes them. Nothing is sent.

export async function checkAlerts({ alerts, mail }: Pick<RelayConfig, "alerts" | "mail">): Promise<Finding[]> {
  const { to, urls } = alerts;
  if (to.length + urls.length === 0) {
    const hint = "set RELAY_ALERT_TO or RELAY_ALERT_WEBHOOK (relay/monitoring.md)";
    return findings({ "alerts: recipients": skipped("Nobody is alerted when something is wrong.", hint) });
  }
  const all = [...to, ...urls.map((url) => new URL(url).host)].join(", ");
  const warnings = alertWarnings(alerts, mail.target);
  const routes = warnings.map(({ message, hint }) => warning(`${to.join(", ")} ${message}.`, hint));
  if (warnings.length === 0) routes.push(ok(`${all}, not only over the team's mail server`));
  return [...routes.map((each) => finding("alerts: routes", each)), ...(await checkAlertMail({ alerts, mail }))];
}

/** The mail server of the team is looked at for itself. */
async function checkAlertMail({
  alerts: { to, target },
  mail,
}: Pick<RelayConfig, "alerts" | "mail">): Promise<Finding[]> {
  if (target === null || to.length === 0) return [];
  if (target.type === "maildir")
    return findings({ "alert mail: folder": unwritable(target.dir) ?? ok(`alerts go to the folder ${target.dir}`) });
  const server = smtpSettings(target, mail.tls);
  const found = await checkMailServer({ server, from: mail.from.address, recipients: to });
  const ours = (text: string) =>
    text.replaceAll("RELAY_MAIL_URL", "RELAY_ALERT_MAIL_URL").replaceAll("RELAY_MAIL_TO", "RELAY_ALERT_TO");
  return found.map(({ check, status, message, hint }) => ({
    check: `alert ${check}`,
    status,
    message: ours(message),
    hint: hint && ours(hint),
  }));
}

// The definition of the forms: whether the relay uses the one that RELAY_FORMS names, and whether that is the site's.

const NAME_IT = "set RELAY_FORMS to the address of the site's forms.json (relay/forms.md)";

/** Warns of a stand-in, and of a relay that checks requests by other forms than the site's. */
export async function checkForms(status: FormsStatus, siteUrl: string | null): Promise<Finding[]> {
  const inUse = finding("forms", checkInUse(status));
  return siteUrl === null ? [inUse] : [inUse, finding("forms: site", await checkSite(status, siteUrl))];
}

function checkInUse({ source, place, hash, forms, problem }: FormsStatus): Outcome {
  const which = `${forms.join(", ")} (${hash})`;
  if (problem !== null)
    return warning(
      `${place} ${problem}; the relay uses ${source === "copy" ? "the last good copy" : "others"}: ${which}.`,
      "correct it; the relay looks again by itself",
    );
  if (place !== null && source === "own")
    return warning(`${place} has not been read yet.`, "start the relay, or the site, and look again");
  return ok(place === null ? `the relay's own: ${which}` : `${which} from ${place}`);
}

async function checkSite({ hash, place }: FormsStatus, siteUrl: string): Promise<Outcome> {
  const address = new URL("forms.json", siteUrl).href;
  try {
    const { definition, problems } = parseDefinition(await fetchDefinition(address));
    if (definition === null)
      return failed(`${address} is broken: ${problems.slice(0, 3).join("; ")}.`, "publish the site again");
    if (definition.hash === hash) return ok(`as ${address} has them`);
    return place === null
      ? warning(`${address} is not used: what its forms ask beyond the usual is taken without a check.`, NAME_IT)
      : failed(
          `The relay uses ${hash}, and ${address} has ${definition.hash}: nothing is lost, and less is checked.`,
          "the relay reads the address that RELAY_FORMS names every five minutes; a file has to be replaced, and the relay restarted",
        );
  } catch (error) {
    if (!(error instanceof FormsError)) throw error;
    return skipped(`${address} ${error.message}.`, "publish the site as `eventsite build` makes it");
  }
}
