// Which hosts are this machine itself. The generator imports this file: both programs have one rule.
import { BlockList, isIP } from "node:net";

const loopback = new BlockList();
loopback.addSubnet("127.0.0.0", 8, "ipv4");
loopback.addAddress("::1", "ipv6");

/** `host`: a name or an address without its port, with or without brackets. Such names lead nowhere else: RFC 6761 and w3.org/TR/secure-contexts. */
export function isLoopback(host: string): boolean {
  const name = host.toLowerCase().replace(/^\[(.*)\]$/, "$1");
  const version = isIP(name);
  if (version > 0) return loopback.check(name, version === 4 ? "ipv4" : "ipv6");
  return /(?:^|\.)localhost\.?$/.test(name);
}
