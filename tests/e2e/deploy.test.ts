// The real command, from a content folder to a bucket and a folder: what it prints, its exit codes.
import { appendFileSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createEntry } from "../../cli/index.ts";
import { takeLease } from "../../cli/publish/deploy/lease.ts";
import { openFolder } from "../../cli/publish/stores/folder-store.ts";
import { type S3Server, startS3Server } from "../support/hosts/s3-server.ts";
import { run } from "../support/process/command.ts";
import { listen } from "../support/process/listen.ts";
import { type TestSite, withSite } from "../support/site/with-site.ts";

const KEYS = { AWS_ACCESS_KEY_ID: "test-key", AWS_SECRET_ACCESS_KEY: "test-secret" };
let server: S3Server;

beforeAll(async () => {
  server = await startS3Server("shop");
});
afterAll(() => server.close());

const withTargets = <Result>(use: (site: TestSite) => Promise<Result>): Promise<Result> =>
  withSite({}, (site) => {
    server.objects.clear();
    server.requests.length = 0;
    const targets = `publish:\n  bucket: { to: "s3://shop/site", endpoint: "${server.url}" }\n  folder: { to: "file:www" }\n  live: { to: "file:public", live: true, url: "https://www.example.com" }\n`;
    appendFileSync(join(site.root, "content/site.yaml"), `\n${targets}`);
    return use(site);
  });

test("the command says what would change, and what did", () =>
  withTargets(async ({ root }) => {
    const dry = await run(["deploy", "folder", "--dry-run"], { cwd: root });
    expect(dry.stdout).toMatch(/^added +\d+ kB {2}\/contact\/$/m);
    expect(dry.stdout).toMatch(/^added +\d+ kB {2}\/assets\/: \d+ files$/m);
    expect(readdirSync(root)).not.toContain("www");
    const { code, stdout, stderr } = await run(["deploy", "folder"], { cwd: root });
    expect([code, stderr]).toEqual([0, ""]);
    expect(stdout).toMatch(/^Published 6 pages at file:www: \d+ files uploaded \(\d+ kB\), 0 deleted/);
  }));

test("a deploy warns of a relay's address that is a placeholder, unless another is given", () =>
  withTargets(async ({ root, edit }) => {
    edit("content/site.yaml", /^( {2}url: https:\/\/relay\.example\.com)$/m, "$1 # placeholder");
    for (const dryRun of [["--dry-run"], []]) {
      const { code, stderr } = await run(["deploy", "folder", ...dryRun], { cwd: root });
      expect(code).toBe(0);
      expect(stderr).toContain("what visitors send with the forms of this site would reach nobody");
    }
    const given = await run(["deploy", "folder", "--relay-url", "https://relay.test"], { cwd: root });
    expect([given.code, given.stderr]).toEqual([0, ""]);
  }));

test("a preview has drafts, marked, and keeps search engines out; a deploy says when the next change is due", () =>
  withTargets(async ({ root, edit }) => {
    appendFileSync(join(root, "content/site.yaml"), `  seen: { to: "file:seen", preview: true }\n`);
    edit("content/venues/harbour-hotel.yaml", /^/, "draft: true\n");
    edit("content/pages/contact.yaml", /^( {2}- type: page-hero)$/m, "$1\n    publishUntil: 2100-12-31");
    const due = "The next change by a date is due at 2101-01-01T00:00-05:00: deploy it again then.";
    for (const target of ["seen", "folder"]) {
      const { code, stdout, stderr } = await run(["deploy", target], { cwd: root });
      expect([code, stderr]).toEqual([0, expect.anything()]);
      expect(stdout).toContain(due);
    }
    const read = (path: string) => readFileSync(join(root, path), "utf8");
    const pages = readdirSync(join(root, "seen"), { recursive: true, encoding: "utf8" }).filter((path) =>
      path.endsWith(".html"),
    );
    expect(pages.length).toBeGreaterThan(5);
    for (const page of pages) expect(read(join("seen", page))).toContain('<meta name="robots" content="noindex">');
    expect(read("seen/robots.txt")).toBe("User-agent: *\nDisallow: /\n");
    expect(read("seen/index.html")).toContain("[draft] Harbour hotel");
    expect(read("www/index.html")).not.toMatch(/Harbour hotel|noindex/);
    expect(read("www/robots.txt")).toContain("Allow: /");
    const { stdout } = await run(["deploy", "folder", "--json"], { cwd: root });
    expect(JSON.parse(stdout)).toMatchObject({ nextChangeAt: "2101-01-01T00:00-05:00" });
  }));

test("a deploy says what of it is not written yet", () =>
  withTargets(async ({ root, edit }) => {
    const { file } = await createEntry({ root, kind: "venue", name: "Loft" });
    edit(file, /^kind: .*$/m, "kind: Loft with a view");
    const { stdout } = await run(["deploy", "folder"], { cwd: root });
    expect(stdout).toContain(`Sample words are still in ${file}.`);
    expect(stdout).toContain("`eventsite check --release` lists them");
  }));

