// node tests/costs.mjs: what each suite cost in the last run with CI=1, as the table of tests/README.md.
import { readFileSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";

const testsDir = dirname(fileURLToPath(import.meta.url));
const report = JSON.parse(readFileSync(join(testsDir, "../.eventsite/test-report.json"), "utf8"));

const suites = new Map();
for (const { name, assertionResults } of report.testResults) {
  const [suite, part] = relative(testsDir, name).split(sep);
  const key = suite === "relay" && part === "process" ? "relay/process" : suite;
  const { files, tests, ms } = suites.get(key) ?? { files: 0, tests: 0, ms: 0 };
  const spent = assertionResults.reduce((sum, { duration = 0 }) => sum + duration, 0);
  suites.set(key, { files: files + 1, tests: tests + assertionResults.length, ms: ms + spent });
}
for (const [suite, { files, tests, ms }] of [...suites].sort())
  console.log(`| \`${suite}/\` | ${files} | ${tests} | ${Math.round(ms / 1000)} |`);
