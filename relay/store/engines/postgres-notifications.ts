// What relays report to each other: there is something due. A relay that cannot hear it looks by itself.
import { ENTRY_KINDS, type EntryKind } from "../outbox-entry.ts";
import type { PostgresDatabase } from "./postgres-connect.ts";
import { DATABASE_TIME } from "./postgres-store.ts";

export interface NewsParts {
  readonly database: PostgresDatabase;
  /** Differs for each store of a database. */
  readonly channel: string;
  /** Another relay says that there may be something due, of these kinds where it says them. */
  readonly onDue: (kinds?: readonly EntryKind[]) => void;
  /** The database's time, and how long the question took. */
  readonly onTime: (now: number, tookMs: number) => void;
}

export interface News {
  /** Notifies the other relays, at most so often that they are not kept busy by it. */
  notify(kinds?: readonly EntryKind[]): void;
  end(): void;
}

const NOTIFY_EVERY_MS = 50;
/** While no connection listens. */
const LOOK_EVERY_MS = 5000;
/** A connection that broke without a word is noticed this soon. */
const CARE_EVERY_MS = 15_000;
const RECONNECT_MS = 1000;

export function startNews({ database, channel, onDue, onTime }: NewsParts): News {
  const self = `${process.pid}-${Math.random().toString(36).slice(2, 10)}`;
  let isEnded = false;
  let listening: Awaited<ReturnType<PostgresDatabase["listen"]>> = null;
  let notifying: NodeJS.Timeout | null = null;
  const changed = new Set<EntryKind>();
  const timers = new Set<NodeJS.Timeout>();

  const later = (delayMs: number, run: () => void) => {
    const timer = setTimeout(() => {
      timers.delete(timer);
      run();
    }, delayMs);
    timer.unref();
    timers.add(timer);
    return timer;
  };

  const listen = async (): Promise<void> => {
    let isLost = false;
    try {
      const opened = await database.listen(
        channel,
        (news) => {
          const [from, kinds] = news.split(" ");
          // An earlier release says none.
          if (from !== self)
            onDue(kinds === undefined ? undefined : ENTRY_KINDS.filter((kind) => kinds.split(",").includes(kind)));
        },
        () => {
          isLost = true;
          listening = null;
          if (!isEnded) later(RECONNECT_MS, () => void listen());
        },
      );
      if (isLost || opened === null) return;
      if (isEnded) return opened.end();
      listening = opened;
      // What was said meanwhile was not heard.
      onDue();
    } catch {
      // `onEnd` was called, and tries again.
    }
  };
  const lookAfter = async (): Promise<void> => {
    const connection = listening;
    const silence = connection === null ? null : later(CARE_EVERY_MS / 2, connection.end);
    try {
      const asked = performance.now();
      const [row] = await (connection ?? database).query(`SELECT ${DATABASE_TIME} AS now`);
      if (row !== undefined) onTime(Number(row.now), performance.now() - asked);
    } catch {
      connection?.end();
    }
    if (silence !== null) clearTimeout(silence);
    if (!isEnded) later(CARE_EVERY_MS, () => void lookAfter());
  };
  const look = () => {
    if (listening === null) onDue();
    later(LOOK_EVERY_MS, look);
  };

  void listen();
  later(CARE_EVERY_MS, () => void lookAfter());
  later(LOOK_EVERY_MS, look);
  return {
    notify(kinds = ENTRY_KINDS) {
      for (const kind of kinds) changed.add(kind);
      if (isEnded || notifying !== null) return;
      notifying = later(NOTIFY_EVERY_MS, () => {
        notifying = null;
        // A relay that does not hear it looks by itself.
        database.query("SELECT pg_notify(?, ?)", channel, `${self} ${[...changed].join(",")}`).catch(() => {});
        changed.clear();
      });
    },
    end() {
      isEnded = true;
      for (const timer of timers) clearTimeout(timer);
      timers.clear();
      listening?.end();
    },
  };
}
