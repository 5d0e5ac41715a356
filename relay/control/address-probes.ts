// Which client address a request seems to come from: the doctor announces a token, sends it over the public way, and compares.

import type { ClientAddress } from "../client-address.ts";

/** The header that carries the token to `/healthz`. */
export const PROBE_HEADER = "x-relay-probe";

export interface AddressProbes {
  expect(token: string): void;
  /** What was seen with the token; null where it has not come. */
  take(token: string): ClientAddress | null;
  /** Called for requests that carry a token. One that nobody announced is forgotten. */
  see(token: string, seen: ClientAddress): void;
}

/** Announced at the same time; the oldest gives way. */
const MAX_TOKENS = 16;

export function createAddressProbes(): AddressProbes {
  const tokens = new Map<string, ClientAddress | null>();
  return {
    expect(token) {
      tokens.set(token, null);
      for (const oldest of [...tokens.keys()].slice(0, -MAX_TOKENS)) tokens.delete(oldest);
    },
    take(token) {
      const seen = tokens.get(token) ?? null;
      tokens.delete(token);
      return seen;
    },
    see(token, seen) {
      if (tokens.has(token)) tokens.set(token, seen);
    },
  };
}
