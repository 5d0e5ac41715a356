// A site that other machines can reach: the names of this machine in their networks, which pages, forms and the relay need.

import { isIPv4, isIPv6 } from "node:net";
import { networkInterfaces } from "node:os";
import { isLoopback } from "../../relay/loopback.ts";
import { EVERY_ADDRESS } from "./request-guard.ts";

export interface SharedSite {
  /** The host for other devices, as it is written in a URL. */
  readonly host: string;
  /** The origins that its pages may be opened at. */
  readonly origins: readonly string[];
}

/** The addresses of this machine in its networks, IPv4 first. */
function networkAddresses(): string[] {
  const all = Object.values(networkInterfaces()).flatMap((each = []) => each);
  const addresses = all.filter(({ internal }) => !internal).map(({ address }) => address);
  return [
    ...addresses.filter(isIPv4),
    ...addresses.filter((address) => isIPv6(address) && !address.startsWith("fe80")),
  ];
}

/** undefined where only this machine reaches it: it listens on loopback, or there is no network. */
export function sharedSite(
  {
    host,
    port,
    allowHost = [],
  }: { readonly host: string; readonly port: number; readonly allowHost?: readonly string[] },
  addresses: readonly string[] = networkAddresses(),
): SharedSite | undefined {
  if (isLoopback(host)) return undefined;
  const isEvery = EVERY_ADDRESS.test(host);
  const reachable = isEvery ? addresses : [host];
  const [first] = reachable;
  if (first === undefined) return undefined;
  const here = isEvery ? ["localhost", "127.0.0.1", "::1"] : [];
  const served = [...reachable, ...here].map((name) => originOf("http:", inUrl(name), port));
  // A proxy or a tunnel has ports of its own.
  const proxied = allowHost.flatMap((name) => ["http:", "https:"].map((scheme) => originOf(scheme, inUrl(name))));
  const allowed = allowHost.map((name) => originOf("http:", inUrl(name), port));
  return { host: inUrl(first), origins: [...new Set([...served, ...allowed, ...proxied])] };
}

const inUrl = (name: string): string => (name.includes(":") && !name.startsWith("[") ? `[${name}]` : name);

const originOf = (scheme: string, host: string, port?: number): string =>
  new URL(`${scheme}//${host}${port === undefined ? "" : `:${port}`}`).origin;
