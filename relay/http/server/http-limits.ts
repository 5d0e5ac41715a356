/** Milliseconds, but for the connections. */
export const HTTP_LIMITS = {
  /** Until the head of a request is received, counted from the beginning of the connection or from its last request. */
  headersMs: 10_000,
  /** Until a body is there that somebody waits for: a phone on a bad line sends a long message in this time, a sender that dribbles does not. */
  bodyMs: 10_000,
  requestMs: 20_000,
  keepAliveMs: 65_000,
  /** How often slow requests are looked for. */
  lookEveryMs: 1000,
  /** Each may hold 32 kB of a body, and all together 64 MiB more: 128 MiB at most. */
  maxConnections: 2048,
  /** From one address, proxies excepted. An office behind one address opens a few for each of its people. */
  maxPerAddress: 512,
};
export type HttpLimits = Readonly<typeof HTTP_LIMITS>;

export const MAX_HEADER_BYTES = 16_384;
