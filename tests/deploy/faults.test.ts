// A bucket behind a network that fails, and a service that refuses: what is reported, and what is left.
import { afterEach, beforeEach, expect, test } from "vitest";
import { openS3, type S3Place } from "../../cli/publish/stores/s3-store.ts";
import { loadPackage } from "../../cli/publish/stores/web-service.ts";
import { type Fault, type FaultProxy, refusal, startFaultProxy } from "../support/hosts/fault-proxy.ts";
import { type S3Server, startS3Server } from "../support/hosts/s3-server.ts";
import { problemOf } from "../support/hosts/store-problem.ts";
import { publishSite, siteOf } from "../support/site/published-site.ts";
import { projectDir } from "../support/site/with-site.ts";

const site = siteOf({ "/": "home", "/contact/": "call us", "/terms/": "terms" });
let server: S3Server;
let proxy: FaultProxy;
let fault: (request: string) => Fault | undefined;
/** Milliseconds that the service's clock is ahead. */
let ahead: number;

beforeEach(async () => {
  setKeys("test-key", "test-secret");
  fault = () => undefined;
  ahead = 0;
  server = await startS3Server("shop", () => Date.now() + ahead);
  proxy = await startFaultProxy(server.url, (request) => fault(request));
});

afterEach(async () => {
  await proxy.close();
  await server.close();
});

function setKeys(id: string, secret: string): void {
  Object.assign(process.env, { AWS_ACCESS_KEY_ID: id, AWS_SECRET_ACCESS_KEY: secret });
}

async function deployThrough(changes: Partial<S3Place> = {}): Promise<void> {
  const store = await openS3({ place: "shop", prefix: "", endpoint: proxy.url, ...changes }, projectDir);
  try {
    await publishSite(store, site, { retryMs: 1 });
  } finally {
    await store.close?.();
  }
}

const isWhole = () => Object.entries(site).every(([path, text]) => String(server.objects.get(path)?.bytes) === text);

/** Every n-th write of the site. */
const everyWrite = (found: Fault): void => {
  let count = 0;
  fault = (request) => (request.startsWith("PUT") && count++ % 2 === 0 ? found : undefined);
};

test.each<[string, Fault]>([
  ["connections that break before the request", { kind: "cut" }],
  ["uploads that arrive by half", { kind: "half" }],
  ["answers that get lost", { kind: "lose-answer" }],
  ["a service that asks to slow down", refusal(503, "SlowDown")],
  ["a service that fails now and then", refusal(500, "InternalError")],
  [
    "a gateway that times out",
    { kind: "answer", status: 504, body: "<html>Gateway timeout</html>", type: "text/html" },
  ],
])("%s are passed over", async (_, found) => {
  everyWrite(found);
  await deployThrough();
  expect(proxy.faults()).toBeGreaterThan(2);
  expect(isWhole()).toBe(true);
  expect([...server.objects.keys()].filter((key) => key.includes("lease"))).toEqual([]);
});

test.each<[string, Fault, string]>([
  [
    "throttling without end",
    refusal(503, "SlowDown"),
    "throttled: contact/index.html could not be written (SlowDown, status 503)",
  ],
  ["a network that is lost", { kind: "cut" }, "unreachable: contact/index.html could not be written (ECONNRESET)"],
  [
    "a full disk",
    refusal(507, "XMinioStorageFull"),
    "full: contact/index.html could not be written (XMinioStorageFull, status 507)",
  ],
  [
    "a page that may not be written",
    refusal(403, "AccessDenied"),
    "rights: contact/index.html could not be written (AccessDenied, status 403)",
  ],
  ["something new", refusal(418, "Teapot"), "other: contact/index.html could not be written (Teapot, status 418)"],
])("after %s, the next deploy continues", async (_, found, problem) => {
  fault = (request) => (request.startsWith("PUT /shop/contact/") ? found : undefined);
  expect(await problemOf(deployThrough())).toBe(problem);
  const before = server.requests.length;
  fault = () => undefined;
  await deployThrough();
  expect(isWhole()).toBe(true);
  const again = server.requests.slice(before).filter((request) => request.startsWith("PUT assets/"));
  expect(again).toEqual([]);
});

test("wrong credentials, and none with the right to write, are told apart", async () => {
  setKeys("unknown-key", "x");
  expect(await problemOf(deployThrough())).toBe(
    "credentials: The bucket could not be listed (InvalidAccessKeyId, status 403)",
  );
  setKeys("test-key", "wrong-secret");
  expect(await problemOf(deployThrough())).toBe(
    "credentials: The bucket could not be listed (SignatureDoesNotMatch, status 403)",
  );
  setKeys("reader-key", "reader-secret");
  expect(await problemOf(deployThrough())).toBe(
    "rights: .eventsite/lease.json could not be written (AccessDenied, status 403)",
  );
  expect(server.objects.size).toBe(0);
});

test("a bucket that is not there, a port without a service, and a web site in its place", async () => {
  expect(await problemOf(deployThrough({ place: "shopp" }))).toBe(
    "bucket: The bucket could not be listed (NoSuchBucket, status 404)",
  );
  fault = () => ({ kind: "answer", status: 200, body: "<!doctype html><title>Welcome</title>", type: "text/html" });
  expect(await problemOf(deployThrough())).toBe("protocol: Its answer is not a listing");
  expect(server.objects.size).toBe(0);
  fault = () => ({ kind: "answer", status: 404, body: "not found", type: "text/plain" });
  expect(await problemOf(deployThrough())).toMatch(/^(?:bucket|protocol): The bucket could not be listed/);
  await proxy.close();
  expect(await problemOf(deployThrough())).toBe("unreachable: The bucket could not be listed (ECONNREFUSED)");
});

test("a clock that is half an hour wrong is corrected where the service says the time, and reported where it does not", async () => {
  ahead = 30 * 60 * 1000;
  server.sendsDate = false;
  expect(await problemOf(deployThrough())).toBe(
    "clock: The bucket could not be listed (RequestTimeTooSkewed, status 403)",
  );
  server.sendsDate = true;
  await deployThrough();
  expect(isWhole()).toBe(true);
});

test("a service that knows no conditions is used without them", async () => {
  let refusals = 0;
  fault = (request) =>
    request.startsWith("PUT /shop/.eventsite/lease.json") && refusals++ === 0
      ? refusal(501, "NotImplemented")
      : undefined;
  await deployThrough();
  expect(isWhole()).toBe(true);
});

test("a client that is not installed is named", async () => {
  const missing = loadPackage("@no/such-client", projectDir);
  await expect(missing).rejects.toMatchObject({ problem: "package", detail: "@no/such-client" });
});
