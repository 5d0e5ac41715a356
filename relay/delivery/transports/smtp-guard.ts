// How long an attempt may take, and how it is broken off.
import { once } from "node:events";

export interface Guard {
  /** Rejects when the time is over or the attempt was ended. */
  readonly during: <Result>(work: Promise<Result>) => Promise<Result>;
  onEnd(close: () => void): void;
  restart(next: number): void;
  /** Why it ended; undefined while it goes on. */
  readonly reason: () => Error | undefined;
  end(): void;
}

/** Limits on the wall clock, which a server that trickles bytes cannot stretch: until the mail is on its way, and to the answer. */
export function createGuard(ms: number, signal?: AbortSignal): Guard {
  const ended = new AbortController();
  const over = once(ended.signal, "abort").then(() => Promise.reject(ended.signal.reason));
  over.catch(() => {});
  const stop = (message: string, code: string) => ended.abort(Object.assign(new Error(message), { code }));
  const expire = () => stop("The mail server took too long", "ETIMEDOUT");
  const onAbort = () => stop("The attempt was ended", "EABORT");
  let timer = setTimeout(expire, ms);
  if (signal?.aborted) onAbort();
  signal?.addEventListener("abort", onAbort, { once: true });
  return {
    during: <Result>(work: Promise<Result>): Promise<Result> => Promise.race([work, over]),
    onEnd(close) {
      if (ended.signal.aborted) close();
      else ended.signal.addEventListener("abort", close);
    },
    restart(next) {
      clearTimeout(timer);
      timer = setTimeout(expire, next);
    },
    reason: () => ended.signal.reason,
    end() {
      clearTimeout(timer);
      signal?.removeEventListener("abort", onAbort);
    },
  };
}

export const NO_SMTPUTF8 =
  "The mail server does not take addresses with letters beyond ASCII before the at sign (SMTPUTF8).";
