// Variables that name machines and networks.
import { isIP } from "node:net";
import { readAddressRanges } from "../client-address.ts";
import { readBy, splitList } from "./values.ts";

/** A name with a dot, or an address in brackets (RFC 5321 4.1.3): [203.0.113.7]. */
export const heloName = readBy((text) => {
  const literal = /^\[(?:IPv6:)?([0-9a-f:.]+)\]$/i.exec(text)?.[1];
  if (literal !== undefined) return isIP(literal) === 0 ? null : text;
  return isFullName(text) ? text.toLowerCase() : null;
});

/** Of a machine, as other machines may know it: "relay.example.com"; no address, and no name without a dot. */
export const isFullName = (name: string): boolean =>
  name.length <= 253 &&
  isIP(name) === 0 &&
  /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9-]*[a-z][a-z0-9-]*$/i.test(name);

/** As addresses, or as ranges of them. */
export const networks = readBy((text) => readAddressRanges(splitList(text)));
