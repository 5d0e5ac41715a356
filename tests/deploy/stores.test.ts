// What every kind of store must do alike.
import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, rmdirSync, symlinkSync, writeFileSync } from "node:fs";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { publishedHeaders } from "../../cli/hosting/file-headers.ts";
import { rollbackJob } from "../../cli/publish/deploy/rollback.ts";
import { type AzurePlace, openAzure } from "../../cli/publish/stores/azure-store.ts";
import { openFolder } from "../../cli/publish/stores/folder-store.ts";
import { openGcs } from "../../cli/publish/stores/gcs-store.ts";
import { openS3 } from "../../cli/publish/stores/s3-store.ts";
import type { TargetStore } from "../../cli/publish/stores/store.ts";
import { type GcsServer, startGcsServer } from "../support/hosts/gcs-server.ts";
import { type S3Server, startS3Server } from "../support/hosts/s3-server.ts";
import { ownFolder } from "../support/process/own-folder.ts";
import { publishSite, type SiteTexts, siteOf, testTarget } from "../support/site/published-site.ts";
import { projectDir } from "../support/site/with-site.ts";

const { EVENTSITE_S3_ENDPOINT, EVENTSITE_S3_BUCKET = "shop" } = process.env;
/** An account with the container "site", its client installed in a folder of its own: `npm run torture -- azure` starts Azurite. */
const {
  EVENTSITE_AZURE_ENDPOINT,
  EVENTSITE_AZURE_ACCOUNT = "devstoreaccount1",
  EVENTSITE_AZURE_ROOT = projectDir,
} = process.env;
const dir = ownFolder();
let google: GcsServer;
let server: S3Server | undefined;

beforeAll(async () => {
  google = await startGcsServer("shop");
  if (EVENTSITE_S3_ENDPOINT) return;
  server = await startS3Server(EVENTSITE_S3_BUCKET);
  Object.assign(process.env, { AWS_ACCESS_KEY_ID: "test-key", AWS_SECRET_ACCESS_KEY: "test-secret" });
});

afterAll(async () => {
  await server?.close();
  await google.close();
});

let opened = 0;
const kinds: Readonly<Record<string, () => Promise<TargetStore>>> = {
  folder: () => openFolder(join(dir, `www-${++opened}`)),
  s3: () => {
    const endpoint = server?.url ?? EVENTSITE_S3_ENDPOINT;
    const prefix = `test-${process.pid}-${++opened}/`;
    return openS3({ place: EVENTSITE_S3_BUCKET, prefix, endpoint }, projectDir);
  },
  gcs: () => openGcs({ place: "shop", prefix: `test-${++opened}/`, endpoint: google.url }, projectDir),
  ...(EVENTSITE_AZURE_ENDPOINT && { azure: () => azure() }),
};

function azure(changes: Partial<AzurePlace> = {}): Promise<TargetStore> {
  const prefix = `test-${process.pid}-${++opened}/`;
  const place = { account: EVENTSITE_AZURE_ACCOUNT, place: "site", endpoint: EVENTSITE_AZURE_ENDPOINT };
  return openAzure({ ...place, prefix, ...changes }, EVENTSITE_AZURE_ROOT);
}

/** By which somebody who guesses the page could find out that it was there. */
const nameOfContent = (site: SiteTexts) =>
  createHash("sha256")
    .update(site["secret-merger/index.html"] ?? "")
    .digest("hex");

const write = (store: TargetStore, path: string, text: string, condition?: Parameters<TargetStore["write"]>[3]) =>
  store.write(path, Buffer.from(text), publishedHeaders(path), condition);

