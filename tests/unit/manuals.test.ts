// The parts of the manuals that follow from the sources. `npm run manuals` brings them up to date.
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { diagnosticCodes, schema } from "../../cli/index.ts";
import { listFiles } from "../support/files.ts";
import { projectDir } from "../support/with-site.ts";

const HOW = "run `npm run manuals`";

/** The file with `part` between the two lines of its mark. */
function withPart(file: string, mark: string, part: string): string {
  const text = readFileSync(file, "utf8");
  const [begin, end] = [`<!-- ${mark}: written by \`npm run manuals\`; do not edit -->`, `<!-- end of ${mark} -->`];
  const [before, rest = ""] = text.split(begin);
  const [, after] = rest.split(end);
  if (after === undefined) throw new Error(`${file} lacks its lines "${begin}" and "${end}".`);
  return `${before}${begin}\n\n${part}\n\n${end}${after}`;
}

const row = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;

test(`the codes of diagnostics are listed with their meaning: ${HOW}`, async () => {
  const file = join(projectDir, "cli/diagnostics/README.md");
  const rows = Object.entries(diagnosticCodes).map(([code, meaning]) => [`\`${code}\``, meaning]);
  const table = [["code", "meaning"], ["---", "---"], ...rows].map(row).join("\n");
  await expect(withPart(file, "codes", table)).toMatchFileSnapshot(file);
});

test("the fields that writers read of are those of the templates: run `npx eventsite schema`", async () => {
  const { files, stale } = await schema({ root: projectDir, write: false });
  expect(files).toContain("content/README.md");
  expect(stale).toEqual([]);
});

const readme = readFileSync(join(projectDir, "README.md"), "utf8");

test("the README opens with the two commands that a newcomer needs, and is short", () => {
  const [first = ""] = [...readme.matchAll(/^```\n([\s\S]*?)^```/gm)].map(([, block]) => block);
  expect(first).toMatch(/^npm start\b.*\nnpm test\b/);
  expect(readme.trimEnd().split("\n").length).toBeLessThanOrEqual(90);
});

const manuals = ["content", "templates", "cli", "relay", "tests", ".github"]
  .flatMap((folder) => listFiles(join(projectDir, folder)).map((path) => `${folder}/${path}`))
  .filter(
    (path) => path.endsWith(".md") && !/node_modules|^tests\/fixtures\/|^content\/(?:legal|downloads)\//.test(path),
  )
  .concat("README.md", "CHANGELOG.md");

test.each(manuals)("%s leads to files that are there", (manual) => {
  const text = readFileSync(join(projectDir, manual), "utf8");
  const links = [...text.matchAll(/\]\(([^)#:\s]+)(?:#[^)]*)?\)/g)].map(([, target = ""]) =>
    join(dirname(manual), target),
  );
  // Names with a blank to fill in, and files that a walk makes, are examples.
  const named = [...text.matchAll(/`((?:cli|templates|relay|tests|content|\.github)\/[\w./@-]+\.\w+)`/g)]
    .map(([, path = ""]) => path)
    .filter((path) => !/hours|mail-words\.json$/.test(path));
  const gone = [...links, ...named].filter((path) => !existsSync(join(projectDir, path)));
  expect([...new Set(gone)]).toEqual([]);
});

test("one thing can be followed from end to end through few files", () => {
  const manual = readFileSync(join(projectDir, "cli/README.md"), "utf8");
  const [, section = ""] = /^## Following one thing\n([\s\S]*?)^## /m.exec(manual) ?? [];
  const paths = section
    .split("\n")
    .filter((line) => line.includes(" → "))
    .map((line) => [...line.matchAll(/`((?:cli|templates|relay)\/[^`]+)`/g)].map(([, path]) => path));
  for (const path of paths) expect(new Set(path).size).toBe(path.length);
  const [venue, mistake, edit, field] = paths.map(({ length }) => length);
  expect(venue).toBeLessThanOrEqual(20);
  expect(mistake).toBeLessThanOrEqual(6);
  expect(edit).toBeLessThanOrEqual(15);
  expect(field).toBeLessThanOrEqual(20);
});
