import { networkInterfaces } from "node:os";
import { expect, test } from "vitest";
import { isLoopback, isThisMachine } from "../../relay/loopback.ts";

test("this machine is loopback, and each of its addresses in a network", () => {
  const own = Object.values(networkInterfaces()).flatMap((each = []) => each.map(({ address }) => address));
  for (const host of ["localhost", "site.localhost", "[::1]", ...own])
    expect([host, isThisMachine(host)]).toEqual([host, true]);
  for (const host of ["203.0.113.9", "[2001:db8::9]", "relay.example.com", ""])
    expect([host, isThisMachine(host), isLoopback(host)]).toEqual([host, false, false]);
});
