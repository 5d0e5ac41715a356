// What an address of a site or a relay may be, and how it is published.
import { expect, test } from "vitest";
import { buildSettings } from "../../../../templates/kit/index.ts";
import { addressFault, settleAddress } from "../../../../templates/kit/web-address.ts";

test.each([
  ["https://www.example.com", "https://www.example.com"],
  ["https://www.example.com//", "https://www.example.com"],
  ["HTTPS://WWW.Example.COM/", "https://www.example.com"],
  ["https://www.example.com:443", "https://www.example.com"],
  ["http://localhost:4321/", "http://localhost:4321"],
  ["http://[::1]:8787", "http://[::1]:8787"],
  ["https://Fêtes.example", "https://xn--ftes-gpa.example"],
  ["https://xn--ftes-gpa.example", "https://xn--ftes-gpa.example"],
  ["https://relay.example.com/Mail/v1.0/", "https://relay.example.com/Mail/v1.0"],
])("%s is published as %s", (written, address) => {
  expect(addressFault(written)).toBeUndefined();
  expect(settleAddress(written)).toBe(address);
  expect(settleAddress(address)).toBe(address);
});

test("letters of other languages are taken however many addresses were checked before", () => {
  const faults = Array.from({ length: 20_000 }, () => addressFault("https://fêtes.example"));
  expect(new Set(faults)).toEqual(new Set([undefined]));
});

test.each([
  [
    "form",
    ["", "www.example.com", "//www.example.com", "ftp://example.com", "https:example.com", "https:\\\\example.com"],
  ],
  [
    "form",
    [
      "https://",
      "https:///example.com",
      " https://example.com",
      "https://exa mple.com",
      "https://a.com/\tb",
      "https://a..b",
    ],
  ],
  ["form", ["https://a;b.example", "https://a'b.example", "https://*.example.com", "https://example.com:99999"]],
  ["user", ["https://me@a.example", "https://me:secret@a.example", "https://:secret@a.example", "https://@a.example"]],
  ["user", ["https://me:sec@ret@a.example/path?x", "HTTPS://me:p%40ss@a.example"]],
  ["query", ["https://a.example?", "https://a.example/?a=b", "https://a.example/#top", "https://a.example#"]],
  ["path", ["https://a.example/a;b", "https://a.example/a//b", "https://a.example/été", "https://a.example/a%20b"]],
] as const)("by its %s, none of these is an address: %j", (fault, addresses) => {
  for (const written of addresses) expect([written, addressFault(written)]).toEqual([written, fault]);
});

test("the same check is made of the site's address, the relay's, a target's and its service's", () => {
  const target = buildSettings.publish.unwrap().valueType.shape;
  const fields = [buildSettings.url, buildSettings.relay.shape.url, target.url.unwrap(), target.endpoint.unwrap()];
  for (const field of fields) {
    expect(field.safeParse("https://Example.com/").success).toBe(true);
    for (const written of ["https://me:secret@example.com", "https://example.com/?a", "example.com"])
      expect([written, field.safeParse(written).success]).toEqual([written, false]);
    expect(field.safeParse("https://me:secret@example.com").error?.issues[0]?.message).toMatch(
      /^must not hold a user name/,
    );
  }
});
