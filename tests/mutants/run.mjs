// npm run mutants -- FOLDER: changes the sources of one folder, one small change at a time, and runs the tests near it against each change.
// A change that no test sees survives; it is reported with its place, and the report is in .eventsite/mutants/<folder>.
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { availableParallelism } from "node:os";
import { dirname, join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { Stryker } from "@stryker-mutator/core";

const projectDir = join(dirname(fileURLToPath(import.meta.url)), "../..");
process.chdir(projectDir);

const USAGE = `usage: npm run mutants -- FOLDER [FILE...] [--concurrency N] [--share PERCENT [--seed N]] [--store postgres]
  FOLDER   a folder of relay/ or cli/, such as relay/store
  FILE     only these of its files, such as move.ts
  N        so many changes at a time (default: one less than there are cores)
  PERCENT  only this share of the changes, the same ones each time: a sample of a large folder
  --seed N another sample of that share: a score of changes that no test was written for
  postgres the files of this store, and what needs both, with the tests on PostgreSQL; otherwise all but these`;

function readOptions() {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: {
        concurrency: { type: "string", default: String(Math.max(1, availableParallelism() - 1)) },
        share: { type: "string", default: "100" },
        seed: { type: "string", default: "" },
        store: { type: "string", default: "sqlite" },
      },
    });
    const [given = "", ...files] = positionals;
    const folder = relative(projectDir, join(projectDir, given)).split(sep).join("/");
    const isFolder = /^(?:relay|cli)\/\w/.test(folder) && statSync(folder, { throwIfNoEntry: false })?.isDirectory();
    const { concurrency, share, seed, store } = values;
    const isStore = store === "sqlite" || store === "postgres";
    if (isFolder && isStore && /^[1-9]\d?$/.test(concurrency) && /^(?:[1-9]\d?|100)$/.test(share) && /^\d*$/.test(seed))
      return { folder, files, concurrency: Number(concurrency), share, seed, isPostgres: store === "postgres" };
  } catch {}
  console.error(USAGE);
  process.exit(2);
}

const filesBelow = (folder) =>
  existsSync(folder)
    ? readdirSync(folder, { recursive: true })
        .map((name) => join(folder, name).split(sep).join("/"))
        .sort()
    : [];

/**
 * Tests that start programs or browsers run what was compiled elsewhere and would not see a change; laws see other cases each time;
 * crowds of callers, and several builds with pictures take seconds for each change.
 */
const BLIND =
  /^tests\/(?:bench|browser|e2e|fuzz|site|torture|relay\/process|relay\/store\/engines\/postgres)\/|\/(?:crowds|emit-beside-builds)\.test\.ts$/;

/**
 * The tests in the folder of the same name, and those that import a file of the folder themselves or, of the relay, through what tests share.
 * Where there are none, those in the folder around it, then those that reach a file through others. Tests that build sites come last: they
 * take long. The stages have no others.
 */
function testsNear(folder) {
  const all = filesBelow("tests").filter(
    (path) => path.endsWith(".test.ts") && !BLIND.test(path) && !startsPrograms(path),
  );
  const ownOf = (name) =>
    all.filter((path) => path.startsWith(`tests/${name}/`) || path.startsWith(`tests/unit/${name}/`));
  const outer = dirname(folder);
  const importing = all.filter((path) =>
    folder.startsWith("cli/") ? importsOf(path).some(isOf(folder)) : meets(path, folder),
  );
  const near = [...new Set([...ownOf(folder), ...importing])];
  const reaching = () => all.filter((path) => reaches(path, folder, new Set()));
  const quick = (paths) => paths.filter((path) => !path.startsWith("tests/build/") && !buildsSites(path));
  const building = () => all.filter((path) => BUILDS.test(path));
  const choices = [
    () => (STAGES.test(folder) ? [...new Set([...near, ...building()])] : []),
    () => near,
    () => (outer.includes("/") ? ownOf(outer) : []),
    () => quick(reaching()),
    reaching,
  ];
  for (const choice of choices) if (choice().length > 0) return choice();
  return [];
}

/** What these do is seen in sites that are built, and built again after edits. */
const STAGES = /^cli\/(?:entries|pipeline|render)$/;
const BUILDS =
  /^tests\/build\/(?:drafts|edited-[\w-]+|finished-pages|front-matter|host-[\w-]+|redirects|relay-document|rendered-[\w-]+|session-[\w-]+|several-[\w-]+|template-mistakes|whole-[\w-]+)\./;

