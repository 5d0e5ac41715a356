// What the running relay says of its store.
import type { OutboxStats } from "../outbox/outbox.ts";
import { type Finding, failed, ok, warning } from "./finding.ts";

/** A mail to the team that waits longer is an alarm. */
const LONG_WAIT_MS = 15 * 60_000;

export function checkStore({ entries, oldestQueuedAt, quarantined, writable }: OutboxStats, now: number): Finding[] {
  const countOf = (state: string) =>
    entries.filter((one) => one.state === state).reduce((sum, one) => sum + one.count, 0);
  const [queued, dead, held] = [countOf("queued"), countOf("dead"), countOf("held")];
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
    held > 0
      ? warning("store: held", `${held} mails are held as suspicious.`, "`list --state held`, then `release`")
      : ok("store: held", "none is held"),
    quarantined > 0
      ? failed("store: damage", `${quarantined} damaged rows were set aside.`, "check the disk; restore from a backup")
      : ok("store: damage", "none"),
  ];
}
