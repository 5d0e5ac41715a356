// The input for the configuration of a host, and the parts that several configurations share.

import { CONTENT_TYPES } from "../../../hosting/file-headers.ts";
import type { HeaderRule } from "../../../hosting/host-headers.ts";
import type { MovedAddresses } from "../../../hosting/redirect-files.ts";

export interface ConfigInput extends MovedAddresses {
  /** The address of the site, without a slash at its end. The other addresses here are without the path in it. */
  readonly url: string;
  /** "" for a site without forms. */
  readonly relayUrl: string;
  readonly headers: readonly HeaderRule[];
  /** The folder of the site's files on the machine that serves them. */
  readonly root: string;
}

/** The default address of the relay behind the proxy. */
export const RELAY_UPSTREAM = "127.0.0.1:8787";
/** The relay refuses more than 192 kB with a message of its own, so the proxy lets a little more through. */
export const RELAY_BODY_KB = 256;

/** The paths that forms are posted to, below the relay's address. A test compares them with the relay's contract. */
export const CALL_PATHS = ["/functions/v1/send-contact-email", "/send-contact-email"] as const;

type RelayPlace =
  | { readonly kind: "none" }
  | { readonly kind: "host"; readonly host: string }
  | { readonly kind: "path"; readonly path: string };

/** Where visitors reach the relay: below an address of the site, or under a name of its own. */
export function relayPlace({ url, relayUrl }: ConfigInput): RelayPlace {
  if (!URL.canParse(relayUrl)) return { kind: "none" };
  const relay = new URL(relayUrl);
  if (relay.origin !== new URL(url).origin) return { kind: "host", host: relay.hostname };
  return { kind: "path", path: relay.pathname.replace(/\/+$/, "") };
}

export const hostNameOf = (url: string): string => new URL(url).hostname;

/** The file extensions of each content type. */
export function endingsByType() {
  const byType = new Map<string, string[]>();
  for (const [ending, type] of Object.entries(CONTENT_TYPES)) byType.set(type, [...(byType.get(type) ?? []), ending]);
  return byType;
}

export const withoutCharset = (type: string): string => type.replace(/;.*$/, "");

/** The rules of each header of the site, in order: the first one is for all files. Caching is set for each file instead. */
export function rulesByHeader(rules: readonly HeaderRule[]) {
  const byName = new Map<string, { path: string; value: string }[]>();
  for (const { path, headers } of rules)
    for (const [name, value] of headers) byName.set(name, [...(byName.get(name) ?? []), { path, value }]);
  byName.delete("Cache-Control");
  return [...byName];
}

/** Puts a mark in front of each line. */
export const comment = (text: string): string => text.trim().replace(/^/gm, "# ").replace(/ +$/gm, "");

export const quote = (text: string): string => `"${text.replace(/[\\"]/g, "\\$&")}"`;
