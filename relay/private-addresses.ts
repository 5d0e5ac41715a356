// Addresses that no name of the public network should lead to: a receiver's name must not become a way into the operator's own network.
import { addressesIn } from "./client-address.ts";

/** This machine, private, shared and link-local networks, those of tests and documents, multicast, and the ways by which IPv6 leads to IPv4. */
const PRIVATE: readonly string[] = [
  "0.0.0.0/8",
  "10.0.0.0/8",
  "100.64.0.0/10",
  "127.0.0.0/8",
  "169.254.0.0/16",
  "172.16.0.0/12",
  "192.0.0.0/24",
  "192.0.2.0/24",
  "192.168.0.0/16",
  "198.18.0.0/15",
  "198.51.100.0/24",
  "203.0.113.0/24",
  "224.0.0.0/3",
  "::/127",
  "64:ff9b::/96",
  "64:ff9b:1::/48",
  "100::/64",
  "2001::/23",
  "2001:db8::/32",
  "2002::/16",
  "fc00::/7",
  "fe80::/9",
  "ff00::/8",
];
const LOOPBACK: readonly string[] = ["127.0.0.0/8", "::1"];

const isPrivate = addressesIn(PRIVATE);

/** False for a name, and for addresses in one of the networks that an operator lists. */
export const isPrivateAddress = (address: string, listed: readonly string[]): boolean =>
  isPrivate(address) && !addressesIn(listed)(address);

/** False for a name. */
export const isLoopbackAddress = addressesIn(LOOPBACK);
