// A site of one's own: written by the command, built, checked, type-checked and edited where it is. npm is asked for nothing: what it would
// install is linked from here.
import { mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { run, servedAt, start, treeOf } from "../support/process/command.ts";
import { ownFolder } from "../support/process/own-folder.ts";
import { projectDir } from "../support/site/with-site.ts";

const home = ownFolder();

const readJson = (path: string) => JSON.parse(readFileSync(path, "utf8"));
const init = (folder: string, ...flags: string[]) => run(["init", folder, ...flags], { cwd: home });

/** As `npm install` would: eventsite as a link to where it was started from. */
function install(site: string): void {
  const { dependencies, devDependencies } = readJson(join(site, "package.json"));
  mkdirSync(join(site, "node_modules/@types"), { recursive: true });
  symlinkSync(join(site, dependencies.eventsite.replace(/^file:/, "")), join(site, "node_modules/eventsite"));
  for (const name of [...Object.keys(devDependencies), "csstype"])
    symlinkSync(join(projectDir, "node_modules", name), join(site, "node_modules", name));
}

const typecheck = (cwd: string) => run(["node_modules/typescript/bin/tsc"], { cwd, command: [process.execPath] });

describe("a site that init wrote", () => {
  test("has its own name, is without a mistake, is changed as it is served, and sends its form to the relay", async () => {
    const written = await init("Harbour walks");
    expect(written).toMatchObject({ code: 0, stderr: "" });
    expect(written.stdout).toBe('The site is written. To see it: cd "Harbour walks" && npm start\n');
    expect(readdirSync(home)).toEqual(["Harbour walks"]);
    const site = join(home, "Harbour walks");
    const { overrides } = readJson(join(projectDir, "package.json"));
    expect(readJson(join(site, "package.json"))).toMatchObject({ name: "harbour-walks", type: "module", overrides });
    expect((await run(["check"], { cwd: site })).stdout).toMatch(/^No problems in 4 pages/);
    const built = await run(["build"], { cwd: site });
    expect(built).toMatchObject({ code: 0, stdout: expect.stringMatching(/^Built 4 pages/) });
    // The one warning is for the mails that nobody would get.
    expect(built.stderr.match(/^\S+ +[A-Z_]+.*$/gm)).toEqual(["content/site.yaml:11:8  CONTENT_PLACEHOLDER (warning)"]);
    expect(readFileSync(join(site, "dist/about/index.html"), "utf8")).toContain("<title>About us – Harbour walks");
    const list = readFileSync(join(site, "content/files/packing-list.txt"), "utf8");
    expect(readFileSync(join(site, "dist/packing-list.txt"), "utf8")).toBe(list);
    expect(readFileSync(join(site, "dist/about/index.html"), "utf8")).toContain('href="/packing-list.txt"');
    const server = start(["start", "--port", "0"], { cwd: site, env: { PORT: "0" } });
    try {
      const url = await servedAt(server);
      await server.said(/The mails are at/);
      const about = join(site, "content/pages/about.yaml");
      writeFileSync(about, readFileSync(about, "utf8").replace("Two guides and a dog", "Three guides"));
      await expect.poll(async () => (await fetch(`${url}/about/`)).text()).toContain("<h1>Three guides</h1>");
      const [, action = "", form = ""] =
        /<form action="(\S+)" method="post">(.*)<\/form>/s.exec(await (await fetch(url)).text()) ?? [];
      const request = { name: "Ada Byron", email: "ada@example.com", eventType: "The marsh in birdsong" };
      const body = new URLSearchParams({ ...request, message: "Two of us", website: "", form: "contact", page: "/" });
      expect([...form.matchAll(/ name="(\w+)"/g)].map(([, name]) => name)).toEqual([...body.keys()]);
      const answer = await fetch(action, { method: "POST", body, headers: { origin: url }, redirect: "manual" });
      expect([answer.status, answer.headers.get("location")]).toEqual([303, `${url}/thank-you/`]);
    } finally {
      server.kill("SIGINT");
      await server.finished;
    }
  });

  test("is type-checked: its templates know its collections, their fields and its settings", async () => {
    await init("walks");
    const site = join(home, "walks");
    install(site);
    expect(await typecheck(site)).toMatchObject({ code: 0, stdout: "" });
    for (const [file, from, to] of [
      ["sections/walk-list/index.tsx", 'site.list("walks")', 'site.list("walk")'],
      ["sections/walk-list/index.tsx", "data.facts", "data.fact"],
      ["page.tsx", "brand.place", "brand.palace"],
    ] as const) {
      const path = join(site, "templates", file);
      const text = readFileSync(path, "utf8");
      expect(text).toContain(from);
      writeFileSync(path, text.replace(from, to));
      expect((await typecheck(site)).stdout).toContain(`templates/${file}(`);
      writeFileSync(path, text);
    }
  });

  test("takes the versions of packages that this repository has been tested with", () => {
    const { dependencies, devDependencies } = readJson(join(projectDir, "package.json"));
    expect({ ...dependencies, ...devDependencies }).toMatchObject(
      readJson(join(projectDir, "cli/authoring/example/manifest.json")).devDependencies,
    );
  });

  test("is written into an empty folder, a new repository too, and the folder stays the same", async () => {
    const cwd = join(home, " bay ");
    mkdirSync(join(cwd, ".git"), { recursive: true });
    const { ino } = statSync(cwd);
    expect(await run(["init", "."], { cwd })).toMatchObject({ code: 0, stderr: "" });
    expect(readFileSync(join(cwd, "content/site.yaml"), "utf8")).toContain('name: "Bay"\n');
    expect((await run(["check"], { cwd })).code).toBe(0);
    expect(readdirSync(home)).toEqual([" bay "]);
    expect(statSync(cwd).ino).toBe(ino);
  });
});

describe("init writes nothing", () => {
  test.each([
    ["a folder with something in it", "site", "NEW_EXISTS"],
    ["the name of a file", "site/note.txt", "NEW_EXISTS"],
    ["the folder that it is called in, without a word,", "", "NEW_EXISTS"],
    ["a folder that would be below a file", "site/note.txt/below", "EMIT_FAILED"],
    // Its first files fit into the longest path of the system, the others do not.
    ["a folder that cannot be written to the end", `${`${"d".repeat(199)}/`.repeat(20)}site-of-walks`, "EMIT_FAILED"],
    ["a name without letters", "!?", "USAGE"],
    ["a name in letters that npm does not take", "прогулки", "USAGE"],
    ["a name of a package that it would need", "zod", "USAGE"],
    ["a name that is too long for npm", "a/".concat("w".repeat(215)), "USAGE"],
  ])("for %s", async (_, folder, code) => {
    mkdirSync(join(home, "site"));
    writeFileSync(join(home, "site/note.txt"), "mine");
    const before = treeOf(home);
    const { stdout, stderr, code: exit } = await init(folder, "--json");
    expect(JSON.parse(stdout)).toMatchObject({ ok: false, diagnostics: [{ code, hint: expect.any(String) }] });
    expect({ stderr, exit }).toEqual({ stderr: "", exit: code === "USAGE" ? 2 : 1 });
    expect(treeOf(home)).toEqual(before);
  });
});
