// Why a server cannot listen: what helps depends on what is wrong, the port or the address.
import { createServer } from "node:http";
import { expect, test } from "vitest";
import { listen, listenError } from "../../../../cli/serve/listen.ts";

test.each([
  [
    "EADDRINUSE",
    4321,
    "Port 4321 is in use by another program.",
    "end the other program, or choose another port with --port 4322",
  ],
  [
    "EADDRINUSE",
    65_535,
    "Port 65535 is in use by another program.",
    "end the other program, or choose another port with --port 4321",
  ],
  [
    "EACCES",
    80,
    "Port 80 may not be opened by you.",
    "ports below 1024 are the system's: choose a higher one, such as --port 4321",
  ],
  ["EACCES", 5000, "Port 5000 may not be opened by you.", "choose another port with --port 5001"],
])("%s of port %d", (code, port, message, hint) => {
  expect(listenError(Object.assign(new Error(), { code }), port, "127.0.0.1")).toMatchObject({
    code: "SERVE_FAILED",
    message,
    hint,
  });
});

test.each([
  ["203.0.113.7", "This machine has no address 203.0.113.7."],
  ["no.such.host.invalid", 'No address is known for the name "no.such.host.invalid".'],
])("an address that cannot be had asks for another address, not for another port: %s", async (host, message) => {
  const failure = await listen(createServer(), 0, host).catch((error) => error);
  expect(failure).toMatchObject({ code: "SERVE_FAILED", message });
  expect(failure.hint).toContain("127.0.0.1");
  expect(failure.hint).not.toContain("--port");
});
