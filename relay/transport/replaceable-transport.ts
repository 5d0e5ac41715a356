// A transport that another one can take the place of while mails are on their way: each mail ends where it began.
import type { MailTransport } from "./mail-transport.ts";

export interface ReplaceableTransport extends MailTransport {
  /** Mails go over `next` from now on; the one before is closed when its last mail has ended. */
  replace(next: MailTransport): void;
}

export function createReplaceableTransport(first: MailTransport): ReplaceableTransport {
  let current = { transport: first, underWay: 0 };
  const using = async <Result>(use: (transport: MailTransport) => Promise<Result>): Promise<Result> => {
    const used = current;
    used.underWay += 1;
    try {
      return await use(used.transport);
    } finally {
      used.underWay -= 1;
      if (used !== current && used.underWay === 0) await used.transport.close();
    }
  };
  return {
    send: (message, signal) => using((transport) => transport.send(message, signal)),
    verify: () => using((transport) => transport.verify()),
    close: () => current.transport.close(),
    replace(next) {
      const before = current;
      current = { transport: next, underWay: 0 };
      if (before.underWay === 0) void before.transport.close();
    },
  };
}
