import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { setImmediate as turn } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { fetchDocument } from "../../../relay/upkeep/fetch-document.ts";

let silent: Server;
let url: string;

beforeAll(async () => {
  silent = createServer(() => {}).listen(0, "127.0.0.1");
  await once(silent, "listening");
  url = `http://127.0.0.1:${(silent.address() as AddressInfo).port}/forms.json`;
});
afterEach(() => vi.useRealTimers());
afterAll(() => {
  silent.closeAllConnections();
  silent.close();
});

test("a site that takes the connection and says nothing is given up after five seconds, garbage collected or not", async () => {
  setFlagsFromString("--expose-gc");
  const collectGarbage = runInNewContext("gc") as () => void;
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const fetched = fetchDocument(url, false, new AbortController().signal);
  await once(silent, "request");
  for (let round = 0; round < 10; round++) {
    collectGarbage();
    await turn();
  }
  vi.advanceTimersByTime(5000);
  expect(await fetched).toEqual({ document: null, problem: "does not answer in time" });
});

test("and when the relay stops", async () => {
  const stopping = new AbortController();
  const fetched = fetchDocument(url, false, stopping.signal);
  await once(silent, "request");
  stopping.abort();
  expect(await fetched).toMatchObject({ document: null });
});

test("and is not asked by a relay that has stopped", async () => {
  const asked: unknown[] = [];
  silent.on("request", (request) => asked.push(request));
  expect(await fetchDocument(url, false, AbortSignal.abort())).toMatchObject({ document: null });
  expect(asked).toEqual([]);
});
