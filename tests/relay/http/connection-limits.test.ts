// Which connection makes room for another, and what is reported of it: with connections that only say they are some.
import { EventEmitter } from "node:events";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { expect, test } from "vitest";
import { createConnections } from "../../../relay/http/create-server.ts";
import { createTestClock } from "../support/test-clock.ts";

function begin(limits: { maxConnections?: number; maxPerAddress?: number } = {}) {
  const clock = createTestClock();
  const events: object[] = [];
  const connections = createConnections({
    maxConnections: 100,
    maxPerAddress: 100,
    ...limits,
    isProxy: (address) => address === "10.0.0.1",
    clock,
    observe: (event) => events.push(event),
  });
  const server = new EventEmitter();
  connections.limit(server as Server);
  const closed: string[] = [];
  const connect = (name: string, remoteAddress?: string) => {
    const socket = Object.assign(new EventEmitter(), { remoteAddress, destroy: () => closed.push(name) });
    server.emit("connection", socket);
    return {
      end: () => socket.emit("close"),
      /** Begins a request, and gives what ends its answer. */
      ask(complete = true) {
        const response = new EventEmitter();
        connections.watch({ socket, complete } as unknown as IncomingMessage, response as ServerResponse);
        return () => response.emit("close");
      },
    };
  };
  return { connections, clock, events, closed, connect };
}

test("all are counted until they end, those that were closed no longer", () => {
  const { connections, connect, closed } = begin({ maxConnections: 2 });
  const [first, second] = [connect("first"), connect("second")];
  expect([connections.count(), closed]).toEqual([2, []]);
  connect("third");
  expect([connections.count(), closed]).toEqual([2, ["first"]]);
  first.end();
  second.end();
  expect(connections.count()).toBe(1);
});

test("one address has its own limit, under which a network of IPv6 counts as one", () => {
  const { connect, closed } = begin({ maxPerAddress: 2 });
  connect("a", "192.0.2.1");
  connect("b", "192.0.2.2");
  connect("c", "192.0.2.1");
  expect(closed).toEqual([]);
  connect("d", "192.0.2.1");
  expect(closed).toEqual(["a"]);
  for (const name of ["e", "f", "0"]) connect(name, `2001:db8:1:2::${name}`);
  expect(closed).toEqual(["a", "e"]);
});

test("what an address has ended leaves it room", () => {
  const { connect, closed } = begin({ maxPerAddress: 1 });
  for (const name of ["a", "b", "c"]) connect(name, "192.0.2.1").end();
  expect(closed).toEqual([]);
});

test("proxies have the limit of all alone", () => {
  const { connect, closed } = begin({ maxPerAddress: 1, maxConnections: 3 });
  for (const name of ["a", "b", "c"]) connect(name, "10.0.0.1");
  expect(closed).toEqual([]);
  connect("d", "10.0.0.1");
  expect(closed).toEqual(["a"]);
});

test("the longest idle one goes: those that are answered stay, those whose request has not come whole do not", () => {
  const { connect, closed } = begin({ maxConnections: 3 });
  connect("answered").ask();
  connect("half").ask(false);
  connect("idle");
  connect("x");
  connect("y");
  expect(closed).toEqual(["half", "idle"]);
});

test("where all others are being answered, the new one goes", () => {
  const { connect, closed } = begin({ maxPerAddress: 2 });
  connect("a", "192.0.2.1").ask();
  connect("b", "192.0.2.1").ask();
  connect("c", "192.0.2.1");
  expect(closed).toEqual(["c"]);
});

test("an answer's end makes the connection the one that was idle last", () => {
  const { connect, closed } = begin({ maxConnections: 2 });
  const [first] = [connect("first"), connect("second")];
  const end = first.ask();
  end();
  connect("third");
  expect(closed).toEqual(["second"]);
  connect("fourth");
  expect(closed).toEqual(["second", "first"]);
});

test("the end of an answer before does not make the next request's connection idle", () => {
  const { connect, closed } = begin({ maxConnections: 1 });
  const busy = connect("busy");
  const endFirst = busy.ask();
  busy.ask();
  endFirst();
  connect("new");
  expect(closed).toEqual(["new"]);
});

test("a connection that ended while it was answered does not count again", () => {
  const { connections, connect } = begin();
  const one = connect("one");
  const end = one.ask();
  one.end();
  end();
  expect(connections.count()).toBe(0);
});

test("a request on a connection that was never seen is nothing to it", () => {
  const { connections } = begin();
  const response = new EventEmitter();
  connections.watch({ socket: new EventEmitter() } as unknown as IncomingMessage, response as ServerResponse);
  response.emit("close");
  expect(connections.count()).toBe(0);
});

test("the first that is closed is reported at once, the others of the next second together", () => {
  const { connect, clock, events } = begin({ maxConnections: 1, maxPerAddress: 1 });
  const report = (reason: string, count: number) => ({ type: "connections-closed", reason, count });
  connect("a", "192.0.2.1");
  connect("b", "192.0.2.1");
  expect(events.splice(0)).toEqual([report("address", 1)]);
  connect("c", "192.0.2.2");
  connect("d", "192.0.2.3");
  connect("e", "192.0.2.3");
  clock.advance(999);
  expect(events).toEqual([]);
  clock.advance(1);
  expect(events.splice(0)).toEqual([report("address", 1), report("overall", 2)]);
  clock.advance(5000);
  expect(events).toEqual([]);
  connect("f", "192.0.2.4");
  expect(events).toEqual([report("overall", 1)]);
});
