// Who is calling: the address that limits are counted under, and whether the own network asks.

import type { IncomingMessage } from "node:http";
import { BlockList, isIP, isIPv6 } from "node:net";
import { isLoopback } from "./loopback.ts";

/** The same ranges where each is an address or a network ("10.0.0.0/8"); null where one is not, or there is none. */
export function readAddressRanges(ranges: readonly string[]): readonly string[] | null {
  const isRange = (range: string) => {
    const [address = "", bits = "1", ...more] = range.split("/");
    const most = { 4: 32, 6: 128 }[isIP(address)] ?? 0;
    return more.length === 0 && /^[1-9]\d{0,2}$/.test(bits) && Number(bits) <= most;
  };
  return ranges.length > 0 && ranges.every(isRange) ? ranges : null;
}

/** How many proxies are in front, or their networks. */
export type ProxySetting = number | readonly string[];

/** Whether what a peer says of its own callers is believed; `hop`: 0 for the other end of the connection, 1 for who called that one. */
export type IsTrusted = (address: string, hop: number) => boolean;

export function createTrust(setting: ProxySetting): IsTrusted {
  if (typeof setting === "number") return (_address, hop) => hop < setting;
  const list = new BlockList();
  for (const range of setting) {
    const [address = "", bits] = range.split("/");
    if (bits === undefined) addAddress(list, plainAddress(address) ?? address);
    else list.addSubnet(address, Number(bits), typeOf(address));
  }
  return (address) => {
    const plain = plainAddress(address);
    return plain !== null && list.check(plain, typeOf(plain));
  };
}

const addAddress = (list: BlockList, address: string) => list.addAddress(address, typeOf(address));

const typeOf = (address: string) => (isIPv6(address) ? "ipv6" : "ipv4");

/**
 * `address`: the visitor's, as far as those who say so are trusted; `peer`: the other end of the connection itself. `X-Forwarded-For` is read
 * from its end, as far as each address was named by a proxy that is trusted.
 */
export function readClient({ socket, headers }: IncomingMessage, isTrusted: IsTrusted) {
  const peer = plainAddress(socket.remoteAddress ?? "") ?? "unknown";
  const named = String(headers["x-forwarded-for"] ?? "")
    .split(",")
    .map((each) => each.trim())
    .filter(Boolean);
  let address = peer;
  let trusted = 0;
  while (trusted < named.length && isTrusted(address, trusted)) {
    trusted += 1;
    const next = plainAddress(named[named.length - trusted] ?? "");
    // A proxy that hides its caller ("unknown") counts as the caller: values that the caller wrote must not make new clients.
    if (next === null) break;
    address = next;
  }
  return { address, peer };
}

/** The address alone, as proxies write it: with a port, in brackets, in quotes, with a zone, or IPv4 within IPv6; null where there is none. */
export function plainAddress(forwarded: string): string | null {
  const text = forwarded.replace(/^"(.*)"$/, "$1");
  const [, bracketed] = /^\[([^\]]*)\](?::\d*)?$/.exec(text) ?? [];
  const bare = bracketed ?? text.replace(/^((?:::ffff:)?[\d.]+|(?:[\da-f]{1,4}:){7}[\da-f]{1,4}):\d*$/i, "$1");
  const address = bare.replace(/%.*$/, "");
  if (isIPv6(address)) return plainIPv6(address);
  return isIP(address) > 0 ? address : null;
}

/** In the one spelling of RFC 5952, or the IPv4 address that it holds: "::ffff:c633:6405" is 198.51.100.5. */
function plainIPv6(address: string): string {
  const spelt = new URL(`http://[${address}]`).hostname.slice(1, -1);
  const [, high, low] = /^::ffff:([\da-f]{1,4}):([\da-f]{1,4})$/.exec(spelt) ?? [];
  if (high === undefined || low === undefined) return spelt;
  const bytes = [high, low].flatMap((group) => [Number.parseInt(group, 16) >> 8, Number.parseInt(group, 16) & 255]);
  return bytes.join(".");
}

/** One household or office counts as one: an IPv4 address as it is, an IPv6 address by its first 64 bits. */
export function clientKey(address: string): string {
  const plain = plainAddress(address) ?? address;
  return isIPv6(plain) ? `${firstGroups(plain).join(":")}::/64` : plain;
}

/** The first four groups of an IPv6 address, in full. */
function firstGroups(address: string): string[] {
  const [head = "", tail] = address.split("::");
  const groups = (part: string) => part.split(":").filter(Boolean);
  const headGroups = groups(head);
  const tailGroups = groups(tail ?? "");
  const zeros = Array<string>(Math.max(0, 8 - headGroups.length - tailGroups.length)).fill("0");
  return [...headGroups, ...zeros, ...tailGroups].slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16));
}

/** Names that nobody can have lead elsewhere on the internet: RFC 6762 and 8375, what clusters use, and what has no dot. */
const INSIDE_NAMES = /^[\w-]+$|\.(?:local|localhost|internal|home\.arpa|svc)$/;

/** Whether a request is for an address or a name of the own network: a page in a browser may have its public name lead to the relay. */
export function isAskedInside({ headers }: IncomingMessage): boolean {
  const [, bracketed, plain = ""] = /^(?:\[([^\]]*)\]|([^:]*))(?::\d*)?$/.exec(headers.host ?? "") ?? [];
  const name = (bracketed ?? plain).toLowerCase();
  return isIP(name) > 0 || isLoopback(name) || INSIDE_NAMES.test(name);
}
