// A bucket of Google: a deploy, and what is reported where the service refuses.
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { rollbackJob } from "../../cli/publish/deploy/rollback.ts";
import { openGcs } from "../../cli/publish/stores/gcs-store.ts";
import { type GcsServer, startGcsServer } from "../support/hosts/gcs-server.ts";
import { problemOf } from "../support/hosts/store-problem.ts";
import { publishSite, siteOf, testTarget } from "../support/site/published-site.ts";
import { projectDir } from "../support/site/with-site.ts";

const one = siteOf({ "/": "home", "/contact/": "call us" });
const two = siteOf({ "/": "home", "/contact/": "write to us" });
let server: GcsServer;

beforeAll(async () => {
  server = await startGcsServer("shop");
});
afterAll(() => server.close());
beforeEach(() => {
  server.objects.clear();
  server.requests.length = 0;
  server.refuse = undefined;
});

const open = (changes: object = {}) =>
  openGcs({ place: "shop", prefix: "site/", endpoint: server.url, ...changes }, projectDir);

test("a site is published with types and cache times, changed and brought back, below its prefix", async () => {
  const store = await open();
  await publishSite(store, one);
  expect(server.objects.get("site/contact/index.html")).toMatchObject({
    contentType: "text/html; charset=utf-8",
    cacheControl: "public, max-age=0, must-revalidate",
  });
  server.requests.length = 0;
  expect((await publishSite(store, one)).plan.uploads).toEqual([]);
  expect(server.requests).toEqual(["GET ?list", "GET site/.eventsite/publications.json"]);
  await publishSite(store, two);
  await publishSite(store, {}, rollbackJob(testTarget()));
  const page = server.objects.get("site/contact/index.html");
  expect([String(page?.bytes), page?.contentType]).toEqual([one["contact/index.html"], "text/html; charset=utf-8"]);
  expect([...server.objects.keys()].filter((name) => !name.startsWith("site/"))).toEqual([]);
});

test("a listing has all of its pages", async () => {
  const object = { bytes: Buffer.from("x"), generation: 1, contentType: "", cacheControl: "", updated: "2026-01-01" };
  for (let index = 0; index < 2_500; index++) server.objects.set(`site/p${index}`, object);
  expect((await (await open()).list()).size).toBe(2_500);
  expect(server.requests).toHaveLength(3);
});

test.each([
  [401, "authError", "credentials: The bucket could not be listed (authError, status 401)"],
  [403, "forbidden", "rights: The bucket could not be listed (forbidden, status 403)"],
  [429, "rateLimitExceeded", "throttled: The bucket could not be listed (rateLimitExceeded, status 429)"],
  [503, "backendError", "throttled: The bucket could not be listed (backendError, status 503)"],
  [418, "teapot", "other: The bucket could not be listed (teapot, status 418)"],
])("status %i, %s", async (status, reason, problem) => {
  server.refuse = () => [status, reason];
  expect(await problemOf((await open()).list())).toBe(problem);
});

test("a bucket that is not there, and no service", async () => {
  expect(await problemOf((await open({ place: "shopp" })).list())).toBe(
    "bucket: The bucket could not be listed (noSuchBucket, status 404)",
  );
  expect(await problemOf((await open({ endpoint: "http://127.0.0.1:9" })).list())).toMatch(
    /^unreachable: The bucket could not be listed/,
  );
});

test("throttled uploads are sent again", async () => {
  let count = 0;
  server.refuse = (request) => (request === "POST upload" && count++ % 3 === 1 ? [503, "backendError"] : undefined);
  await publishSite(await open(), one, { retryMs: 1 });
  expect(Object.keys(one).filter((path) => !server.objects.has(`site/${path}`))).toEqual([]);
});

test("without an emulator, the client that has the credentials is named", async () => {
  expect(await problemOf(open({ endpoint: undefined }))).toBe("package: google-auth-library");
});
