// Whose request it is: the address that limits count, in every form that proxies write it in, and only as far as they are trusted.
import { describe, expect, test } from "vitest";
import { clientKey, createTrust, type ProxySetting, readClient } from "../../relay/client-address.ts";

const read = (setting: ProxySetting, forwarded: string | undefined, peer = "10.0.0.1") =>
  readClient(
    { socket: { remoteAddress: peer }, headers: { "x-forwarded-for": forwarded } } as never,
    createTrust(setting),
  );
const keyOf = (...given: Parameters<typeof read>) => clientKey(read(...given).address);

describe("a proxy's word for its caller", () => {
  test.each([
    ["203.0.113.7", "203.0.113.7"],
    ["203.0.113.7:52100", "203.0.113.7"],
    ["203.0.113.7:", "203.0.113.7"],
    ['"203.0.113.7:52100"', "203.0.113.7"],
    ["::ffff:203.0.113.7", "203.0.113.7"],
    ["::FFFF:203.0.113.7:52100", "203.0.113.7"],
    ["[::ffff:203.0.113.7]:52100", "203.0.113.7"],
    ["[203.0.113.7]:52100", "203.0.113.7"],
    ["::ffff:cb00:7107", "203.0.113.7"],
    ["[0:0:0:0:0:FFFF:CB00:7107]:52100", "203.0.113.7"],
    ["0000:0000:0000:0000:0000:ffff:203.0.113.7", "203.0.113.7"],
    ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
    ["2001:DB8:1:2::9", "2001:db8:1:2::/64"],
    ["[2001:db8:1:2::9]", "2001:db8:1:2::/64"],
    ["[2001:db8:1:2::9]:443", "2001:db8:1:2::/64"],
    ['"[2001:db8:1:2::9]:443"', "2001:db8:1:2::/64"],
    ["2001:db8:1:2:3:4:5:6:443", "2001:db8:1:2::/64"],
    ["fe80::1%eth0", "fe80:0:0:0::/64"],
    ["[fe80::1%eth0]:443", "fe80:0:0:0::/64"],
    [" , 198.51.100.1 ,, 203.0.113.7:1 ,", "203.0.113.7"],
  ])("%s is one client, whatever its port", (written, key) => expect(keyOf(1, written)).toBe(key));

  test.each(["unknown", "_hidden", "a.b.c.d", "203.0.113.7.example", "1.2.3.4:x", "[", "[]:1", "x".repeat(5000)])(
    "that is no address (%s) leaves the proxy itself: made-up words are no new clients",
    (written) => expect(keyOf(1, `203.0.113.7, ${written}`)).toBe("10.0.0.1"),
  );

  test.each<[ProxySetting, string | undefined, string]>([
    [0, "203.0.113.7", "10.0.0.1"],
    [1, undefined, "10.0.0.1"],
    [1, "198.51.100.1, 203.0.113.7", "203.0.113.7"],
    [2, "198.51.100.1, 203.0.113.7", "198.51.100.1"],
    [5, "198.51.100.1, 203.0.113.7", "198.51.100.1"],
    [["10.0.0.0/8"], "203.0.113.7", "203.0.113.7"],
    [["10.0.0.1"], "1.1.1.1, 203.0.113.7:9, 10.9.9.9:443", "10.9.9.9"],
    [["10.0.0.0/8"], "1.1.1.1, 203.0.113.7:9, 10.9.9.9:443", "203.0.113.7"],
    [["::ffff:10.0.0.0/104"], "1.1.1.1, 203.0.113.7:9, 10.9.9.9:443", "203.0.113.7"],
    [["fd00::/8"], "203.0.113.7", "10.0.0.1"],
  ])("is believed as far as %j goes: %s", (setting, forwarded, address) => {
    expect(read(setting, forwarded)).toEqual({ address, peer: "10.0.0.1" });
  });

  test("is known by its network also where it calls over IPv6, mapped or not", () => {
    expect(keyOf(["10.0.0.0/8"], "203.0.113.7", "::ffff:10.1.1.1")).toBe("203.0.113.7");
    expect(keyOf(["fd00::/8"], "203.0.113.7", "fd12::1")).toBe("203.0.113.7");
    expect(keyOf(["10.0.0.0/8"], "203.0.113.7", "::ffff:a01:101")).toBe("203.0.113.7");
    expect(keyOf(["::ffff:a01:101"], "203.0.113.7", "10.1.1.1")).toBe("203.0.113.7");
  });
});
