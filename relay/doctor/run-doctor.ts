// Every check of the relay and what it depends on. No check blocks another: one that cannot run is reported as skipped.

import { createJumpAwareClock, systemClock } from "../clock.ts";
import type { RelayConfig } from "../config/config.ts";
import type { MailTarget } from "../config/targets.ts";
import { warningsOf } from "../config/warnings.ts";
import type { Pause } from "../delivery/pause.ts";
import { PROXY_NOTICE } from "../http/server/proxy-notice.ts";
import type { DoctorParameters } from "../service/parameters.ts";
import type { CommandProblem, Finding } from "../service/protocol.ts";
import type { Outbox } from "../store/outbox.ts";
import { createForms } from "../upkeep/forms-source.ts";
import type { About } from "../upkeep/health.ts";
import type { FormsStatus } from "../upkeep/used-document.ts";
import type { MailWords } from "../words/mail-words.ts";
import { checkBrowser } from "./check-browser.ts";
import { checkCompany } from "./check-company.ts";
import { checkForms } from "./check-forms.ts";
import { checkMailServer, sendTest } from "./check-mail-server.ts";
import { judgedEnvironment, judgedRelay } from "./check-relay.ts";
import { checkSender } from "./check-sender.ts";
import { checkDisk, checkLog, checkPauses, checkStore } from "./check-store.ts";
import { skipped, warning } from "./finding.ts";

interface RunningRelay {
  readonly about: () => About;
  readonly pauses: () => readonly Pause[];
  readonly outbox: Pick<Outbox, "stats">;
  readonly words: () => MailWords;
  /** Of the log, since the process began. */
  readonly droppedLines: () => number;
  /** A request came by a proxy, as it seems, and none is trusted. */
  readonly isProxyNoticeDue: () => boolean;
}

interface DoctorOptions extends DoctorParameters {
  /** Of the running relay; of the command's environment where none runs. */
  readonly config: RelayConfig;
  /** Null where none runs; `problem` says why. */
  readonly running: RunningRelay | null;
  readonly problem: CommandProblem | null;
  readonly now: () => number;
}

export async function runDoctor({ config, running, problem, now, ...parameters }: DoctorOptions): Promise<Finding[]> {
  const { dkimSelector: dkimSelectors, sendTest: to } = parameters;
  const { mail, alerts, store, publicKeys } = config;
  const url = parameters.url ?? running?.about().url ?? `http://${hostInUrl(config.host)}:${config.port}`;
  // A relay on loopback that names no origin lets any page of this machine call: one of them is tried.
  const origins = config.allowedOrigins.length > 0 ? config.allowedOrigins : ["http://localhost:4321"];
  const site = running ? { ...running.about().forms, words: running.words() } : await readSite(config);
  const groups = await Promise.all([
    checkBrowser({ url, origins, publicKey: publicKeys[0] ?? null }),
    checkMails(mail.target, mail, mail.oauth),
    mail.target.type === "maildir" ? [] : checkSender({ from: mail.from.address, dkim: mail.dkim, dkimSelectors }),
    alerts.target === null ? [] : checkMails(alerts.target, mail, null, "alert ", "RELAY_ALERT_MAIL_URL"),
    [checkForms(site), checkCompany(site, mail.target.type)],
    running ? checkRunning(running, now()) : [skipped("store", "Only the running relay can say.")],
    store.type === "sqlite"
      ? checkDisk(store.path)
      : [skipped("disk", "It is the database's; its server says whether it syncs.")],
  ]);
  return [
    ...(running === null ? [] : judgedRelay(running.about())),
    ...(problem === null ? [] : judgedEnvironment(problem)),
    ...[...warningsOf(config), ...(running?.isProxyNoticeDue() ? [PROXY_NOTICE] : [])].map(
      ({ variable, message, hint }) => warning(variable, `${message}.`, hint),
    ),
    ...groups.flat(),
    ...(to === undefined ? [] : [await sendTest(to, { ...mail, words: site.words }, now())]),
  ];
}

/** Of this machine, as an address of it has the host that the relay listens on. */
function hostInUrl(host: string): string {
  if (host === "0.0.0.0" || host === "::") return "127.0.0.1";
  return host.includes(":") ? `[${host}]` : host;
}

async function checkRunning({ pauses, outbox, droppedLines }: RunningRelay, now: number): Promise<Finding[]> {
  const others = [checkPauses(pauses()), checkLog(droppedLines())];
  try {
    return [...checkStore(await outbox.stats(now), now), ...others];
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    return [skipped("store", `This could not be looked at (${code ?? message}).`), ...others];
  }
}

async function checkMails(
  target: MailTarget,
  { tls, helo }: Pick<RelayConfig["mail"], "tls" | "helo">,
  oauth: RelayConfig["mail"]["oauth"],
  prefix = "",
  variable = "RELAY_MAIL_URL",
): Promise<Finding[]> {
  if (target.type === "smtp") return checkMailServer({ ...target, tls, helo }, oauth, `${prefix}mail server`, variable);
  return [
    warning(
      `${prefix}mail: folder`,
      `Mails go to the folder ${target.dir} and reach nobody.`,
      `that is meant for a trial; set ${variable}=smtp://user:password@host:587 for real mail`,
    ),
  ];
}

/** The site's document as a relay of this configuration would read it. */
async function readSite(config: RelayConfig): Promise<Site> {
  const forms = createForms({
    config,
    store: { getSetting: async () => null, setSetting: async () => {} },
    clock: createJumpAwareClock(systemClock, () => {}),
    observe: () => {},
  });
  // What is wrong with it is in the status.
  await forms.start().catch(() => {});
  await forms.stop();
  return { ...forms.status(), words: forms.words() };
}

interface Site extends FormsStatus {
  readonly words: MailWords;
}
