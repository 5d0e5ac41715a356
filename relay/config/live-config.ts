// The configuration in use. It can be read again while the relay runs: what can change at once does, the rest is reported and waits for a
// restart. Parts are given one object for good, and read a value from it at the moment they need it.
import { isDeepStrictEqual } from "node:util";
import type { RelayConfig, StoreTarget } from "./config.ts";
import type { VariableName } from "./environment.ts";

/** What another configuration changed, by variable. */
export interface Reload {
  /** In use from now on. */
  readonly changed: readonly VariableName[];
  /** The values of the start stay in use. */
  readonly needRestart: readonly VariableName[];
}

export interface LiveConfig {
  /** Always the values in use. */
  readonly config: RelayConfig;
  replace(next: RelayConfig): Reload;
}

/** What a relay is built on at its start. */
const FROM_THE_START = ["host", "port", "controlPort", "trustProxy", "socketPath", "logLevel"] as const;

/** The value that each variable leads to. */
const VALUES: Readonly<Record<VariableName, (config: RelayConfig) => unknown>> = {
  HOST: ({ host }) => host,
  PORT: ({ port }) => port,
  RELAY_CONTROL_PORT: ({ controlPort }) => controlPort,
  RELAY_CONTROL_TOKEN: ({ desk }) => desk?.token,
  RELAY_DESK_LOGIN_HEADER: ({ desk }) => desk?.loginHeader,
  RELAY_DESK_URL: ({ desk }) => desk?.origin,
  RELAY_DESK_PUBLIC: ({ desk }) => desk?.isPublic,
  RELAY_MAIL_URL: ({ mail }) => mail.target,
  RELAY_MAIL_FROM: ({ mail }) => mail.from,
  RELAY_MAIL_TO: ({ mail }) => mail.to.general,
  "RELAY_MAIL_TO_<FORM>": ({ mail }) => mail.to.forms,
  RELAY_MAIL_FALLBACK: ({ mail }) => mail.fallback,
  RELAY_MAIL_WORDS: ({ mail }) => mail.words,
  RELAY_FORMS: ({ forms: { source, first } }) => [source, source.type === "file" && first],
  RELAY_DKIM_KEY: ({ mail }) => mail.dkim.map(({ privateKey }) => privateKey),
  RELAY_DKIM_SELECTOR: ({ mail }) => mail.dkim.map(({ selector }) => selector),
  RELAY_BOUNCE_TO: ({ mail }) => mail.bounceTo,
  RELAY_TLS: ({ mail }) => mail.tls,
  RELAY_ACKNOWLEDGE: ({ mail }) => mail.acknowledge,
  RELAY_STORE_URL: ({ store }) => store,
  RELAY_STORE_CONNECTIONS: ({ store }) => store.type === "postgres" && store.connections,
  RELAY_STORE_TIMEOUT: ({ store }) => store.type === "postgres" && store.timeoutMs,
  RELAY_ALERT_TO: ({ alerts }) => alerts.to,
  RELAY_ALERT_MAIL_URL: ({ alerts }) => alerts.target,
  RELAY_ALERT_WEBHOOK: ({ alerts }) => alerts.urls,
  RELAY_WEBHOOK: ({ webhooks }) => webhooks.urls,
  RELAY_WEBHOOK_SECRET: ({ webhooks }) => webhooks.secrets,
  RELAY_WEBHOOK_NETWORKS: ({ webhooks }) => webhooks.networks,
  RELAY_ALLOWED_ORIGINS: ({ allowedOrigins }) => allowedOrigins,
  RELAY_PUBLIC_KEY: ({ publicKeys }) => publicKeys,
  RELAY_SITE_URL: ({ siteUrl }) => siteUrl,
  RELAY_TRUST_PROXY: ({ trustProxy }) => trustProxy,
  RELAY_RATE_LIMIT: ({ limits }) => limits.perClient,
  RELAY_RATE_LIMIT_ADDRESS: ({ limits }) => limits.perAddress,
  RELAY_RATE_LIMIT_OVERALL: ({ limits }) => limits.overall,
  RELAY_RETENTION_DAYS: ({ retentionDays }) => retentionDays.general,
  "RELAY_RETENTION_DAYS_<FORM>": ({ retentionDays }) => retentionDays.forms,
  RELAY_SOCKET: ({ socketPath }) => socketPath,
  LOG_LEVEL: ({ logLevel }) => logLevel,
};
const NAMES = Object.keys(VALUES) as VariableName[];

export function createLiveConfig(first: RelayConfig): LiveConfig {
  let current = first;
  const getters = (Object.keys(first) as (keyof RelayConfig)[]).map((name) => [
    name,
    { get: () => current[name], enumerable: true },
  ]);
  return {
    config: Object.defineProperties({}, Object.fromEntries(getters)) as RelayConfig,
    replace(next) {
      const before = current;
      const kept = Object.fromEntries(FROM_THE_START.map((name) => [name, before[name]]));
      current = { ...next, ...kept, store: storeInUse(before.store, next.store) };
      return { changed: differences(before, current), needRestart: differences(current, next) };
    },
  };
}

const differences = (one: RelayConfig, other: RelayConfig): VariableName[] =>
  NAMES.filter((name) => !isDeepStrictEqual(VALUES[name](one), VALUES[name](other)));

/** Another password is for the next connection; another store is for the next start. */
function storeInUse(before: StoreTarget, next: StoreTarget): StoreTarget {
  if (before.type !== "postgres" || next.type !== "postgres") return before;
  return { ...before, password: next.password };
}
