// Which hosts are this machine itself. The generator imports this file: both programs have one rule.
import { BlockList, isIP } from "node:net";
import { networkInterfaces } from "node:os";

const loopback = new BlockList();
loopback.addSubnet("127.0.0.0", 8, "ipv4");
loopback.addAddress("::1", "ipv6");

/** Node compiles the pattern of IPv6 at its first use, which takes milliseconds, and most hosts have names. */
const MAY_BE_ADDRESS = /^[\d.]+$|:/;

/** `host`: a name or an address without its port, with or without brackets. Such names lead nowhere else: RFC 6761 and w3.org/TR/secure-contexts. */
export function isLoopback(host: string): boolean {
  const name = plain(host);
  const version = MAY_BE_ADDRESS.test(name) ? isIP(name) : 0;
  if (version > 0) return loopback.check(name, version === 4 ? "ipv4" : "ipv6");
  return /(?:^|\.)localhost\.?$/.test(name);
}

/** Loopback, or an address of this machine in a network: what is sent there from here does not leave it. */
export const isThisMachine = (host: string): boolean =>
  isLoopback(host) ||
  Object.values(networkInterfaces()).some((all = []) => all.some(({ address }) => address === plain(host)));

const plain = (host: string): string => host.toLowerCase().replace(/^\[(.*)\]$/, "$1");
