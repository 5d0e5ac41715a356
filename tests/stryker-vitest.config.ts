// For `npm run mutants`: the fast tests, and the slow ones of the relay that run in the test's process.
import { defineConfig } from "vitest/config";
import { LONG, SLOW } from "./tiers.ts";

const SLOW_ELSEWHERE = SLOW.filter((path) => !/^tests\/relay\/(?!process\/)/.test(path));

export default defineConfig({
  plugins: [
    {
      name: "processes",
      // Stryker asks for threads, and no thread may set the umask as the relay does for its socket.
      configureVitest({ project }) {
        project.config.pool = "forks";
      },
    },
  ],
  test: {
    include: ["tests/**/*.test.ts"],
    exclude: ["tests/relay/store/engines/postgres/**", "**/node_modules/**", ...SLOW_ELSEWHERE, ...LONG],
    isolate: false,
    env: { NODE_ENV: "production" },
    provide: { relayStore: "sqlite", postgresUrl: "", isWhole: false },
    globalSetup: ["tests/support/process/prepare-run.ts"],
    setupFiles: ["tests/support/process/real-clock.ts"],
    // A change that makes a test wait fails it before Stryker ends the process.
    testTimeout: 5_000,
    hookTimeout: 10_000,
  },
});
