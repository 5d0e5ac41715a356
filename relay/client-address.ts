// Who is calling: the address that limits are counted under, and which addresses are this machine's own.
import { isIP, isIPv6 } from "node:net";

export function isLoopback(host: string): boolean {
  const name = host.toLowerCase().replace(/^\[|\]$/g, "");
  return name === "localhost" || name.endsWith(".localhost") || name === "::1" || /^127(?:\.\d{1,3}){3}$/.test(name);
}

/** The same ranges where each is an address or a network ("10.0.0.0/8"); null where one is not, or there is none. */
export function readAddressRanges(ranges: readonly string[]): readonly string[] | null {
  const isRange = (range: string) => {
    const [, address = "", bits] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(range) ?? [];
    const most = { 4: 32, 6: 128 }[isIP(address)];
    return most !== undefined && (bits === undefined || (Number(bits) >= 1 && Number(bits) <= most));
  };
  return ranges.length > 0 && ranges.every(isRange) ? ranges : null;
}

const MAPPED = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;

/** One household or office counts as one: an IPv4 address as it is, an IPv6 address by its first 64 bits. */
export function clientKey(address: string | undefined): string {
  const plain = (address ?? "").replace(/%.*$/, "");
  const [, mapped] = MAPPED.exec(plain) ?? [];
  if (mapped !== undefined) return mapped;
  return isIPv6(plain) ? `${firstGroups(plain).join(":")}::/64` : plain;
}

/** The first four groups of an IPv6 address, in full. */
function firstGroups(address: string): string[] {
  const [head = "", tail] = address.split("::");
  const groups = (part: string) => part.split(":").filter(Boolean);
  const before = groups(head);
  const after = groups(tail ?? "");
  const zeros = Array<string>(Math.max(0, 8 - before.length - after.length)).fill("0");
  return [...before, ...zeros, ...after].slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16));
}
