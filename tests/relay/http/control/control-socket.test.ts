// The local socket between the command line and the relay.
import { spawnSync } from "node:child_process";
import { statSync, writeFileSync } from "node:fs";
import type { Server } from "node:http";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { systemClock } from "../../../../relay/clock.ts";
import { callRelay } from "../../../../relay/commands/call-relay.ts";
import { StoreError } from "../../../../relay/errors.ts";
import { createOperatorApp } from "../../../../relay/http/control/operator-app.ts";
import { closeServer } from "../../../../relay/http/server/create-server.ts";
import { openLocalSocket } from "../../../../relay/http/server/local-socket.ts";
import type { RelayEvent } from "../../../../relay/observe/relay-event.ts";
import { type AnyService, CommandError } from "../../../../relay/service/protocol.ts";
import { testFolder } from "../../../support/process/own-folder.ts";

const at = testFolder();
let socketPath = "";
let server: Server | undefined;
let events: RelayEvent[] = [];

beforeEach(() => {
  socketPath = at("relay.sock");
  events = [];
});
afterEach(async () => {
  if (server) await closeServer(server);
  server = undefined;
});

async function serve(service: AnyService = {}): Promise<void> {
  const observe = (event: RelayEvent) => void events.push(event);
  const config = { siteUrl: null, desk: null };
  const parts = { config, service, observe, clock: systemClock, bodyMs: 10_000, health: {}, metrics: {} } as never;
  server = await openLocalSocket(
    socketPath,
    createOperatorApp(parts, async () => "", true),
  );
}
/** These operations are made for the test; those of the relay have types. */
const ask = (name: string): Promise<unknown> => callRelay(socketPath, name as "receipts", {});
const problemOf = (error: unknown) => (error instanceof CommandError ? error.problem : { code: "no problem", error });
const codeOf = (promise: Promise<unknown>) =>
  promise.then(
    () => "no problem",
    (error) => problemOf(error).code,
  );
/** Leaves a socket behind as a killed process does. */
function leaveStaleSocket(): void {
  spawnSync(process.execPath, [
    "-e",
    `require("node:net").createServer().listen(${JSON.stringify(socketPath)}, () => process.kill(process.pid, "SIGKILL"))`,
  ]);
  expect(statSync(socketPath).isSocket()).toBe(true);
}

describe("the local socket", () => {
  test("may be opened by its owner alone, and the umask stays as it was", async () => {
    const before = process.umask();
    await serve();
    expect(statSync(socketPath).mode & 0o777).toBe(0o600);
    expect(process.umask()).toBe(before);
  });

  test("tells a problem", async () => {
    const unknown = () => new CommandError("SUBMISSION_UNKNOWN", "There is none.", { hint: "look again" });
    await serve({ one: async () => Promise.reject(unknown()) });
    const problem = { code: "SUBMISSION_UNKNOWN", message: "There is none.", hint: "look again" };
    expect(await ask("one").catch(problemOf)).toEqual(problem);
  });

  test.each([
    [new Error("jane@example.com"), expect.stringContaining("log")],
    [new StoreError("full", "jane@example.com"), "make room on the disk"],
  ])("answers what went wrong inside without its words, and tells it as an event", async (error, hint) => {
    await serve({ broken: async () => Promise.reject(error) });
    const problem = problemOf(await ask("broken").catch((caught) => caught));
    expect(problem).toEqual({ code: "STORE_FAILED", message: expect.not.stringContaining("jane"), hint });
    expect(events).toContainEqual({ type: "fault", where: "control", error });
  });

  test.each(["toString", "__proto__", "", "nothing"])("refuses the unknown operation %j", async (name) => {
    await serve({ known: async () => 1 });
    expect(await codeOf(ask(name))).toBe("USAGE");
  });

  test("left behind by a killed relay is taken over", async () => {
    leaveStaleSocket();
    await serve({ ping: async () => "here" });
    expect(await ask("ping")).toBe("here");
  });

  test("that another relay answers on is left to it", async () => {
    await serve({ ping: async () => "first" });
    expect(await codeOf(openLocalSocket(socketPath, () => {}))).toBe("RELAY_RUNNING");
    expect(await ask("ping")).toBe("first");
  });

  test("never takes the place of a file", async () => {
    writeFileSync(socketPath, "notes");
    expect(await codeOf(serve())).toBe("SOCKET_FAILED");
    expect(statSync(socketPath).isFile()).toBe(true);
  });

  test("is gone when the relay has stopped", async () => {
    await serve();
    if (server) await closeServer(server);
    expect(statSync(socketPath, { throwIfNoEntry: false })).toBeUndefined();
    expect(await codeOf(ask("ping"))).toBe("RELAY_NOT_RUNNING");
  });

  test("says so where nobody answers any more", async () => {
    leaveStaleSocket();
    expect(await codeOf(ask("ping"))).toBe("RELAY_NOT_RUNNING");
  });

  test.each(["/proc/none/relay.sock", "/proc/version/relay.sock"])(
    "cannot be made at %s, and says so",
    async (path) => {
      socketPath = path;
      expect(await codeOf(serve())).toBe("SOCKET_FAILED");
    },
  );

  test("has a path that systems can take, or says so", async () => {
    socketPath = at("x".repeat(200), "relay.sock");
    expect(await codeOf(serve())).toBe("SOCKET_FAILED");
  });
});
