// The parts of the manuals that follow from the sources. `npm run manuals` brings them up to date.
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { withFields } from "../../cli/authoring/fields-manual.ts";
import { loadTemplates } from "../../cli/bundle/load-templates.ts";
import { resolveConfig } from "../../cli/config/resolve-config.ts";
import { diagnosticCodes, schema } from "../../cli/index.ts";
import { nginxRelay } from "../../cli/publish/hosts/config/nginx.ts";
import { VARIABLES } from "../../relay/config/variables.ts";
import { problemCodes } from "../../relay/service/protocol.ts";
import { listFiles } from "../support/process/files.ts";
import { metricMeanings } from "../support/relay/metric-meanings.ts";
import { exampleDir, projectDir } from "../support/site/with-site.ts";

const HOW = "run `npm run manuals`";

/** The text with `part` between the two lines of its mark. */
function withPart(text: string, mark: string, part: string): string {
  const [begin, end] = [`<!-- ${mark}: written by \`npm run manuals\`; do not edit -->`, `<!-- end of ${mark} -->`];
  const [before, rest = ""] = text.split(begin);
  const [, after] = rest.split(end);
  if (after === undefined) throw new Error(`The manual lacks its lines "${begin}" and "${end}".`);
  return `${before}${begin}\n\n${part}\n\n${end}${after}`;
}

const row = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
const table = (head: readonly string[], rows: readonly (readonly string[])[]) =>
  [head, head.map(() => "---"), ...rows].map(row).join("\n");
/** A value as it is written; plain words stay what they are. */
const code = (text: string) => (/^\S+$/.test(text) && !/^(?:none|our|any)$/.test(text) ? `\`${text}\`` : text);

test(`the codes of diagnostics are listed with their meaning: ${HOW}`, async () => {
  const file = join(projectDir, "cli/diagnostics/README.md");
  const rows = Object.entries(diagnosticCodes).map(([name, meaning]) => [code(name), meaning]);
  await expect(withPart(readFileSync(file, "utf8"), "codes", table(["code", "meaning"], rows))).toMatchFileSnapshot(
    file,
  );
});

test(`the relay's variables, metrics and codes are listed with their meaning: ${HOW}`, async () => {
  const file = join(projectDir, "relay/reference.md");
  const listed = Object.entries(VARIABLES).map(([name, { meaning, without, isSecret }]) => [
    code(name),
    isSecret ? `${meaning} (or in a file: \`${name}_FILE\`)` : meaning,
    code(without),
  ]);
  const metrics = (await metricMeanings()).map(({ name, meaning }) => [code(name), meaning]);
  const codes = Object.entries(problemCodes).map(([name, meaning]) => [code(name), meaning]);
  const parts: [mark: string, part: string][] = [
    ["variables", table(["variable", "what it is for", "default"], listed)],
    ["metrics", table(["metric", "meaning"], metrics)],
    ["command codes", table(["code", "meaning"], codes)],
  ];
  const text = parts.reduce((before, [mark, part]) => withPart(before, mark, part), readFileSync(file, "utf8"));
  await expect(text).toMatchFileSnapshot(file);
});

test(`nginx in front of the relay is as \`eventsite host nginx\` prints it: ${HOW}`, async () => {
  const file = join(projectDir, "relay/docs/run.md");
  const printed = nginxRelay("relay.example.com").trim();
  await expect(withPart(readFileSync(file, "utf8"), "nginx", `\`\`\`\n${printed}\n\`\`\``)).toMatchFileSnapshot(file);
});

test(`plain scripts get all that cli/index.ts exports: ${HOW}`, async () => {
  const names = Object.keys(await import("../../cli/index.ts")).sort();
  const text = `// The public API for plain scripts: \`import { build, check, serve } from "eventsite"\`. Written by \`npm run manuals\`.
import { loadProgram } from "./program.mjs";

export const {
${names.map((name) => `  ${name},\n`).join("")}} = await loadProgram("index");
`;
  await expect(text).toMatchFileSnapshot(join(projectDir, "cli/launch/api.mjs"));
});

test("the fields that writers read of are those of the templates: run `npx eventsite schema`", async () => {
  const { files, stale } = await schema({ root: projectDir, write: false });
  expect(files).toContain("content/README.md");
  expect(stale).toEqual([]);
});

