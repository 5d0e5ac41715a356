import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["tests/**/*.test.ts"],
    // Two cores: a third worker only makes the others wait.
    maxWorkers: 2,
    globalSetup: "tests/support/prepare-browser.ts",
    testTimeout: 60_000,
    hookTimeout: 120_000,
    reporters: process.env.CI ? ["default", ["json", { outputFile: ".eventsite/test-report.json" }]] : ["default"],
  },
});