test("a rollback names the change that content/ still holds; it takes a listed publication, and the target behind the option", () =>
  withTargets(async ({ root, edit }) => {
    const words = /^title: .*$/m;
    for (const title of ["First", "Second", "Third"]) {
      edit("content/pages/contact.yaml", words, `title: ${title} name`);
      expect((await run(["deploy", "folder"], { cwd: root })).code).toBe(0);
    }
    const page = () => readFileSync(join(root, "www/contact/index.html"), "utf8");
    const listed = JSON.parse((await run(["publications", "folder", "--json"], { cwd: root })).stdout).publications;
    const first = await run(["deploy", "folder", "--rollback", listed[2].id], { cwd: root });
    expect([first.code, page().includes("First name")]).toEqual([0, true]);
    expect(first.stdout).toMatch(/^Brought \S+ back at .*\n.*content\/ still hold the change, .* publishes it again\./);
    expect(first.stdout).toContain("git ");
    const back = await run(["deploy", "--rollback", "folder"], { cwd: root });
    expect([back.code, page().includes("Third name")]).toEqual([0, true]);
  }));

test("a bucket without index documents gets each page under its addresses, with its type; a folder cannot", () =>
  withTargets(async ({ root, edit }) => {
    appendFileSync(
      join(root, "content/site.yaml"),
      `  rest: { to: "s3://shop/rest", endpoint: "${server.url}", as: s3-rest }\n  wrong: { to: "file:wrong", as: r2 }\n`,
    );
    const first = await run(["deploy", "rest"], { cwd: root, env: KEYS });
    expect([first.code, first.stderr]).toEqual([0, ""]);
    expect(first.stdout).toMatch(/^Published 6 pages at /);
    const page = server.objects.get("rest/contact/index.html");
    for (const key of ["rest/contact/", "rest/contact"]) {
      const { bytes, headers } = server.objects.get(key) ?? {};
      expect([key, String(bytes), headers?.["content-type"]]).toEqual([
        key,
        String(page?.bytes),
        "text/html; charset=utf-8",
      ]);
    }
    const again = await run(["deploy", "rest"], { cwd: root, env: KEYS });
    expect([again.code, again.stdout]).toEqual([0, expect.stringMatching(/^Nothing changed: /)]);
    edit("content/pages/contact.yaml", /^title: .*$/m, "title: Quite another name");
    expect((await run(["deploy", "rest"], { cwd: root, env: KEYS })).code).toBe(0);
    expect(String(server.objects.get("rest/contact")?.bytes)).toContain("Quite another name");
    expect((await run(["deploy", "rest", "--rollback"], { cwd: root, env: KEYS })).code).toBe(0);
    expect(String(server.objects.get("rest/contact")?.bytes)).not.toContain("Quite another name");
    const wrong = await run(["deploy", "wrong"], { cwd: root });
    expect([wrong.code, wrong.stderr]).toEqual([
      1,
      expect.stringMatching(/^content\/site\.yaml:\d+:\d+ {2}DEPLOY_TARGET$/m),
    ]);
  }));

test("after a deploy the live site is asked, unless it is out of reach or that is not wanted", () =>
  withTargets(async ({ root }) => {
    const requests: string[] = [];
    const { url, close } = await listen(
      createServer((request, response) => {
        requests.push(request.url ?? "");
        response.writeHead(500).end();
      }),
    );
    appendFileSync(join(root, "content/site.yaml"), `  seen: { to: "file:seen", url: "${url}" }\n`);
    const deployed = (...more: string[]) => run(["deploy", "seen", "--site-url", url, ...more], { cwd: root });
    const quiet = await deployed("--no-verify");
    expect([quiet.code, requests]).toEqual([0, []]);
    const asked = await deployed();
    expect(asked.code).toBe(1);
    expect(asked.stdout).toMatch(/^status +\/\S+ and \d+ more +200 +500$/m);
    expect(asked.stdout).toMatch(/^ +fix: /m);
    const report = JSON.parse((await deployed("--json")).stdout);
    expect([report.ok, report.verified.differences.length > 5]).toEqual([false, true]);
    await close();
    const alone = await deployed();
    expect([alone.code, alone.stderr]).toEqual([0, expect.stringContaining("LIVE_UNREACHABLE (warning)")]);
  }));

test("while another deploy is at work, the command ends with 3", () =>
  withTargets(async ({ root }) => {
    mkdirSync(join(root, "www"));
    const store = await openFolder(join(root, "www"));
    const lease = await takeLease(store, { times: { renewMs: 100, silentMs: 30_000, lookMs: 100, settleMs: 100 } });
    const { code, stderr } = await run(["deploy", "folder"], { cwd: root });
    expect([code, stderr]).toEqual([3, expect.stringMatching(/^content\/site\.yaml:\d+:\d+ {2}DEPLOY_BUSY$/m)]);
    expect(readdirSync(join(root, "www"))).toEqual([".eventsite"]);
    await lease.release();
  }));
