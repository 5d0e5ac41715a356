// A site of one's own: written by the command, built, checked, type-checked and edited where it is. npm is asked for nothing: what it would
// install is linked from here.
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { run, servedAt, start, treeOf } from "../support/process/command.ts";
import { listFiles } from "../support/process/files.ts";
import { ownFolder } from "../support/process/own-folder.ts";
import { installPackages } from "../support/site/init-site.ts";
import { projectDir } from "../support/site/with-site.ts";

const home = ownFolder();

const readJson = (path: string) => JSON.parse(readFileSync(path, "utf8"));
const init = (folder: string, ...flags: string[]) => run(["init", folder, ...flags], { cwd: home });

/** What is suggested: git is not run by the command. */
const COMMIT = 'git add . && git commit -m "The site as eventsite init wrote it"';

/** Of the kinds that a starter has not. */
const OWN_FIELDS = `  - input: select
    name: seats
    label: How many of you?
    placeholder: Please choose
    required: true
    options: [{ value: one, label: One }, { value: two, label: Two of us }]
  - { input: date, name: day, label: Day }
  - input: checkboxes
    name: bring
    label: What you bring
    options: [{ value: dog, label: A dog }, { value: pram, label: A pram }]
  - { input: consent, name: news, label: News, wording: "Yes, write to me." }
`;

/** The form of a page: where it is sent, the names of its fields, and by which definition the relay checks it. */
function formOf(page: string) {
  const [, action = "", form = ""] = /<form [^>]*action="(\S+)"[^>]*>(.*)<\/form>/s.exec(page) ?? [];
  const fields = [...form.matchAll(/ name="(\w+)"/g)].map(([, name]) => name);
  const [, definition = ""] = /name="definition" value="(\w+)"/.exec(form) ?? [];
  return { action, fields, definition };
}

/** As a browser posts a form without script: the status of the answer, and where it leads. */
async function post(action: string, values: Readonly<Record<string, string>>, origin: string) {
  const body = new URLSearchParams(values);
  const { status, headers } = await fetch(action, { method: "POST", body, headers: { origin }, redirect: "manual" });
  return [status, headers.get("location")];
}

/** The mails that a relay beside a site has written into its folder. */
const mailsIn = (site: string): string[] =>
  listFiles(join(site, ".eventsite/mail")).map((path) => readFileSync(join(site, ".eventsite/mail", path), "utf8"));

const typecheck = (cwd: string) => run(["node_modules/typescript/bin/tsc"], { cwd, command: [process.execPath] });

describe("a site that init wrote", () => {
  test("has its own name, is without a mistake, is changed as it is served, and sends its form to the relay", async () => {
    const written = await init("Harbour walks");
    expect(written).toMatchObject({ code: 0, stderr: "" });
    expect(written.stdout.split("\n")).toEqual([
      'The site is written. To see it: cd "Harbour walks" && npm start',
      `To keep its history with git, there: git init && ${COMMIT}`,
      "",
    ]);
    expect(readdirSync(home)).toEqual(["Harbour walks"]);
    const site = join(home, "Harbour walks");
    const { overrides } = readJson(join(projectDir, "package.json"));
    expect(readJson(join(site, "package.json"))).toMatchObject({ name: "harbour-walks", type: "module", overrides });
    // What commands of the workflows for hosted editing write is no part of the site.
    expect(readFileSync(join(site, ".gitignore"), "utf8").split("\n")).toEqual(
      expect.arrayContaining(["node_modules/", "dist/", ".eventsite/", "report.md", "changes.html"]),
    );
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
      const { action, fields } = formOf(await (await fetch(url)).text());
      const request = { name: "Ada Byron", email: "ada@example.com", eventType: "The marsh in birdsong" };
      const body = { ...request, message: "Two of us", website: "", form: "contact", page: "/" };
      expect(fields).toEqual([...Object.keys(body), "definition"]);
      expect(await post(action, body, url)).toEqual([303, `${url}/thank-you/`]);
    } finally {
      server.kill("SIGINT");
      await server.finished;
    }
  });

  test("has a form that staff made without code: on the page, checked by the relay, and in the team's mail", async () => {
    await init("boats");
    const cwd = join(home, "boats");
    expect((await run(["new", "form", "Boat trip"], { cwd })).stdout).toBe("content/forms/boat-trip.yaml\n");
    const [form, about] = ["forms/boat-trip", "pages/about"].map((name) => join(cwd, `content/${name}.yaml`)) as [
      string,
      string,
    ];
    writeFileSync(
      form,
      readFileSync(form, "utf8")
        .replaceAll(" # placeholder", "")
        .replace(/^submit/m, `${OWN_FIELDS}$&`),
    );
    writeFileSync(
      about,
      `${readFileSync(about, "utf8")}  - { type: request-form, heading: Sail with us, form: boat-trip }\n`,
    );
    expect((await run(["check"], { cwd })).stdout).toMatch(/^No problems/);
    const server = start(["start", "--port", "0"], { cwd, env: { PORT: "0" } });
    try {
      const url = await servedAt(server);
      await server.said(/The mails are at/);
      const { action, fields, definition } = formOf(await (await fetch(`${url}/about/`)).text());
      expect(fields).toEqual(
        "firstName lastName email message seats day bring bring news website form page definition".split(" "),
      );
      const request = { firstName: "Ada", lastName: "Byron", email: "ada@example.com", message: "", seats: "two" };
      const body = { ...request, day: "2036-06-01", bring: "dog", news: "Yes, write to me.", website: "" };
      const sent = { ...body, form: "boat-trip", page: "/about/", definition };
      expect(await post(action, { ...sent, seats: "nine" }, url)).toEqual([303, `${url}/try-again/`]);
      expect(await post(action, { ...sent, news: "" }, url)).toEqual([303, `${url}/thank-you/`]);
      expect(await post(action, sent, url)).toEqual([303, `${url}/thank-you/`]);
      await expect
        .poll(() => mailsIn(cwd).some((mail) => /Boat trip request/.test(mail) && mail.includes("A dog")))
        .toBe(true);
    } finally {
      server.kill("SIGINT");
      await server.finished;
    }
  });

  test("is type-checked: its templates know its collections, their fields and its settings", async () => {
    await init("walks");
    const site = join(home, "walks");
    installPackages(site);
    expect(await typecheck(site)).toMatchObject({ code: 0, stdout: "" });
    for (const [file, from, to] of [
      ["sections/walk-list/index.tsx", 'site.list("walks")', 'site.list("walk")'],
      ["sections/walk-list/index.tsx", "data.facts", "data.fact"],
      ["layout/page.tsx", "brand.place", "brand.palace"],
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
    expect(await run(["init", "."], { cwd })).toMatchObject({
      code: 0,
      stderr: "",
      stdout: expect.stringContaining(`with git, there: ${COMMIT}\n`),
    });
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
