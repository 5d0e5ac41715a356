// What the running relay says of its store.
import type { OutboxStats } from "../../store/outbox-stats.ts";
import { type Pause, pausedMails } from "../../store/pause.ts";
import { type Finding, failed, ok, warning } from "./finding.ts";

/** A mail to the team that waits longer is an alarm. */
const LONG_WAIT_MS = 15 * 60_000;

/** `heldRequests`: held as suspicious; those of blocked senders are held on purpose. */
export function checkStore(stats: OutboxStats, heldRequests: number, now: number): Finding[] {
  const { entries, oldestQueuedAt, futureDated, overdue, quarantined, writable } = stats;
  const countOf = (state: string) =>
    entries.filter((one) => one.state === state).reduce((sum, one) => sum + one.count, 0);
  const [queued, dead] = [countOf("queued"), countOf("dead")];
  const waited = oldestQueuedAt === null ? 0 : now - oldestQueuedAt;
  return [
    writable
      ? ok("store: writable", "takes writes")
      : failed("store: writable", "The store takes no writes: nothing is accepted.", "see disk and log, then restart"),
    waited > LONG_WAIT_MS
      ? warning(
          "store: waiting",
          `${queued} mails wait, the oldest for ${Math.round(waited / 60_000)} minutes.`,
          "`eventsite-relay list --state queued` and `show` say why",
        )
      : ok("store: waiting", `${queued} mails wait`),
    dead > 0
      ? warning("store: dead", `${dead} mails were given up.`, "`eventsite-relay list --state dead`, then `retry`")
      : ok("store: dead", "none was given up"),
    heldRequests > 0
      ? warning(
          "store: held",
          `${heldRequests} ${heldRequests === 1 ? "request is" : "requests are"} held as suspicious.`,
          "`eventsite-relay list --held-for suspicion`, then `release`",
        )
      : ok("store: held", "none is held"),
    futureDated > 0
      ? warning(
          "store: clock",
          `${futureDated} submissions are dated in the future: the clock was ahead when they came.`,
          "have the clock set (NTP); their mails are sent all the same",
        )
      : ok("store: clock", "none is dated in the future"),
    overdue > 0
      ? warning(
          "store: retention",
          `${overdue} submissions past their retention are kept: the team never got them.`,
          "`eventsite-relay list --state dead` and `--state held`, then `retry`, `release` or `erase`",
        )
      : ok("store: retention", "nothing is kept beyond it"),
    quarantined > 0
      ? failed(
          "store: damage",
          `${quarantined} damaged rows were set aside.`,
          "check the disk; `eventsite-relay backup` what is there, and take the rows from an earlier backup",
        )
      : ok("store: damage", "none"),
  ];
}

/** Whether what the relay logs is read. */
export const checkLog = (droppedLines: number): Finding =>
  droppedLines === 0
    ? ok("log", "every line was taken")
    : warning(
        "log",
        `${droppedLines} lines of the log were dropped since the relay was started: its reader did not take them.`,
        "look at what reads the relay's standard output; the first line after a gap says how many are missing",
      );

/** What the relay does not send for a while. */
export function checkPauses(pauses: readonly Pause[]): Finding {
  const check = "delivery: pauses";
  const [first] = pauses;
  if (first === undefined) return ok(check, "none");
  const until = new Date(Math.max(...pauses.map((pause) => pause.until))).toISOString().slice(0, 19).replace("T", " ");
  const named = [...new Set(pauses.map(pausedMails))];
  const more = named.length > MOST_NAMED ? ` and ${named.length - MOST_NAMED} more` : "";
  return warning(
    check,
    `Not sent until ${until} UTC, when the mail server is tried again: ${named.slice(0, MOST_NAMED).join(", ")}${more}.`,
    "the checks of the mail server say what is wrong; `eventsite-relay retry --all` asks it at once",
  );
}

const MOST_NAMED = 5;
