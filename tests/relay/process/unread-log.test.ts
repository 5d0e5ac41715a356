// A log collector that hangs: what the relay says piles up, and the relay goes on.
import { expect, test } from "vitest";
import { LIMITLESS, send, withRelayFolder } from "../support/relay-process.ts";

test("a relay whose log nobody reads answers, is ready, ends when it is asked to, and loses no line that fits", async () => {
  await withRelayFolder(async (relays) => {
    const relay = await relays.start({ ...LIMITLESS, LOG_LEVEL: "debug" });
    relay.pauseLog();
    // More than a pipe or a socket holds.
    for (let round = 0; round < 30; round++) {
      const references = await Promise.all(
        Array.from({ length: 20 }, (_, index) => send(relay.url, { message: `${round} ${index}` })),
      );
      expect(references).not.toContain(null);
    }
    expect((await fetch(`${relay.url}/readyz`)).status).toBe(200);
    expect(await relay.metrics()).toMatch(/^relay_log_lines_dropped_total 0$/m);
    relay.kill("SIGTERM");
    await relay.exited;
    relay.resumeLog();
    const { code, stdout } = await relay.ended;
    expect(code).toBe(0);
    // The end of the log is lost with the process; what is there is whole up to where it was cut.
    const lines = stdout.slice(0, stdout.lastIndexOf("\n")).split("\n");
    expect(() => lines.map((line) => JSON.parse(line))).not.toThrow();
  });
}, 60_000);
