// An output folder that may only be read, cannot be moved, or is shared: the site is published, or the old one is untouched.
import { execFileSync } from "node:child_process";
import {
  appendFileSync,
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { takeLock } from "../../cli/files/lock-file.ts";
import {
  contentSettled,
  launcher,
  leftovers,
  locks,
  mustBuild,
  type RunOptions,
  run,
  treeOf,
} from "../support/process/command.ts";
import { withSite } from "../support/site/with-site.ts";

/** The administrator may do everything; without the rights beyond a file's own, this user is like any other. */
const asOrdinaryUser: Pick<RunOptions, "command"> =
  process.getuid?.() === 0
    ? { command: ["setpriv", "--bounding-set=-all", "--inh-caps=-all", process.execPath, launcher] }
    : {};

const contact = "content/pages/contact.yaml";
const retitle = (root: string, title: string) =>
  writeFileSync(
    join(root, contact),
    readFileSync(join(root, contact), "utf8").replace(/^title: .*$/m, `title: ${title}`),
  );
const titleIn = (out: string) => /<title>([^<]*)/.exec(readFileSync(join(out, "contact/index.html"), "utf8"))?.[1];
const isLeft = (name: string) => /eventsite-(next|old|gone|probe|lock)/.test(name);

/** Links keep the mode of what they lead to. */
function forEach(dir: string, change: (path: string) => void): void {
  for (const path of ["", ...Object.keys(treeOf(dir))]) change(join(dir, path));
}
const readOnly = (dir: string) => forEach(dir, (path) => chmodSync(path, lstatSync(path).mode & 0o555));
const writable = (dir: string) => forEach(dir, (path) => chmodSync(path, lstatSync(path).mode | 0o700));

describe("a site that may only be read", () => {
  test("is replaced, by a build that succeeds and leaves nothing, and so is the next", () =>
    withSite({}, async ({ root }) => {
      const out = join(root, "dist");
      await mustBuild(root);
      readOnly(out);
      for (const title of ["One title", "Another title"]) {
        retitle(root, title);
        const end = await run(["build"], { cwd: root, ...asOrdinaryUser });
        expect(end).toMatchObject({ code: 0, stderr: "" });
        expect(titleIn(out)).toContain(title);
        expect([...leftovers(root), ...locks(root)]).toEqual([]);
      }
      // A text that its own page alone shows.
      const service = join(root, "content/services/gala-dinners.yaml");
      await mustBuild(root);
      readOnly(out);
      writeFileSync(service, readFileSync(service, "utf8").replace("Tell us the date", "Tell us the day"));
      expect(await run(["build"], { cwd: root, ...asOrdinaryUser })).toMatchObject({ code: 0 });
      expect(readFileSync(join(out, "services/gala-dinners/index.html"), "utf8")).toContain("Tell us the day");
    }));

  test("is left as it is where nothing beside it may be written either", () =>
    withSite({}, async ({ root }) => {
      const out = join(root, "public/dist");
      await mustBuild(root, "--out", out);
      const before = treeOf(out);
      readOnly(join(root, "public"));
      retitle(root, "One title");
      const end = await run(["build", "--out", out], { cwd: root, ...asOrdinaryUser });
      expect(end).toMatchObject({ code: 1, stdout: "" });
      expect(end.stderr).toMatch(
        /EMIT_FAILED\n.* could not be written: you may not write there\.\n {2}hint: the previous site is unchanged/,
      );
      expect(treeOf(out)).toEqual(before);
      writable(join(root, "public"));
    }));
});

describe("a folder that cannot be replaced is written in place", () => {
  /** Each build begins with the site of the one before, files of others, and what is stale. */
  async function expectBuilds(root: string, out: string, command: Pick<RunOptions, "command"> = {}): Promise<void> {
    const build = async (...flags: string[]) => {
      const end = await run(["build", "--out", out, ...flags], { cwd: root, ...command });
      expect(end).toMatchObject({ code: 0, stderr: "" });
      expect([...readdirSync(out), ...readdirSync(join(out, ".."))].filter(isLeft)).toEqual([]);
      return end.stdout;
    };
    await build();
    writeFileSync(join(out, "CNAME"), "www.example.com");
    mkdirSync(join(out, ".eventsite-next-4242"));
    const venue = join(root, "content/services/picnics.yaml");
    const service = readFileSync(join(root, "content/services/gala-dinners.yaml"), "utf8");
    writeFileSync(venue, service.replaceAll("Gala dinners", "Picnics").replace("Seated evenings for", "Picnics for"));
    retitle(root, "Another title");
    await build();
    expect(titleIn(out)).toContain("Another title");
    expect(existsSync(join(out, "services/picnics/index.html"))).toBe(true);
    rmSync(venue);
    appendFileSync(join(root, "content/site.yaml"), "gone: [/services/picnics/]\n");
    await build("--no-cache");
    expect(existsSync(join(out, "services/picnics"))).toBe(false);
    await contentSettled();
    await build();
    expect(await build()).toMatch(/^Nothing changed/);
    await mustBuild(root, "--out", "expected");
    const { CNAME: _, ...site } = treeOf(out);
    expect(site).toEqual(treeOf(join(root, "expected")));
  }

  test("where nothing beside it may be written", () =>
    withSite({}, async ({ root }) => {
      const out = join(root, "public/dist");
      mkdirSync(out, { recursive: true });
      chmodSync(join(root, "public"), 0o555);
      try {
        await expectBuilds(root, out, asOrdinaryUser);
      } finally {
        chmodSync(join(root, "public"), 0o755);
      }
    }));

  // Users who may not mount have the folder above, and the seam of tests/unit/cli/emit/staging.test.ts.
  test.each<[string, (dir: string) => string[]]>([
    ["a disk of its own", (dir) => ["-t", "tmpfs", "tmpfs", dir]],
    ["a folder that is mounted a second time", (dir) => ["--bind", `${dir}-real`, dir]],
  ])("where it is %s", (_, mountArgs) =>
    withSite({}, async ({ root }) => {
      const out = mkdtempSync(join(tmpdir(), "eventsite-mount-"));
      mkdirSync(`${out}-real`);
      let isMounted = true;
      try {
        execFileSync("mount", mountArgs(out), { stdio: "ignore" });
      } catch {
        isMounted = false;
      }
      try {
        await expectBuilds(root, out);
      } finally {
        if (isMounted) execFileSync("umount", [out]);
        for (const dir of [out, `${out}-real`]) rmSync(dir, { recursive: true, force: true });
      }
    }),
  );
});

describe("a lock", () => {
  const held = async (root: string, folder: string, out: string) => {
    const lock = await takeLock(folder);
    const end = await run(["build", "--out", out], { cwd: root });
    if ("release" in lock) lock.release();
    return end;
  };

  test("is one for two projects that write to the same folder", () =>
    withSite({}, ({ root: one }) =>
      withSite({}, async ({ root: two }) => {
        const out = join(one, "shared/site");
        await mustBuild(one, "--out", out);
        for (const root of [one, two]) {
          const end = await held(root, join(one, "shared/.site.eventsite-lock"), out);
          expect(end).toMatchObject({ code: 1, stdout: "" });
          expect(end.stderr).toContain(`EMIT_LOCKED\n  Another build (process ${process.pid} on `);
        }
        const ends = await Promise.all([one, two].map((root) => run(["build", "--out", out], { cwd: root })));
        for (const { code, stderr } of ends) expect(code === 0 || stderr.includes("EMIT_LOCKED"), stderr).toBe(true);
        expect(ends.some(({ code }) => code === 0)).toBe(true);
      }),
    ));
});
