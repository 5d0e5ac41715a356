// node tests/costs.mjs: what each suite cost in the last runs with CI=1, as the table of tests/README.md, and the files that took longest.
import { existsSync, readFileSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";

const testsDir = dirname(fileURLToPath(import.meta.url));
/** As .ci/run writes them: of `npm test`, and of `npm run test:long`. */
const reports = ["test-report.json", "long-report.json"].map((name) => join(testsDir, "../.eventsite", name));

const suites = new Map();
for (const [index, path] of reports.entries()) {
  if (!existsSync(path)) continue;
  const files = JSON.parse(readFileSync(path, "utf8")).testResults.map(({ name, assertionResults }) => ({
    name: relative(testsDir, name),
    tests: assertionResults.length,
    ms: assertionResults.reduce((sum, { duration = 0 }) => sum + duration, 0),
  }));
  for (const { name, tests, ms } of files) {
    const [suite, part] = name.split(sep);
    const key = suite === "relay" && part === "process" ? "relay/process" : suite;
    const row = suites.get(key) ?? reports.map(() => ({ tests: 0, ms: 0 }));
    row[index].tests += tests;
    row[index].ms += ms;
    suites.set(key, row);
  }
  const longest = files.sort((a, b) => b.ms - a.ms).slice(0, 20);
  console.log(longest.map(({ name, ms }) => `${(ms / 1000).toFixed(1)} s  ${name}`).join("\n"), "\n");
}
for (const [suite, row] of [...suites].sort())
  console.log(`| \`${suite}/\` | ${row.map(({ tests, ms }) => `${tests} | ${Math.round(ms / 1000)}`).join(" | ")} |`);
