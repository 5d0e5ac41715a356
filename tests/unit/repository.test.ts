// What the repository promises to those who work in it: CI, hook, versions of Node.
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { listFiles } from "../support/process/files.ts";
import { projectDir } from "../support/site/with-site.ts";

const read = (file: string) => readFileSync(join(projectDir, file), "utf8");
const { scripts, engines, files } = JSON.parse(read("package.json"));

test("CI runs the gate on every version of Node that is supported", () => {
  const { jobs } = parse(read(".github/workflows/ci.yml"));
  expect(jobs.gate.strategy.matrix.node).toEqual([20, 22, 24]);
  expect(jobs.gate.steps.map(({ run }: { run?: string }) => run)).toContain(".ci/run");
  expect(engines.node).toBe(">=20.19");
  expect(jobs.gate.strategy.matrix.node).toContain(Number(read(".nvmrc")));
});

test("the hook before a push runs commands that exist, and can be run itself", () => {
  const commands = [...read(".github/hooks/pre-push").matchAll(/^npm run --silent (\S+)$/gm)].map(([, name]) => name);
  expect(commands).toEqual(["typecheck", "lint", "test:fast"]);
  for (const name of commands) expect(scripts).toHaveProperty(name as string);
  expect(statSync(join(projectDir, ".github/hooks/pre-push")).mode & 0o111).not.toBe(0);
});

test("a package names neither tests nor content", () => {
  expect(files).toEqual(expect.arrayContaining(["cli", "templates", "relay/contract.ts"]));
  expect(files.filter((path: string) => /^(?:tests|content|\.)/.test(path))).toEqual([]);
});

test("only tests of the folder tests/content read content/: its words, counts and routes are its owner's", () => {
  const reads =
    /\bprojectDir, ["`]content\b|\b(?:buildSite|build|check|openSession|openSiteInBrowser)\(\{[^}]*\broot: projectDir\b/;
  const others = listFiles(join(projectDir, "tests"))
    .filter((path) => path.endsWith(".test.ts") || path.startsWith("support/"))
    .filter((path) => !path.startsWith("content/"));
  expect(others.filter((path) => reads.test(read(`tests/${path}`)))).toEqual([]);
});

test("the examples of workflows call commands and options that there are", () => {
  const folder = ".github/workflows/examples";
  const files = readdirSync(join(projectDir, "cli/commands")).map((file) => read(`cli/commands/${file}`));
  const commands = files.join("").split(/(?=\.command\(")/);
  const names = readdirSync(join(projectDir, folder)).filter((name) => name.endsWith(".yml"));
  expect(names).toEqual(["deploy.yml", "gitlab-ci.yml", "nightly.yml", "preview.yml"]);
  for (const name of names) {
    const calls = [...read(`${folder}/${name}`).matchAll(/npx eventsite (\w+)([^\n]*)/g)];
    expect(calls.length).toBeGreaterThan(0);
    for (const [, command = "", rest = ""] of calls) {
      const own = commands.find((text) => text.startsWith(`.command("${command}")`));
      const sources = own + read("cli/commands/input-options.ts");
      for (const [option] of rest.matchAll(/--[a-z-]+/g))
        expect(sources, `${name}: ${command}`).toContain(`"${option}`);
    }
    expect(read(`${folder}/README.md`)).toContain(`\`${name}\``);
  }
});
