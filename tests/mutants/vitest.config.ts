// For a mutation run: the tests near the mutated folder, named in MUTANT_TESTS, without the browser and the pictures that others need.
import { relative } from "node:path";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { keptProcess } from "./kept-process.ts";

const pool = keptProcess();
/** Where a site is kept for many tests, the first of them loads its templates. */
const hasKeptSite = process.env.MUTANT_FOLDER?.startsWith("cli/") === true;
const isPostgres = process.env.MUTANT_STORE === "postgres";

/** One test that fails is enough: what takes long is left for what passes the others. Vitest would begin with the longest. */
class QuickFirst extends BaseSequencer {
  /** Milliseconds that each file took when nothing was changed. */
  static readonly times = new Map<string, number>();

  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const { mode } = this.ctx.getRootProject().getProvidedContext() as { mode?: string };
    if (mode !== "mutant") return files;
    const timeOf = ({ project, moduleId }: TestSpecification): number => {
      const name = `${project.name}:${relative(this.ctx.config.root, moduleId)}`;
      const time = QuickFirst.times.get(name) ?? this.ctx.cache.getFileTestResults(name)?.duration ?? 0;
      QuickFirst.times.set(name, time);
      return time;
    };
    return [...files].sort((a, b) => timeOf(a) - timeOf(b));
  }
}

export default defineConfig({
  plugins: [
    {
      name: "kept-process",
      // Stryker asks for threads on its own, over whatever is asked for below.
      configureVitest({ project }) {
        Object.assign(project.config, { pool: pool.name, poolRunner: pool });
      },
    },
  ],
  test: {
    include: JSON.parse(process.env.MUTANT_TESTS ?? "[]"),
    // Each change is tried in a process that has loaded the rest of the program before.
    isolate: false,
    provide: { relayStore: isPostgres ? "postgres" : "sqlite", postgresUrl: "" },
    globalSetup: [
      "tests/support/process/prepare-run.ts",
      ...(isPostgres ? ["tests/relay/support/prepare-postgres.ts"] : []),
    ],
    sequence: { sequencer: QuickFirst },
    setupFiles: ["tests/mutants/coverage-of-hooks.ts"],
    // A change that keeps a test waiting for ever fails it before Stryker would end the whole process, and begin again.
    testTimeout: isPostgres || hasKeptSite ? 15_000 : 5_000,
    expect: { poll: { timeout: 4_500 } },
    hookTimeout: isPostgres || hasKeptSite ? 15_000 : 10_000,
  },
});
