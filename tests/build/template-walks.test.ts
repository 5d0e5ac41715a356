// The walks of templates/README.md, followed to the letter: their code is applied to this repository's templates and to a site of `init`,
// compiled, and the sites are built with it.
import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type BuildResult, build, check, initSite, schema } from "../../cli/index.ts";
import { installPackages } from "../support/site/init-site.ts";
import { exampleDir, frozenDir, projectDir } from "../support/site/with-site.ts";

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

/** This repository's templates, with the content of the frozen site. */
function copyRepository(root: string): void {
  for (const part of ["templates", "relay", "tsconfig.json"])
    cpSync(join(projectDir, part), join(root, part), {
      recursive: true,
      filter: (path) => !path.startsWith(join(projectDir, "relay/node_modules")),
    });
  cpSync(frozenDir, root, { recursive: true });
  writeFileSync(
    join(root, "content/README.md"),
    withoutFields(readFileSync(join(exampleDir, "content/README.md"), "utf8")),
  );
}

/** A manual in which the fields are still to be written. */
const withoutFields = (manual: string): string => manual.replace(/(?<=^<!-- fields: .*\n)[\s\S]*(?=^<!-- end)/m, "\n");

async function writeInitSite(root: string): Promise<void> {
  await initSite({ folder: root });
  installPackages(root);
}

/** Applies all blocks; gives the files that they write or change. */
function followWalks(root: string): string[] {
  const blocks = blocksOf(readFileSync(join(projectDir, "templates/README.md"), "utf8"));
  expect(blocks.length).toBeGreaterThan(20);
  for (const block of blocks) {
    const target = join(root, block.file);
    mkdirSync(dirname(target), { recursive: true });
    const text = block.isChange ? applied(readFileSync(target, "utf8"), block) : `${block.lines.join("\n")}\n`;
    writeFileSync(target, text);
  }
  return [...new Set(blocks.map(({ file }) => file))];
}

/** The portrait that a walk asks for. */
async function drawPortrait(root: string): Promise<void> {
  const file = join(root, "content/images/team/ada-byron.jpg");
  mkdirSync(dirname(file), { recursive: true });
  await sharp({ create: { width: 800, height: 800, channels: 3, background: "#456" } }).toFile(file);
}

describe.each([
  { site: "this repository", prepare: copyRepository, projects: ["templates", "relay"] },
  { site: "a site of `init`", prepare: writeInitSite, projects: ["."] },
])("in $site, the walks of the manual", ({ prepare, projects }) => {
  let root = "";
  let written: readonly string[] = [];
  let result: BuildResult;
  const fileOf = (path: string) => String(result.files.find((file) => file.path === path)?.content ?? "");
  const tool = (name: string, args: readonly string[]) => {
    const { status, stdout, stderr } = spawnSync(join(projectDir, "node_modules/.bin", name), args, {
      cwd: root,
      encoding: "utf8",
    });
    return { status, report: stdout + stderr };
  };

  beforeAll(async () => {
    // Below the project, where the packages are found.
    mkdirSync(join(projectDir, ".eventsite"), { recursive: true });
    root = mkdtempSync(join(projectDir, ".eventsite/walks-"));
    await prepare(root);
    written = followWalks(root);
    await drawPortrait(root);
    result = await build({ root, write: false });
  });
  afterAll(() => rmSync(root, { recursive: true, force: true }));

  test.each(projects)("satisfy the compiler in %s", (folder) => {
    expect(tool("tsc", ["-p", join(root, folder)])).toEqual({ status: 0, report: "" });
  });

  test("satisfy the linter", () => {
    const files = written.filter((file) => /\.(?:tsx?|css)$/.test(file));
    cpSync(join(projectDir, "biome.json"), join(root, "biome.json"));
    expect(files.length).toBeGreaterThan(8);
    const { status, report } = tool("biome", ["check", "--error-on-warnings", "--vcs-enabled=false", ...files]);
    expect(status, report).toBe(0);
  });

  test("leave nothing to correct but the manual of fields, which `schema` writes", async () => {
    await schema({ root });
    const { diagnostics } = await check({ root });
    expect(diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
    expect(readFileSync(join(root, "content/README.md"), "utf8")).toMatch(/^### `team\/`$[\s\S]*^### `type: people`$/m);
  });

  test("show the section on its page, with its style sheet there alone", () => {
    expect(fileOf("hours/index.html")).toMatch(/<section id="[\w-]+" class="(?:section )?opening-hours light"/);
    expect(fileOf("hours/index.html")).toContain("<p>Monday to Friday, 09:00 – 18:00</p>");
    expect(fileOf("hours/index.html")).toContain(".opening-hours");
    expect(fileOf("index.html")).not.toContain(".opening-hours");
  });

  test("render the island with the page, and load its code when it is seen", () => {
    expect(fileOf("hours/index.html")).toMatch(
      /data-island="opening-hours" data-hydrate="visible"[^>]*><p class="now"><\/p>/,
    );
    const scripts = result.files.filter(({ path }) => path.endsWith(".js")).map(({ content }) => String(content));
    expect(scripts.filter((script) => script.includes("closedLabel"))).toHaveLength(1);
  });

  test("define the token on both grounds, and use it", () => {
    const page = fileOf("hours/index.html");
    expect(page.match(/--highlight:/g)).toHaveLength(2);
    expect(page).toContain("background:var(--highlight)");
  });

  test("give each person of the team a page, which the list leads to", () => {
    expect(fileOf("team/ada-byron/index.html")).toMatch(/<h1[^>]*>Ada Byron<\/h1>/);
    expect(fileOf("team/index.html")).toMatch(/<img [^>]*alt="A woman with dark hair, who smiles"/);
    expect(fileOf("team/index.html")).toContain('<h3><a href="/team/ada-byron/">Ada Byron</a></h3>');
    expect(fileOf("sitemap.xml")).toContain("/team/ada-byron/</loc>");
  });

  test("put the form's field on the page, and into what the relay reads of the site's forms", () => {
    const page = result.files.find(({ content = "" }) => String(content).includes('name="dietaryNeeds"'));
    const [field = ""] = /<input [^>]*name="dietaryNeeds"[^>]*>/.exec(String(page?.content)) ?? [];
    expect(field.toLowerCase()).toContain('maxlength="200"');
    const { forms } = JSON.parse(fileOf("forms.json"));
    expect(forms.contact.fields).toContainEqual({
      name: "dietaryNeeds",
      type: "text",
      label: "Dietary needs",
      required: false,
      limit: 200,
    });
  });
});
