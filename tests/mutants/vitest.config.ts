// For a mutation run: the tests near the mutated folder, named in MUTANT_TESTS, without the browser and the pictures that others need.
import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: JSON.parse(process.env.MUTANT_TESTS ?? "[]"),
    // Each change is tried in a process that has loaded the rest of the program before.
    isolate: false,
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
