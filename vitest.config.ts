import { dirname, join } from "node:path";
import { defineConfig } from "vitest/config";
import { imageCacheDir } from "./tests/support/site/image-cache-dir.ts";
import { DATED, LONG, OTHER_DAYS, SAMPLED, SLOW } from "./tests/tiers.ts";

const ON_POSTGRES = ["store", "delivery", "http", "service", "upkeep", "process"].map(
  (folder) => `tests/relay/${folder}/**/*.test.ts`,
);

const ELSEWHERE = ["tests/relay/store/engines/postgres/**", "**/node_modules/**"];
const run = "tests/support/process/prepare-run.ts";
const browser = "tests/support/browser/prepare-browser.ts";
const pictures = "tests/support/site/prepare-pictures.ts";
/** Of the long tier: each kills, builds or browses so much that it takes minutes on a busy machine. */
const forMinutes = { testTimeout: 400_000, hookTimeout: 400_000 } as const;
const onSqlite = { relayStore: "sqlite", postgresUrl: "" } as const;

const REPORT = process.env.npm_lifecycle_event === "test:long" ? "long-report.json" : "test-report.json";

/** As the compiler has it: a style sheet that a template imports is its text. */
const cssAsText = {
  name: "css-as-text",
  enforce: "pre" as const,
  resolveId: (source: string, importer?: string) =>
    importer && source.endsWith(".css") ? `${join(dirname(importer), source)}?raw` : undefined,
};

export default defineConfig({
  plugins: [cssAsText],
  test: {
    // Two cores: a third worker only makes the others wait.
    maxWorkers: 2,
    // Loading the program again for each file took a third of the time of those that need no browser; tests keep nothing in its modules.
    isolate: false,
    // React chooses its files by NODE_ENV: tests have those that templates are rendered with.
    env: { EVENTSITE_IMAGE_CACHE: imageCacheDir, NODE_ENV: "production" },
    setupFiles: ["tests/support/process/real-clock.ts"],
    projects: [
      {
        extends: true,
        test: {
          name: "fast",
          include: ["tests/**/*.test.ts"],
          exclude: [...ELSEWHERE, ...SLOW, ...LONG],
          provide: { ...onSqlite, isWhole: false },
          globalSetup: [run, pictures],
        },
      },
      {
        extends: true,
        test: {
          name: "slow",
          include: SLOW,
          exclude: [...ELSEWHERE, ...LONG],
          provide: { ...onSqlite, isWhole: false },
          globalSetup: [run, browser, pictures],
        },
      },
      {
        extends: true,
        test: {
          name: "long",
          ...forMinutes,
          include: [...LONG, ...SAMPLED],
          provide: { ...onSqlite, isWhole: true },
          globalSetup: [run, browser, pictures],
        },
      },
      ...OTHER_DAYS.map((day) => ({
        extends: true as const,
        test: {
          name: `on ${day}`,
          ...forMinutes,
          include: [...DATED],
          exclude: [...ELSEWHERE, ...LONG],
          provide: { ...onSqlite, isWhole: false },
          globalSetup: [run, browser, pictures],
          execArgv: ["--import", new URL(`tests/support/process/shifted-clock.mjs?${day}`, import.meta.url).href],
        },
      })),
      // The same tests again, on the other store.
      {
        extends: true,
        test: {
          name: "postgresql",
          ...forMinutes,
          include: ON_POSTGRES,
          exclude: ["tests/relay/store/engines/sqlite/*.test.ts"],
          provide: { relayStore: "postgres", isWhole: true },
          globalSetup: [run, "tests/relay/support/prepare-postgres.ts"],
        },
      },
    ],
    // The gate's machine may pause for a second. What fails there is tried once more, and its report says so; here nothing is. A law
    // that met a case against it has failed: another try would only take other cases.
    retry: { count: process.env.CI ? 1 : 0, condition: /^(?!Property failed)/ },
    // What is polled comes, or a busy machine takes its time: a second is too short.
    expect: { poll: { timeout: 15_000 } },
    // A test that waits for a minute hangs. Tiers that need longer say what for.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    reporters: process.env.CI ? ["default", ["json", { outputFile: `.eventsite/${REPORT}` }]] : ["default"],
  },
});
