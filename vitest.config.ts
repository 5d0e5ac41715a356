import { defineConfig } from "vitest/config";
import { imageCacheDir } from "./tests/support/image-cache-dir.ts";

const ON_POSTGRES = ["outbox", "delivery", "http", "control", "retention", "mailbox", "postgres"].map(
  (folder) => `tests/relay/${folder}/**/*.test.ts`,
);

export default defineConfig({
  test: {
    // Two cores: a third worker only makes the others wait.
    maxWorkers: 2,
    // Loading the program anew for each file took a third of the time of those that need no browser; tests keep nothing in its modules.
    isolate: false,
    env: { EVENTSITE_IMAGE_CACHE: imageCacheDir },
    projects: [
      {
        extends: true,
        test: {
          name: "all",
          include: ["tests/**/*.test.ts"],
          exclude: ["tests/relay/postgres/**", "**/node_modules/**"],
          provide: { relayStore: "sqlite", postgresUrl: "" },
          globalSetup: [
            "tests/support/prepare-run.ts",
            "tests/support/prepare-browser.ts",
            "tests/support/prepare-pictures.ts",
          ],
        },
      },
      // The same tests again, on the other store.
      {
        extends: true,
        test: {
          name: "on PostgreSQL",
          include: ON_POSTGRES,
          exclude: ["tests/relay/outbox/{store-file,store-damage,durable-folders}.test.ts"],
          provide: { relayStore: "postgres" },
          globalSetup: ["tests/support/prepare-run.ts", "tests/relay/support/prepare-postgres.ts"],
        },
      },
    ],
    // The gate's machine may stand still for a second. What fails there is tried once more, and its report says so; here nothing is. A law
    // that met a case against it has failed: another try would only take other cases.
    retry: { count: process.env.CI ? 1 : 0, condition: /^(?!Property failed)/ },
    testTimeout: 120_000,
    hookTimeout: 120_000,
    reporters: process.env.CI ? ["default", ["json", { outputFile: ".eventsite/test-report.json" }]] : ["default"],
  },
});
