// Connections to the mail server that are kept open for a while between two mails.

import { setTimeout as wait } from "node:timers/promises";
import type { MailLogin } from "./mail-login.ts";
import { DEFAULT_TIMEOUTS, openConnection, type SmtpConnection, type SmtpSettings } from "./smtp-connection.ts";
import type { Guard } from "./smtp-guard.ts";

/** Idle connections are closed well before servers do it: the next mail would be sent over a dead one. */
const IDLE_MS = 20_000;
const MAILS_PER_CONNECTION = 100;

/** A connection between two mails. */
export interface PooledConnection extends SmtpConnection {
  /** The number of mails begun over it. */
  mails: number;
  /** Whether the next mail can go over it: at once, or when the server has forgotten the last one. */
  state: "ready" | "to-reset" | "closed";
  idleTimer?: NodeJS.Timeout;
}

export function createSmtpPool(settings: SmtpSettings, login: MailLogin) {
  const free: PooledConnection[] = [];
  const { resetMs } = settings.timeouts ?? DEFAULT_TIMEOUTS;

  const close = (pooled: PooledConnection) => {
    clearTimeout(pooled.idleTimer);
    pooled.state = "closed";
    pooled.connection.quit();
  };
  return {
    async open(guard: Guard): Promise<PooledConnection> {
      const pooled: PooledConnection = { ...(await openConnection(settings, login, guard)), mails: 0, state: "ready" };
      pooled.connection.once("end", () => {
        pooled.state = "closed";
      });
      return pooled;
    },
    /** An open connection that is free; undefined where there is none. */
    async takeUsed(guard: Guard): Promise<PooledConnection | undefined> {
      for (let pooled = free.pop(); pooled !== undefined; pooled = free.pop()) {
        const { connection } = pooled;
        clearTimeout(pooled.idleTimer);
        guard.onEnd(() => connection.close());
        if (pooled.state === "to-reset" && !(await isReset(pooled, resetMs))) connection.close();
        else if (pooled.state !== "closed") return pooled;
      }
      return undefined;
    },
    putBack(pooled: PooledConnection): void {
      if (pooled.state === "closed") return;
      if (pooled.mails >= MAILS_PER_CONNECTION) {
        pooled.connection.quit();
        return;
      }
      pooled.idleTimer = setTimeout(() => close(pooled), IDLE_MS).unref();
      free.push(pooled);
    },
    close(): void {
      for (const pooled of free.splice(0)) close(pooled);
    },
  };
}

/** The result of the last mail is recorded by now, so a server that does not answer delays none. */
async function isReset({ connection, step }: SmtpConnection, resetMs: number): Promise<boolean> {
  const timeout = new AbortController();
  const isOver = wait(resetMs, false, { signal: timeout.signal }).catch(() => false);
  const isDone = step((done) => connection.reset(done)).then(
    () => true,
    () => false,
  );
  const isFine = await Promise.race([isDone, isOver]);
  timeout.abort();
  return isFine;
}
