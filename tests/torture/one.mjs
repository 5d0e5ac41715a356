// One trial in a process of its own: node one.mjs FILE ROUNDS PROGRAM WORK. Its exit code says what came of it.
import { endAll } from "./relay-process.mjs";
import { CannotRun, EXIT } from "./trial.mjs";

const [file, rounds, program, work] = process.argv.slice(2);
const { name, run } = await import(`./${file}.mjs`);
console.log(name);
try {
  await run({ rounds: Number(rounds), program, work, tell: (line) => console.log(`  ${line}`) });
  console.log("  held");
  process.exitCode = EXIT.held;
} catch (error) {
  const cannotRun = error instanceof CannotRun;
  console.log(cannotRun ? `  NOT PROVEN HERE: ${error.message}` : `  FAILED: ${error?.stack ?? error}`);
  process.exitCode = cannotRun ? EXIT.cannotRun : EXIT.failed;
} finally {
  endAll();
}