/** Whether each change would have to wait for whole sites to be built. */
const buildsSites = (path) => importsOf(path).some((target) => /^cli\/(?:index|pipeline\/[\w-]+)\.ts$/.test(target));

const isOf = (folder) => (path) => path.startsWith(`${folder}/`);

/** Whether a test imports a file of the folder, itself or through what tests share. */
const meets = (path, folder) =>
  importsOf(path).some((target) => isOf(folder)(target) || (isOf("tests")(target) && meets(target, folder)));

const startsPrograms = (path) => importsOf(path).some((target) => target.endsWith("/relay-process.ts"));

/** Files of this repository that one imports, types apart. */
const importsOf = (path) =>
  [...readFileSync(path, "utf8").matchAll(/^(?:import|export) (?!type )[^"]*?from "(\.[^"]+)"/gm)]
    .map(([, target]) => join(dirname(path), target).split(sep).join("/"))
    .filter((target) => /\.tsx?$/.test(target) && existsSync(target));

const reaches = (path, folder, seen) =>
  importsOf(path).some((target) => {
    if (target.startsWith(`${folder}/`)) return true;
    if (seen.has(target)) return false;
    seen.add(target);
    return reaches(target, folder, seen);
  });

const { folder, files, concurrency, share, seed, isPostgres } = readOptions();
/** Tests of what only a store in a file has. */
const ON_FILES = /^tests\/relay\/store\/engines\/sqlite\//;
const tests = isPostgres
  ? [...testsNear(folder), ...filesBelow("tests/relay/store/engines/postgres")].filter(
      (path) => path.endsWith(".test.ts") && !ON_FILES.test(path),
    )
  : testsNear(folder);
if (tests.length === 0) {
  console.error(`No test lies near ${folder}: none is in a folder of its name, and none imports one of its files.`);
  process.exit(1);
}
// Laws that lie among the tests see the same cases each time.
process.env.EVENTSITE_SEED ??= "1";
process.env.MUTANT_FOLDER = folder;
process.env.MUTANT_TESTS = JSON.stringify(tests);
process.env.MUTANT_SHARE = share;
process.env.MUTANT_SEED = seed;
process.env.MUTANT_STORE = isPostgres ? "postgres" : "sqlite";
// The sandbox has no pictures of its own.
process.env.EVENTSITE_IMAGE_CACHE ??= join(projectDir, ".eventsite/images");
console.log(`Tests near ${folder}:\n${tests.map((path) => `  ${path}\n`).join("")}`);

/** What chooses between the stores, and what moves from one to the other, needs both. */
const NEEDS_DATABASE = /\/(?:postgres\b|(?:create-outbox|move)\.ts$)/;
const isSample = share !== "100";
const reportDir = `.eventsite/mutants/${folder}${isPostgres ? "-on-postgres" : ""}`;
const sources =
  files.length > 0
    ? files.map((file) => `${folder}/${file}`)
    : filesBelow(folder).filter((path) => /\.tsx?$/.test(path) && NEEDS_DATABASE.test(path) === isPostgres);
await new Stryker({
  testRunner: "vitest",
  vitest: { configFile: "tests/mutants/vitest.config.ts", related: false },
  plugins: [
    "@stryker-mutator/vitest-runner",
    "./tests/mutants/found.mjs",
    ...(isSample ? ["./tests/mutants/sample.mjs"] : []),
  ],
  checkers: isSample ? ["sample"] : [],
  mutate: sources,
  coverageAnalysis: "perTest",
  concurrency,
  tempDirName: ".eventsite/mutants/sandbox",
  // Generated, or of no use to a test near the sources.
  ignorePatterns: ["/dist", "/.eventsite", "/tests/fixtures/look"],
  reporters: ["progress-append-only", "found", "clear-text", "html", "json"],
  clearTextReporter: { allowColor: false, logTests: false, reportTests: false, allowEmojis: false },
  // A run again looks only at what was changed meanwhile: sources, or tests that see them.
  incremental: true,
  incrementalFile: `${reportDir}/results${isSample ? `-${share}${seed && `-${seed}`}` : ""}.json`,
  htmlReporter: { fileName: `${reportDir}/report.html` },
  jsonReporter: { fileName: `${reportDir}/report.json` },
  timeoutMS: 10_000,
  timeoutFactor: 3,
  disableTypeChecks: false,
  // Stryker would rewrite the paths in tsconfig.json by an interface that TypeScript 7 no longer has; the sandbox needs none rewritten.
  tsconfigFile: "none",
  cleanTempDir: "always",
  allowConsoleColors: false,
  warnings: { slow: false },
}).runMutationTest();