test(`a site of \`init\` has the fields of its own in its manual: ${HOW}`, async () => {
  const file = join(exampleDir, "content/README.md");
  const manual = withFields(readFileSync(file, "utf8"), await loadTemplates(resolveConfig({ root: exampleDir })));
  expect(manual).toContain("### `forms/`");
  await expect(manual).toMatchFileSnapshot(file);
});

const readme = readFileSync(join(projectDir, "README.md"), "utf8");

test("the README opens with the two commands that a newcomer needs, and is short", () => {
  const [first = ""] = [...readme.matchAll(/^```\n([\s\S]*?)^```/gm)].map(([, block]) => block);
  expect(first).toMatch(/^npm start\b.*\nnpm test\b/);
  expect(readme.trim().split(/\s+/).length).toBeLessThan(600);
});

const manuals = ["content", "templates", "cli", "relay", "tests", ".github"]
  .flatMap((folder) => listFiles(join(projectDir, folder)).map((path) => `${folder}/${path}`))
  .filter((path) => path.endsWith(".md") && !/node_modules|^tests\/fixtures\/|^content\/legal\//.test(path))
  .concat("README.md", "CHANGELOG.md");

test.each(manuals)("%s leads to files that are there", (manual) => {
  const text = readFileSync(join(projectDir, manual), "utf8");
  // What is between fences is to be copied elsewhere.
  const links = [...text.replace(/^```[\s\S]*?^```/gm, "").matchAll(/\]\(([^)#:\s]+)(?:#[^)]*)?\)/g)].map(
    ([, target = ""]) => join(dirname(manual), target),
  );
  // Names with a blank to fill in, and files that a walk makes, are examples.
  const named = [...text.matchAll(/`(?:node )?((?:cli|templates|relay|tests|content|\.github)\/[\w./@-]+\.\w+)`/g)]
    .map(([, path = ""]) => path)
    .filter((path) => !/hours|people|team/.test(path));
  // The example's manual is read where it is written to.
  const bases = [projectDir, join(projectDir, dirname(manual))];
  const gone = [...links, ...named].filter((path) => !bases.some((base) => existsSync(join(base, path))));
  expect([...new Set(gone)]).toEqual([]);
});

test("thirty files make the site", () => {
  const [, section = ""] = /^## The thirty files .*\n([\s\S]*?)^## /m.exec(readme) ?? [];
  expect(new Set(section.match(/`cli\/[^`]+`/g)).size).toBe(30);
});

test("one thing can be followed from end to end through few files", () => {
  const manual = readFileSync(join(projectDir, "cli/README.md"), "utf8");
  const [, section = ""] = /^## Following one thing\n([\s\S]*?)^## /m.exec(manual) ?? [];
  const paths = section
    .split("\n")
    .filter((line) => line.includes(" → "))
    .map((line) => [...line.matchAll(/`((?:cli|templates|relay)\/[^`]+)`/g)].map(([, path]) => path));
  for (const path of paths) expect(new Set(path).size).toBe(path.length);
  const [venue, title, mistake, edit, field] = paths.map(({ length }) => length);
  expect(venue).toBeLessThanOrEqual(20);
  expect(title).toBeLessThanOrEqual(15);
  expect(mistake).toBeLessThanOrEqual(6);
  expect(edit).toBeLessThanOrEqual(15);
  expect(field).toBeLessThanOrEqual(20);
});

test("the relay's drawing names files that are there, few on the way of a request and of a mail", () => {
  const [, drawing = ""] =
    /^## How it works\n\n```\n([\s\S]*?)^```/m.exec(readFileSync(join(projectDir, "relay/README.md"), "utf8")) ?? [];
  const columns = [0, 45].map((from) =>
    drawing.split("\n").flatMap((line) => /[a-z]+\/[\w/-]+\.tsx?/.exec(line.slice(from, from + 45))?.[0] ?? []),
  );
  for (const path of columns.flat()) expect(existsSync(join(projectDir, "relay", path)), path).toBe(true);
  const [request, mail] = columns.map(({ length }) => length);
  expect(request).toBeGreaterThan(5);
  expect(request).toBeLessThanOrEqual(10);
  expect(mail).toBeGreaterThan(5);
  expect(mail).toBeLessThanOrEqual(9);
});
