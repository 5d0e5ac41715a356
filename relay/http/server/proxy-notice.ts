// A proxy in front of a relay that trusts none: all its visitors would share the limits of one address, which nobody notices before the rush.

import type { IncomingMessage } from "node:http";
import type { RelayConfig } from "../../config/config.ts";
import type { Observe } from "../../observe/relay-event.ts";

export const PROXY_NOTICE = {
  variable: "RELAY_TRUST_PROXY",
  message:
    "is 0, and a request came with X-Forwarded-For: behind a proxy, all visitors share the limits of its one address",
  hint: "RELAY_TRUST_PROXY=1 where one proxy is in front, or the proxies' networks; where none is, a caller made the header up, and nothing is wrong",
} as const;

export interface ProxyNotice {
  inspect(request: IncomingMessage): void;
  /** Whether such a request came since the process began. */
  readonly isDue: () => boolean;
}

/** Warns once. */
export function createProxyNotice({ trustProxy }: Pick<RelayConfig, "trustProxy">, observe: Observe): ProxyNotice {
  let isDue = false;
  return {
    inspect({ headers }) {
      if (isDue || trustProxy !== 0 || headers["x-forwarded-for"] === undefined) return;
      isDue = true;
      const { variable, message } = PROXY_NOTICE;
      observe({ type: "warning", variable, message });
    },
    isDue: () => isDue,
  };
}
