import { expect, test } from "vitest";
import { sharedSite } from "../../../../cli/serve/shared-site.ts";

const ADDRESSES = ["192.0.2.7", "2001:db8::7"];

test.each(["127.0.0.1", "::1", "localhost", "site.localhost"])("a site at %s is of this machine alone", (host) => {
  expect(sharedSite({ host, port: 4321 }, ADDRESSES)).toBeUndefined();
});

test.each(["0.0.0.0", "::"])(
  "a site at %s is reached by the addresses of the network, and by names of this machine",
  (host) => {
    expect(sharedSite({ host, port: 4321 }, ADDRESSES)).toEqual({
      host: "192.0.2.7",
      origins: [
        "http://192.0.2.7:4321",
        "http://[2001:db8::7]:4321",
        "http://localhost:4321",
        "http://127.0.0.1:4321",
        "http://[::1]:4321",
      ],
    });
    expect(sharedSite({ host, port: 4321 }, [])).toBeUndefined();
  },
);

test("a site at one address is reached by it, and by the names that are allowed", () => {
  expect(sharedSite({ host: "2001:db8::9", port: 80, allowHost: ["studio.example.com"] }, ADDRESSES)).toEqual({
    host: "[2001:db8::9]",
    origins: ["http://[2001:db8::9]", "http://studio.example.com", "https://studio.example.com"],
  });
});