describe.each(Object.entries(kinds))("a %s", (_, openKind) => {
  const stores: TargetStore[] = [];
  const open = async () => {
    const store = await openKind();
    stores.push(store);
    return store;
  };
  afterEach(async () => {
    await Promise.all(stores.splice(0).map((store) => store.close?.()));
  });

  test("shows nobody who reads all of it what was withdrawn, and brings it back for those with the key", async () => {
    const store = await open();
    const before = siteOf({ "/": "a house", "/secret-merger/": "words of the merger" });
    await publishSite(store, before);
    await publishSite(store, siteOf({ "/": "another house" }), { consent: { yes: true } });
    const names = [...(await store.list()).keys()];
    // Pictures stay at their own addresses for a while; pages and lists do not.
    const read = names.filter((path) => !path.startsWith("assets/"));
    const texts = await Promise.all(read.map(async (path) => String((await store.read(path))?.bytes)));
    const hidden = /merger|a house/;
    expect([...names, ...texts].filter((text) => hidden.test(text) || text.includes(nameOfContent(before)))).toEqual(
      [],
    );
    await publishSite(store, {}, rollbackJob(testTarget()));
    expect(String((await store.read("secret-merger/index.html"))?.bytes)).toContain("words of the merger");
    expect(String((await store.read("index.html"))?.bytes)).toContain("a house");
  });

  test("gives back what was written, and lists it with an etag that every write changes", async () => {
    const store = await open();
    expect([...(await store.list())]).toEqual([]);
    expect(await store.read("index.html")).toBeUndefined();
    const first = await write(store, "index.html", "one");
    await write(store, "a b/été & co.html", "two");
    const listing = await store.list();
    expect([...listing.keys()].sort()).toEqual(["a b/été & co.html", "index.html"]);
    expect(listing.get("index.html")).toMatchObject({ size: 3, etag: first });
    const second = await write(store, "index.html", "three");
    expect(second).not.toBe(first);
    const found = await store.read("index.html");
    expect([String(found?.bytes), found?.etag]).toEqual(["three", second]);
    expect(String((await store.read("a b/été & co.html"))?.bytes)).toBe("two");
  });

  test("writes on a condition only where it holds", async () => {
    const store = await open();
    const etag = await write(store, ".eventsite/lease.json", "one", { absent: true });
    const conflict = { problem: "conflict" };
    await expect(write(store, ".eventsite/lease.json", "two", { absent: true })).rejects.toMatchObject(conflict);
    const next = await write(store, ".eventsite/lease.json", "three", { etag });
    await expect(write(store, ".eventsite/lease.json", "four", { etag })).rejects.toMatchObject(conflict);
    expect(String((await store.read(".eventsite/lease.json"))?.bytes)).toBe("three");
    await write(store, ".eventsite/lease.json", "five", { etag: next });
    const both = [write(store, "new", "a", { absent: true }), write(store, "new", "b", { absent: true })];
    expect((await Promise.allSettled(both)).map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  });

  test("deletes, also what is not there", async () => {
    const store = await open();
    await write(store, "services/galas/index.html", "galas");
    await write(store, ".eventsite/kept/1", "galas");
    await store.delete("services/galas/index.html");
    await store.delete("services/galas/index.html");
    expect([...(await store.list()).keys()]).toEqual([".eventsite/kept/1"]);
    expect(String((await store.read(".eventsite/kept/1"))?.bytes)).toBe("galas");
  });
});

/** Defined only where there is an Azure to ask. */
const describeAzure = () =>
  describe("a container of Azure", () => {
    test("is deployed to whole, changed and brought back", async () => {
      const store = await azure();
      const [one, two] = [siteOf({ "/": "home", "/a/": "a" }), siteOf({ "/": "home", "/a/": "b" })];
      await publishSite(store, one);
      expect((await publishSite(store, one)).plan.uploads).toEqual([]);
      await publishSite(store, two);
      await publishSite(store, {}, rollbackJob(testTarget()));
      expect(String((await store.read("a/index.html"))?.bytes)).toBe(one["a/index.html"]);
    });

    test("that is not there, a wrong key and no service are told apart", async () => {
      const none = await azure({ place: "no-such-container" });
      await expect(none.list()).rejects.toMatchObject({ problem: "bucket" });
      const away = await azure({ endpoint: "http://127.0.0.1:9/devstoreaccount1" });
      await expect(away.list()).rejects.toMatchObject({ problem: "unreachable" });
      const key = process.env.AZURE_STORAGE_KEY;
      process.env.AZURE_STORAGE_KEY = Buffer.from("wrong").toString("base64");
      const wrong = await azure();
      await expect(wrong.list()).rejects.toMatchObject({ problem: expect.stringMatching(/credentials|rights/) });
      process.env.AZURE_STORAGE_KEY = key;
    });
  });
if (EVENTSITE_AZURE_ENDPOINT) describeAzure();

test("a bucket keeps type and cache time, and other keys are out of reach", async () => {
  const { s3 } = kinds;
  if (!server || !s3) return;
  server.objects.clear();
  const store = await s3();
  const prefix = `test-${process.pid}-${opened}/`;
  await write(store, "site.webmanifest", "{}");
  const headers = {
    "content-type": "application/manifest+json; charset=utf-8",
    "cache-control": "public, max-age=0, must-revalidate",
  };
  expect(server.objects.get(`${prefix}site.webmanifest`)?.headers).toEqual(headers);
  expect([...server.objects.keys()].filter((key) => !key.startsWith(prefix))).toEqual([]);
});

test("a listing of several pages is one listing", async () => {
  if (!server) return;
  const store = await (kinds.s3 as () => Promise<TargetStore>)();
  const prefix = `test-${process.pid}-${opened}/`;
  const object = { bytes: Buffer.from("x"), etag: '"0"', modifiedAt: new Date(), headers: {} };
  for (let index = 0; index < 2_500; index++) server.objects.set(`${prefix}p${index}/index.html`, object);
  server.requests.length = 0;
  expect((await store.list()).size).toBe(2_500);
  expect(server.requests).toEqual(["GET ?list", "GET ?list", "GET ?list"]);
});

test("a folder leaves no empty folders and no parts, and never follows a link out of it", async () => {
  const outside = join(dir, "outside");
  mkdirSync(outside);
  const www = join(dir, "linked");
  mkdirSync(www);
  symlinkSync(outside, join(www, "contact"));
  const store = await openFolder(www);
  await expect(write(store, "contact/index.html", "x")).rejects.toMatchObject({ problem: "obstructed" });
  mkdirSync(join(www, "robots.txt"));
  await expect(write(store, "robots.txt", "x")).rejects.toMatchObject({ problem: "obstructed" });
  await expect(store.read("robots.txt")).rejects.toMatchObject({ problem: "obstructed" });
  rmdirSync(join(www, "robots.txt"));
  expect(readdirSync(outside)).toEqual([]);
  await write(store, "a/b/index.html", "x");
  await store.delete("a/b/index.html");
  await store.tidy?.();
  writeFileSync(join(www, "notes.txt"), "of somebody else");
  expect(readdirSync(www).sort()).toEqual([".eventsite", "contact", "notes.txt"]);
  expect(readdirSync(join(www, ".eventsite"))).toEqual([]);
  expect(readFileSync(join(www, "notes.txt"), "utf8")).toBe("of somebody else");
});

test("a folder whose parent does not exist is reported, and nothing is made", async () => {
  await expect(openFolder(join(dir, "no", "such", "place"))).rejects.toMatchObject({ problem: "bucket" });
  expect(readdirSync(dir)).not.toContain("no");
});

test("files and folders that another deploy deletes meanwhile are not listed, or not there: the folder is no missing one", async () => {
  const www = join(dir, "busy");
  const store = await openFolder(www);
  await write(store, "index.html", "x");
  const state = join(www, ".eventsite");
  let isDone = false;
  const others = (async () => {
    for (let turn = 0; !isDone; turn++) {
      await mkdir(join(state, "a.guard"), { recursive: true });
      await Promise.all([writeFile(join(state, "a.guard/holder"), "x"), writeFile(join(state, "lease.json"), "x")]);
      await rm(turn % 2 ? state : join(state, "a.guard"), { recursive: true, force: true }).catch(() => {});
    }
  })();
  for (let turn = 0; turn < 100; turn++) {
    expect([...(await store.list()).keys()]).toContain("index.html");
    const written = await write(store, "x/index.html", String(turn)).catch((error) => error.problem);
    expect(written).not.toBe("bucket");
    await store.tidy?.();
  }
  isDone = true;
  await others;
});
