// The walks of templates/README.md, followed to the letter: their code is applied to a copy, compiled, and a small site is built with it.
import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type BuildResult, build } from "../../cli/index.ts";
import { projectDir } from "../support/site/with-site.ts";

interface Block {
  readonly file: string;
  readonly isChange: boolean;
  readonly lines: readonly string[];
}

/** Fenced blocks whose opening line names a file, without the indentation of the list they stand in. */
function blocksOf(manual: string): Block[] {
  return [...manual.matchAll(/^( *)```(\w+) (\S+)\n([\s\S]*?)^ *```$/gm)].map(
    ([, indent = "", language, file = "", text = ""]) => ({
      file,
      isChange: language === "diff",
      lines: text
        .trimEnd()
        .split("\n")
        .map((line) => line.slice(indent.length)),
    }),
  );
}

/** Lines without "+" must be in the text, in one place; they are replaced by the lines without "-". */
function applied(text: string, { file, lines }: Block): string {
  const without = (sign: string) =>
    lines
      .filter((line) => !line.startsWith(sign))
      .map((line) => `${line.slice(1)}\n`)
      .join("");
  const [before = "", after, ...others] = text.split(without("+"));
  if (after === undefined || others.length > 0)
    throw new Error(`${others.length + (after === undefined ? 0 : 1)} places in ${file} for:\n${lines.join("\n")}`);
  return before + without("-") + after;
}

let root = "";
/** What the walks write or change. */
const written = new Set<string>();
let result: BuildResult;
const fileOf = (path: string) => String(result.files.find((file) => file.path === path)?.content ?? "");

beforeAll(async () => {
  // Below the project, where the packages are found.
  mkdirSync(join(projectDir, ".eventsite"), { recursive: true });
  root = mkdtempSync(join(projectDir, ".eventsite/walks-"));
  for (const part of ["templates", "relay", "tsconfig.json"])
    cpSync(join(projectDir, part), join(root, part), {
      recursive: true,
      filter: (path) => !path.startsWith(join(projectDir, "relay/node_modules")),
    });
  cpSync(join(projectDir, "tests/fixtures/sites/small"), root, { recursive: true });
  const blocks = blocksOf(readFileSync(join(projectDir, "templates/README.md"), "utf8"));
  expect(blocks.length).toBeGreaterThan(12);
  for (const block of blocks) {
    const target = join(root, block.file);
    written.add(block.file);
    mkdirSync(dirname(target), { recursive: true });
    const text = block.isChange ? applied(readFileSync(target, "utf8"), block) : `${block.lines.join("\n")}\n`;
    writeFileSync(target, text);
  }
  result = await build({ root, write: false });
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

test.each(["templates", "relay"])("their code satisfies the compiler in %s", (folder) => {
  const compiler = join(projectDir, "node_modules/typescript/bin/tsc");
  expect(existsSync(compiler)).toBe(true);
  let report = "";
  try {
    execFileSync(process.execPath, [compiler, "-p", join(root, folder)], { encoding: "utf8", stdio: "pipe" });
  } catch (error) {
    report = String((error as { stdout?: string }).stdout);
  }
  expect(report).toBe("");
});

test("their code satisfies the linter", () => {
  const [biome, files] = [
    join(projectDir, "node_modules/.bin/biome"),
    [...written].filter((file) => /\.(?:tsx?|css)$/.test(file)),
  ];
  cpSync(join(projectDir, "biome.json"), join(root, "biome.json"));
  expect(files.length).toBeGreaterThan(4);
  const { status, stdout, stderr } = spawnSync(
    biome,
    ["check", "--error-on-warnings", "--vcs-enabled=false", ...files],
    {
      cwd: root,
      encoding: "utf8",
    },
  );
  expect(status, stdout + stderr).toBe(0);
});

test("the section is on its page, with its style sheet there alone", () => {
  expect(fileOf("hours/index.html")).toMatch(/<section id="[\w-]+" class="section hours light"/);
  expect(fileOf("hours/index.html")).toContain("<p>Monday to Friday, 09:00 – 18:00</p>");
  expect(fileOf("hours/index.html")).toContain(".hours");
  expect(fileOf("contact/index.html")).not.toContain(".hours");
});

test("the island is rendered with the page, and its code is loaded when it is seen", () => {
  expect(fileOf("hours/index.html")).toMatch(/data-island="hours" data-hydrate="visible"[^>]*><p class="now"><\/p>/);
  const scripts = result.files.filter(({ path }) => path.endsWith(".js")).map(({ content }) => String(content));
  expect(scripts.filter((script) => script.includes("closedLabel"))).toHaveLength(1);
});

test("the token is defined on both grounds and used", () => {
  const page = fileOf("hours/index.html");
  expect(page.match(/--highlight:/g)).toHaveLength(2);
  expect(page).toContain("background:var(--highlight)");
});

test("the form's field is on the page, and in what the relay reads of the site's forms", () => {
  const [field = ""] = /<input [^>]*name="dietaryNeeds"[^>]*>/.exec(fileOf("contact/index.html")) ?? [];
  expect(field.toLowerCase()).toContain('maxlength="200"');
  const fields = JSON.parse(fileOf("forms.json")).forms.consultation.fields;
  expect(fields).toContainEqual({
    name: "dietaryNeeds",
    type: "text",
    label: "Dietary needs",
    required: false,
    limit: 200,
  });
});
