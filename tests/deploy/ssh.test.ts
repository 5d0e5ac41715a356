// A folder on another machine: a deploy through ssh, and what is reported where ssh or that machine refuses.
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { rollbackJob } from "../../cli/deploy/deploy.ts";
import { openSsh } from "../../cli/deploy/ssh-store.ts";
import type { Store } from "../../cli/deploy/store.ts";
import { headersOf } from "../../cli/emit/file-headers.ts";
import { listFiles } from "../support/files.ts";
import { writeLocalSsh } from "../support/local-ssh.ts";
import { publishSite, siteOf, testTarget } from "../support/published-site.ts";
import { problemOf } from "../support/store-problem.ts";

const one = siteOf({ "/": "home", "/contact/": "call us", "/it's here/": "50 % off" });
const two = siteOf({ "/": "home", "/contact/": "write to us", "/jobs/": "jobs" });
let dir = "";
const given = process.env.EVENTSITE_SSH;

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "eventsite-ssh-"));
  process.env.EVENTSITE_SSH = writeLocalSsh(dir);
});
afterEach(async () => {
  await Promise.all(stores.splice(0).map((store) => store.close?.()));
  rmSync(dir, { recursive: true, force: true });
  if (given === undefined) delete process.env.EVENTSITE_SSH;
  else process.env.EVENTSITE_SSH = given;
});

const stores: Store[] = [];
async function open(host: string, folder: string): Promise<Store> {
  const store = await openSsh({ host, folder });
  stores.push(store);
  return store;
}
const www = () => open("deploy@somewhere:2222", join(dir, "www"));
const visible = () => {
  const paths = listFiles(join(dir, "www")).filter((path) => !path.startsWith(".eventsite/"));
  return Object.fromEntries(paths.map((path) => [path, readFileSync(join(dir, "www", path), "utf8")]));
};

test("a site is published, changed and brought back, and nothing is left beside it", async () => {
  const store = await www();
  await publishSite(store, one);
  expect(visible()).toEqual(one);
  expect((await publishSite(store, one)).plan).toMatchObject({ uploads: [], deletions: [], byHand: [] });
  await publishSite(store, two, { consent: { yes: true } });
  const assets = Object.fromEntries(Object.entries(one).filter(([path]) => path.startsWith("assets/")));
  expect(visible()).toEqual({ ...assets, ...two });
  await publishSite(store, {}, rollbackJob(testTarget()));
  expect(visible()).toMatchObject(one);
  expect(readdirSync(join(dir, "www/.eventsite")).sort()).toEqual(["kept", "parts", "publications.json"]);
  expect(readdirSync(join(dir, "www/.eventsite/parts"))).toEqual([]);
});

test("uploads of one moment are few connections, and a change by hand is noticed", async () => {
  const log = join(dir, "log");
  process.env.EVENTSITE_SSH = writeLocalSsh(dir, `echo x >> "${log}"`);
  const store = await www();
  const many = siteOf(Object.fromEntries(Array.from({ length: 120 }, (_, index) => [`/p${index}/`, `${index}`])));
  await publishSite(store, many);
  expect(visible()).toEqual(many);
  expect(readFileSync(log, "utf8").length / 2).toBeLessThan(25);
  writeFileSync(join(dir, "www/p7/index.html"), "pasted");
  expect((await publishSite(store, many)).plan.byHand).toEqual(["p7/index.html"]);
  expect(visible()).toEqual(many);
});

test("wherever the connection is lost, the next deploy continues, and each page has its assets", async () => {
  for (const cut of [3, 5, 6, 8, 9]) {
    rmSync(join(dir, "www"), { recursive: true, force: true });
    rmSync(join(dir, "count"), { force: true });
    await publishSite(await www(), one);
    const plain = process.env.EVENTSITE_SSH;
    const count = `echo x >> "${dir}/count"; [ $(wc -l < "${dir}/count") -lt ${cut} ] || { echo "Connection reset by peer" >&2; exit 255; }`;
    process.env.EVENTSITE_SSH = writeLocalSsh(dir, count);
    await publishSite(await www(), two, { consent: { yes: true }, retryMs: 1 }).catch(() => {});
    for (const [path, text] of Object.entries(visible()))
      for (const [, asset = ""] of text.matchAll(/src="\/([^"]+)"/g))
        expect(existsSync(join(dir, "www", asset)), `${path} after ${cut}`).toBe(true);
    process.env.EVENTSITE_SSH = plain;
    rmSync(join(dir, "www/.eventsite/lease.json"), { force: true });
    await publishSite(await www(), two, { consent: { yes: true } });
    expect(visible()).toMatchObject(two);
  }
});

test.each<[string, string, string]>([
  ["Permission denied (publickey).", "exit 255", "credentials"],
  ["Host key verification failed.", "exit 255", "credentials"],
  ["ssh: connect to host somewhere port 22: Connection refused", "exit 255", "unreachable"],
  ["ssh: Could not resolve hostname somewhere: Name or service not known", "exit 255", "unreachable"],
  ["sh: 1: tar: not found", "exit 127", "program"],
  ["tar: 0: Cannot write: No space left on device", "exit 2", "full"],
  ["mkdir: cannot create directory 'x': Permission denied", "exit 1", "rights"],
  ["Segmentation fault", "exit 139", "other"],
])("%s", async (words, end, problem) => {
  process.env.EVENTSITE_SSH = writeLocalSsh(dir, `echo "${words}" >&2; ${end}`);
  expect(await problemOf((await www()).list())).toMatch(new RegExp(`^${problem}: `));
});

test("without ssh, and without a folder around it, it is said what is missing", async () => {
  process.env.EVENTSITE_SSH = join(dir, "no-such-program");
  expect(await problemOf((await www()).list())).toBe(`program: ${join(dir, "no-such-program")}`);
  process.env.EVENTSITE_SSH = writeLocalSsh(dir);
  const store = await open("somewhere", join(dir, "no/such/place"));
  expect(await problemOf(store.list())).toMatch(/^bucket: .*no\/such/);
  expect(await problemOf(store.write("a.txt", Buffer.from("x"), headersOf("a.txt")))).toMatch(/^bucket: /);
  expect(readdirSync(dir)).not.toContain("no");
});

test("links and folders in the way are never followed or filled", async () => {
  const outside = join(dir, "outside");
  mkdirSync(join(dir, "www/about/index.html"), { recursive: true });
  mkdirSync(outside);
  symlinkSync(outside, join(dir, "www/contact"));
  const store = await www();
  await store.list();
  const write = (path: string) => store.write(path, Buffer.from("x"), headersOf(path));
  expect(await problemOf(write("contact/index.html"))).toBe("other: contact is a link, not a folder");
  expect(await problemOf(write("about/index.html"))).toMatch(/^other: .*a folder has this name/);
  expect([readdirSync(outside), readdirSync(join(dir, "www/about/index.html"))]).toEqual([[], []]);
});

test("what the host, the folder and files are called is never read as a command or an option", async () => {
  const folder = join(dir, "$(touch hacked) `touch hacked`; 'x'");
  const store = await open("somewhere", folder);
  await store.write("-rf/$(touch hacked)'.html", Buffer.from("x"), headersOf("a.html"));
  expect(readdirSync(join(folder, "-rf"))).toEqual(["$(touch hacked)'.html"]);
  expect(String((await store.read("-rf/$(touch hacked)'.html"))?.bytes)).toBe("x");
  await store.delete("-rf/$(touch hacked)'.html");
  expect(readdirSync(folder)).toEqual([".eventsite"]);
  expect(readdirSync(dir)).not.toContain("hacked");
});
