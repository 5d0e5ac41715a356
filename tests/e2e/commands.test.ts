// Options, variables, exit codes and reports of the commands: what scripts rely on (decisions, section 4).
import { readdirSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { Diagnostic } from "../../cli/index.ts";
import { contentSettled, type Finished, mustBuild, run, treeOf } from "../support/process/command.ts";
import { projectDir, withSite } from "../support/site/with-site.ts";

const page = (root: string, file: string) => readFileSync(join(root, file), "utf8");

/** No trace of the program's inside: the reader is an editor of the content. */
function expectPlain({ stdout, stderr }: Finished): void {
  expect(stdout + stderr).not.toMatch(/^\s+at .*[:/]\d+|node:internal|\.mjs:\d+|\bError:/m);
}

const brokenPage = { "content/pages/contact.yaml": "title: Contact us\ndescription: Short\nsectoins: []\n" };

describe("exit codes", () => {
  test("a build that is done gives 0, says what it made on standard output and nothing on standard error", () =>
    withSite({}, async ({ root }) => {
      await contentSettled();
      const end = await run(["build"], { cwd: root });
      expect(end).toMatchObject({ code: 0, stderr: "" });
      expect(end.stdout).toMatch(/^Built 6 pages and the not-found page, \d+ files in dist \(\d+ ms\)\.\n$/);
      const again = await run(["build"], { cwd: root });
      expect(again).toMatchObject({ code: 0, stderr: "" });
      expect(again.stdout).toMatch(
        /^Nothing changed: 6 pages and the not-found page, \d+ files in dist \(\d+ ms\)\.\n$/,
      );
    }));

  test("a check without a finding gives 0", () =>
    withSite({}, async ({ root }) => {
      expect(await run(["check"], { cwd: root })).toEqual({
        code: 0,
        signal: null,
        stdout: `No problems in 6 pages and the not-found page of ${join(root, "content")}.\n`,
        stderr: "",
      });
    }));

  test("a check with warnings alone gives 0, and does not say that there are no problems", () =>
    withSite({}, async ({ root, write }) => {
      const page = readFileSync(join(root, "content/pages/contact.yaml"), "utf8");
      write({ "content/pages/extra.yaml": page.replace("Contact us", "Extra").replace("Write to us", "Or write") });
      const { code, stdout, stderr } = await run(["check"], { cwd: root });
      expect([code, stderr]).toEqual([0, expect.stringContaining("ROUTE_UNLINKED (warning)")]);
      expect(stdout).toMatch(/^No errors in 7 pages and .*; the warning above does not stop a build\.\n$/);
    }));

  test.each(["build", "check", "serve"])(
    "%s gives 1 for content that is wrong, and tells where on standard error",
    (command) =>
      withSite(brokenPage, async ({ root }) => {
        const end = await run([command, ...(command === "serve" ? ["--port", "0"] : [])], { cwd: root });
        expect(end).toMatchObject({ code: 1, stdout: "" });
        expect(end.stderr).toContain("content/pages/contact.yaml:3:1  CONTENT_UNKNOWN_KEY\n");
        expect(end.stderr).toContain('hint: did you mean "sections"?');
        expect(end.stderr).toMatch(/\n\d problems?\n$/);
        expectPlain(end);
      }),
  );

  test.each([
    [[], /Usage: eventsite/],
    [["frobnicate"], /^eventsite: unknown command 'frobnicate'/],
    [["biuld"], /Did you mean build\?/],
    [["build", "--frobnicate"], /^eventsite: unknown option '--frobnicate'/],
    [["build", "--quite"], /Did you mean --quiet\?/],
    [["build", "content"], /^eventsite: too many arguments for 'build'/],
    [["build", "--content"], /^eventsite: option '--content <dir>' argument missing/],
    [["build", "--release"], /^eventsite: unknown option '--release'/],
    [["check", "--out", "x"], /^eventsite: unknown option '--out'/],
    [["build", "--renderer", "vue"], /Allowed choices are react, preact\./],
    [["build", "--client", "vue"], /Allowed choices are react, preact\./],
    [["build", "--variant", "home"], /Write it as page=name, such as home=no-form\./],
    [["build", "--variant", "=x"], /Write it as page=name, such as home=no-form\./],
    [["build", "--variant", "a=b=c"], /Write it as page=name, such as home=no-form\./],
    [["build", "--site-url", "example.com"], /The site URL "example\.com" is not a web address\./],
    [["check", "--site-url", "javascript:alert(1)"], /The site URL "javascript:alert\(1\)" is not a web address\./],
    [["serve", "--relay-url", "mailto:a@b.c"], /The relay URL "mailto:a@b\.c" is not a web address\./],
    [["serve", "--port", "many"], /A port is a number from 0 to 65535\./],
    [["serve", "--port", "65536"], /A port is a number from 0 to 65535\./],
    [["serve", "--host", ""], /An address is a name or a number such as 127\.0\.0\.1\./],
    [["serve", "--allow-host", "https://studio.example.com"], /Write the name alone, such as studio\.example\.com\./],
    [["serve", "--port", "-1"], /A port is a number from 0 to 65535\./],
  ] as const)("wrong usage gives 2 and says what is wrong: eventsite %j", (args, message) =>
    withSite({}, async ({ root }) => {
      const before = treeOf(root);
      const end = await run(args, { cwd: root });
      expect(end).toMatchObject({ code: 2, stdout: "" });
      expect(end.stderr).toMatch(message);
      expectPlain(end);
      expect(treeOf(root)).toEqual(before);
    }),
  );

  test("help gives 0 and names every option on standard output", () =>
    withSite({}, async ({ root }) => {
      const options = async (command: string) => {
        const end = await run([command, "--help"], { cwd: root });
        expect(end).toMatchObject({ code: 0, stderr: "" });
        return [...end.stdout.matchAll(/^ {2}(?:-\w, )?(--[a-z-]+)/gm)].map(([, name]) => name);
      };
      const inputs = ["--content", "--templates", "--site-url", "--relay-url", "--relay-key", "--variant"];
      const engines = ["--renderer", "--client", "--no-cache"];
      for (const [command, own] of Object.entries({
        build: ["--out", "--json", "--quiet"],
        check: ["--release", "--json", "--quiet"],
        serve: ["--out", "--port", "--host", "--allow-host"],
      }))
        expect(await options(command)).toEqual(expect.arrayContaining([...inputs, ...engines, ...own]));
    }));
});

describe("options and variables", () => {
  test("flag goes before variable, variable before site.yaml", () =>
    withSite({}, async ({ root }) => {
      const published = async (flags: readonly string[], env: Record<string, string>) => {
        const end = await run(["build", ...flags], { cwd: root, env });
        expect(end).toMatchObject({ code: 0, stderr: "" });
        return {
          site: /<loc>(.*?)\/contact\/<\/loc>/.exec(page(root, "dist/sitemap.xml"))?.[1],
          relay: /action="(.*?)\/functions/.exec(page(root, "dist/contact/index.html"))?.[1],
        };
      };
      const variables = {
        EVENTSITE_SITE_URL: "https://variable.example",
        EVENTSITE_RELAY_URL: "https://relay.variable.example/",
      };
      const flags = ["--site-url", "https://flag.example/", "--relay-url", "https://relay.flag.example"];
      const ofSite = { site: "https://www.example.com", relay: "https://relay.example.com" };
      expect(await published([], {})).toEqual(ofSite);
      expect(await published([], variables)).toEqual({
        site: "https://variable.example",
        relay: "https://relay.variable.example",
      });
      expect(await published(flags, variables)).toEqual({
        site: "https://flag.example",
        relay: "https://relay.flag.example",
      });
      expect(await published([], { EVENTSITE_SITE_URL: "", EVENTSITE_RELAY_URL: "" })).toEqual(ofSite);
    }));

  test("the relay's key is part of what is built, flag before variable", () =>
    withSite({}, async ({ root }) => {
      await contentSettled();
      const build = async (flags: readonly string[], key: string) =>
        (await run(["build", ...flags], { cwd: root, env: { EVENTSITE_RELAY_KEY: key } })).stdout.split(" ")[0];
      expect(await build([], "first")).toBe("Built");
      expect(await build(["--relay-key", "first"], "second")).toBe("Nothing");
      expect(await build(["--relay-key", "second"], "first")).toBe("Built");
      expect(await build([], "second")).toBe("Nothing");
    }));

  test("--content, --templates and --out may be relative to the folder or absolute", () =>
    withSite({}, async ({ root }) => {
      await mustBuild(root);
      const expected = treeOf(join(root, "dist"));
      await withSite({}, async (other) => {
        const flags = ["--content", join(root, "content"), "--templates", join(projectDir, "templates")];
        await mustBuild(other.root, ...flags, "--out", join(root, "elsewhere/site"));
        await mustBuild(other.root, "--out", "public/./site/");
        expect(treeOf(join(other.root, "public/site"))).toEqual(expected);
      });
      expect(treeOf(join(root, "elsewhere/site"))).toEqual(expected);
    }));

  test("--variant publishes another reading, on the command line before site.yaml, and a wrong one is reported", () =>
    withSite({}, async ({ root, write }) => {
      const heading = async (...flags: string[]) => {
        await mustBuild(root, ...flags);
        return /<h1[^>]*>(?:<[^>]*>)*([^<]*)/.exec(page(root, "dist/services/gala-dinners/index.html"))?.[1];
      };
      expect(await heading()).toBe("Gala dinners");
      expect(await heading("--variant", "gala-dinners=short")).toBe("Gala dinners, in short");
      const site = page(root, "content/site.yaml");
      write({ "content/site.yaml": site.replace("variants: {}", "variants: { gala-dinners: short }") });
      expect(await heading()).toBe("Gala dinners, in short");
      const end = await run(["build", "--variant", "gala-dinners=shrot"], { cwd: root });
      expect(end.code).toBe(1);
      expect(end.stderr).toContain("CONTENT_UNKNOWN_VARIANT");
      expect(end.stderr).toContain('There is no variant "shrot" of "gala-dinners".');
    }));

  test("--quiet says nothing where nothing is wrong, and all of it where something is", () =>
    withSite({}, async ({ root, write }) => {
      const silent = { code: 0, stdout: "", stderr: "" };
      expect(await run(["build", "--quiet"], { cwd: root })).toMatchObject(silent);
      expect(await run(["build", "--quiet"], { cwd: root })).toMatchObject(silent);
      expect(await run(["check", "--quiet"], { cwd: root })).toMatchObject(silent);
      write(brokenPage);
      for (const command of ["build", "check"]) {
        const end = await run([command, "--quiet"], { cwd: root });
        expect(end).toMatchObject({ code: 1, stdout: "" });
        expect(end.stderr).toContain("CONTENT_UNKNOWN_KEY");
      }
    }));

  test("--verbose says what was read, checked, rendered and written, and why", () =>
    withSite({}, async ({ root, write }) => {
      const contact = "content/pages/contact.yaml";
      await contentSettled();
      const first = await run(["build", "--verbose"], { cwd: root });
      expect(first.stderr).toMatch(/^\d+ files read: new\n7 pages rendered: new\n(?:.*\n)*\d+ files written: new\n$/);
      write({ [contact]: page(root, contact).replace("Plan your event", "Plan an event") });
      await contentSettled();
      const end = await run(["build", "--verbose"], { cwd: root });
      expect(end.stderr).toBe("1 file read: changed\n1 page rendered: its own text changed\n1 file written: changed\n");
      write({ "content/site.yaml": page(root, "content/site.yaml").replace(/(brand:\n +name: ).*/, "$1Rooms") });
      const renamed = await run(["build", "--verbose"], { cwd: root });
      expect(renamed.stderr).toMatch(/^\d+ files? checked: a value of site\.yaml changed\n/);
    }));
});

interface Report {
  ok: boolean;
  routes: { path: string; file: string; bytes: number }[];
  files: number;
  ms: number;
  diagnostics: Diagnostic[];
}

/** The one JSON document on standard output, with nothing in it that the contract does not name. */
function reportOf({ stdout, stderr }: Finished): Report {
  expect(stderr).toBe("");
  const report = JSON.parse(stdout) as Report;
  const built = report.ok ? ["nextChangeAt"] : [];
  const unfinished = report.ok ? ["placeholders", "drafts", "starters"] : [];
  expect(Object.keys(report)).toEqual(["ok", "routes", "files", "ms", ...built, ...unfinished, "diagnostics"]);
  for (const diagnostic of report.diagnostics) {
    expect(["code", "severity", "message", "file", "line", "column", "hint"]).toEqual(
      expect.arrayContaining(Object.keys(diagnostic)),
    );
    expect(diagnostic.severity).toMatch(/^(error|warning)$/);
  }
  expect(Number.isInteger(report.ms)).toBe(true);
  return report;
}

describe("--json", () => {
  test("a build tells its routes with their files and sizes, also when nothing changed", () =>
    withSite({}, async ({ root }) => {
      await contentSettled();
      const first = reportOf(await run(["build", "--json"], { cwd: root }));
      expect(first).toMatchObject({ ok: true, diagnostics: [] });
      expect(first.routes.map(({ path, file }) => [path, file])).toEqual([
        ["/", "index.html"],
        ["/404.html", "404.html"],
        ["/contact/", "contact/index.html"],
        ["/services/gala-dinners/", "services/gala-dinners/index.html"],
        ["/terms/", "terms/index.html"],
        ["/thank-you/", "thank-you/index.html"],
        ["/try-again/", "try-again/index.html"],
      ]);
      for (const { file, bytes } of first.routes) expect(bytes).toBe(readFileSync(join(root, "dist", file)).length);
      const second = reportOf(await run(["build", "--json", "--quiet"], { cwd: root }));
      expect({ ...second, ms: 0 }).toEqual({ ...first, ms: 0 });
    }));

  test.each(["build", "check"])("%s tells what is wrong and where, with exit code 1", (command) =>
    withSite(brokenPage, async ({ root }) => {
      const end = await run([command, "--json"], { cwd: root });
      expect(end.code).toBe(1);
      const report = reportOf(end);
      expect(report).toMatchObject({ ok: false, routes: [], files: 0 });
      expect(report.diagnostics).toContainEqual({
        code: "CONTENT_UNKNOWN_KEY",
        severity: "error",
        message: expect.stringContaining('"sectoins"'),
        file: "content/pages/contact.yaml",
        line: 3,
        column: 1,
        hint: 'did you mean "sections"?',
      });
    }),
  );

  test("a check without problems gives the routes and no files", () =>
    withSite({}, async ({ root }) => {
      const end = await run(["check", "--json"], { cwd: root });
      expect(end.code).toBe(0);
      expect(reportOf(end)).toMatchObject({ ok: true, files: 0, diagnostics: [] });
    }));

  test.each([
    [["build", "--json", "--site-url", "nope"]],
    [["check", "--json", "--frobnicate"]],
    [["build", "--json", "--renderer", "vue"]],
  ])("wrong usage is one document with the code USAGE and exit code 2: %j", (args) =>
    withSite({}, async ({ root }) => {
      const end = await run(args, { cwd: root });
      expect(end.code).toBe(2);
      const [problem, ...more] = reportOf(end).diagnostics;
      expect(more).toEqual([]);
      expect(problem).toMatchObject({ code: "USAGE", severity: "error" });
      expect(problem?.message).toMatch(/nope|frobnicate|vue/);
      expect(problem?.message).not.toMatch(/^error|\n/);
    }),
  );

  test("a reader that hangs up early is no fault", () =>
    withSite({}, async ({ root }) => {
      const shell = ["/bin/sh", "-c", 'node "$0" build --json | true'] as const;
      const end = await run([join(projectDir, "cli/eventsite.cjs")], { cwd: root, command: shell });
      expect(end).toMatchObject({ code: 0, stderr: "" });
    }));

  test("a long report reaches the end of a pipe whole", () =>
    withSite({}, async ({ root, write }) => {
      const contact = page(root, "content/pages/contact.yaml");
      const unlinked = (number: number) =>
        contact.replace("title: Contact us", `title: A page without a link, ${number}`);
      const pages = Array.from({ length: 300 }, (_, number) => [`content/pages/p${number}.yaml`, unlinked(number)]);
      write({
        ...Object.fromEntries(pages),
        "content/pages/p0.yaml": `${unlinked(0)}  - type: prose\n    body: "[Up](#nowhere)"\n`,
      });
      const shell = ["/bin/sh", "-c", 'node "$0" check 2>&1 | cat'] as const;
      const { stdout } = await run([join(projectDir, "cli/eventsite.cjs")], { cwd: root, command: shell });
      expect(stdout.length).toBeGreaterThan(90_000);
      expect(stdout.slice(-100)).toMatch(/\n\d problems, \d+ warnings\n$/);
    }));
});

describe("check", () => {
  const sites = {
    "sound content": {},
    "wrong content": brokenPage,
    "a lost site.yaml": { "content/site.yaml": null },
    "an existing site": { "dist/index.html": "mine" },
  };
  test.each(Object.entries(sites))("writes nothing for %s", (_, files) =>
    withSite(files, async ({ root }) => {
      const before = treeOf(root);
      const end = await run(["check"], { cwd: root });
      expect(end.code).toBe("content/site.yaml" in files || "content/pages/contact.yaml" in files ? 1 : 0);
      await run(["check", "--json", "--release", "--no-cache"], { cwd: root });
      expect(treeOf(root)).toEqual(before);
      expect(readdirSync(root)).not.toContain(".eventsite");
    }),
  );

  test("finds what a build finds, all of it", () =>
    withSite({ ...brokenPage, "content/services/gala-dinners@short.yaml": "title: [\n" }, async ({ root }) => {
      const check = await run(["check", "--json"], { cwd: root });
      const build = await run(["build", "--json"], { cwd: root });
      expect(reportOf(check).diagnostics).toEqual(reportOf(build).diagnostics);
      expect(reportOf(check).diagnostics.length).toBeGreaterThan(2);
    }));
});

test("`--version` prints the version of the program", async () => {
  const { version } = JSON.parse(readFileSync(join(projectDir, "package.json"), "utf8")) as { version: string };
  const { code, stdout, stderr } = await run(["--version"], { cwd: tmpdir() });
  expect([code, stdout, stderr]).toEqual([0, `${version}\n`, ""]);
});
