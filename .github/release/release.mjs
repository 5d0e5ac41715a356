// npm run release -- VERSION: sets the version, dates the changelog and packs eventsite and its relay. Commits and tags are left to you.
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { packProgram, packRelay } from "./pack.mjs";

const projectDir = resolve(dirname(fileURLToPath(import.meta.url)), "../..");

const USAGE = `usage: npm run release -- VERSION [--date YYYY-MM-DD] [--out DIR]
  VERSION   such as 1.2.0 or 1.2.0-beta.1
  --date    the day in the changelog (default: the day of the last commit)
  --out     where the packages are written (default: .eventsite/release)`;

const VERSION = /^(\d+)\.(\d+)\.(\d+)(-[0-9a-z]+(?:\.[0-9a-z]+)*)?$/i;

function fail(message) {
  console.error(message);
  process.exit(2);
}

function readOptions() {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: { date: { type: "string" }, out: { type: "string", default: ".eventsite/release" } },
    });
    const [version = "", ...rest] = positionals;
    if (VERSION.test(version) && rest.length === 0 && /^\d{4}-\d\d-\d\d$/.test(values.date ?? "2000-01-01"))
      return { version, date: values.date ?? dateOfLastCommit(), outDir: resolve(projectDir, values.out) };
  } catch {}
  return fail(USAGE);
}

/** Git keeps the date with the commit: the same commit gives the same release on every day. */
const dateOfLastCommit = () =>
  execFileSync("git", ["log", "-1", "--format=%cs"], { cwd: projectDir, encoding: "utf8" }).trim();

const read = (file) => readFileSync(join(projectDir, file), "utf8");
const write = (file, text) => writeFileSync(join(projectDir, file), text);

/** A file of npm's with the same layout as before: npm itself writes two blanks and a line break at the end. */
function updateJson(file, change) {
  const data = JSON.parse(read(file));
  change(data);
  write(file, `${JSON.stringify(data, null, 2)}\n`);
}

function setVersion(version) {
  for (const file of ["package.json", "relay/package.json"])
    updateJson(file, (about) => {
      about.version = version;
    });
  updateJson("package-lock.json", (lock) => {
    lock.version = version;
    lock.packages[""].version = version;
    lock.packages.relay.version = version;
  });
}

/** What was "Unreleased" becomes the version's; an empty "Unreleased" stays for what comes next. */
function dateChangelog(version, date) {
  const [title, ...sections] = read("CHANGELOG.md").split(/^(?=## )/m);
  const [unreleased = "", ...released] = sections;
  const [heading, ...changes] = unreleased.trim().split("\n");
  if (released.some((section) => section.startsWith(`## ${version} `)))
    fail(`CHANGELOG.md has a version ${version} already.`);
  if (heading !== "## Unreleased" || changes.length === 0)
    fail('CHANGELOG.md has nothing under "Unreleased", so there is nothing to release.');
  const dated = `## ${version} (${date})\n${changes.join("\n")}\n`;
  write("CHANGELOG.md", [`${title}## Unreleased\n`, dated, ...released].join("\n"));
}

const { version, date, outDir } = readOptions();
dateChangelog(version, date);
setVersion(version);
const packed = [await packProgram(projectDir, outDir), await packRelay(projectDir, outDir)];
const shown = packed.map((path) => relative(projectDir, path));
console.log(`Version ${version}, ${date}\n${shown.map((path) => `Wrote ${path}`).join("\n")}`);
console.log(`Next: git commit -am "chore: release ${version}" && git tag v${version}`);
