// What a host's configuration is made from, and the parts that several of them share.

import { CONTENT_TYPES } from "../../../hosting/file-headers.ts";
import type { HeaderRule } from "../../../hosting/host-headers.ts";
import type { MovedAddresses } from "../../../hosting/redirect-files.ts";

export interface ConfigInput extends MovedAddresses {
  /** Where the site is published, without a slash at its end. Addresses here are without the path in it. */
  readonly url: string;
  /** "" for a site without forms. */
  readonly relayUrl: string;
  readonly headers: readonly HeaderRule[];
  /** Where the files of the site are, on the machine that serves them. */
  readonly root: string;
}

/** Where the relay listens by default, behind the proxy. */
export const RELAY_UPSTREAM = "127.0.0.1:8787";
/** The relay takes 192 kB and says so itself; a little more reaches it. */
export const RELAY_BODY_KB = 256;

/** Where forms are posted, below the relay's address: a test compares with the relay's contract. */
export const CALL_PATHS = ["/functions/v1/send-contact-email", "/send-contact-email"] as const;

/** Where visitors reach the relay: below an address of the site, or under a name of its own. */
export function relayPlace({ url, relayUrl }: ConfigInput) {
  if (!URL.canParse(relayUrl)) return { kind: "none" } as const;
  const relay = new URL(relayUrl);
  if (relay.origin !== new URL(url).origin) return { kind: "host", host: relay.hostname } as const;
  return { kind: "path", path: relay.pathname.replace(/\/+$/, "") } as const;
}

export const hostNameOf = (url: string): string => new URL(url).hostname;

/** Content types with the endings that have them. */
export function endingsByType() {
  const byType = new Map<string, string[]>();
  for (const [ending, type] of Object.entries(CONTENT_TYPES)) byType.set(type, [...(byType.get(type) ?? []), ending]);
  return byType;
}

export const withoutCharset = (type: string): string => type.replace(/;.*$/, "");

/** Every header of the site with its rules, in order: the first one is for all files. Caching is set by file instead. */
export function rulesByHeader(rules: readonly HeaderRule[]) {
  const byName = new Map<string, { path: string; value: string }[]>();
  for (const { path, headers } of rules)
    for (const [name, value] of headers) byName.set(name, [...(byName.get(name) ?? []), { path, value }]);
  byName.delete("Cache-Control");
  return [...byName];
}

/** Each line with a mark in front. */
export const comment = (text: string): string => text.trim().replace(/^/gm, "# ").replace(/ +$/gm, "");

export const quote = (text: string): string => `"${text.replace(/[\\"]/g, "\\$&")}"`;
