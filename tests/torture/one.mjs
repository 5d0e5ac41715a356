// One trial in a process of its own: node one.mjs FILE ROUNDS PROGRAM WORK [STORE]. Its exit code says what came of it.
import { endAll } from "./relay-process.mjs";
import { openStore, STORES } from "./stores.mjs";
import { CannotRun, EXIT } from "./trial.mjs";

const [file, rounds, program, work, kind] = process.argv.slice(2);
const { name, run } = await import(`./${file}.mjs`);
console.log(kind === undefined ? name : `${name} (${STORES[kind]})`);
const opened = [];
try {
  await run({
    rounds: Number(rounds),
    program,
    work,
    kind,
    /** It ends with the trial. */
    async openStore(folder, options) {
      const store = await openStore(kind, folder, options);
      opened.push(store);
      return store;
    },
    tell: (line) => console.log(`  ${line}`),
  });
  console.log("  held");
  process.exitCode = EXIT.held;
} catch (error) {
  const cannotRun = error instanceof CannotRun;
  console.log(cannotRun ? `  NOT PROVEN HERE: ${error.message}` : `  FAILED: ${error?.stack ?? error}`);
  process.exitCode = cannotRun ? EXIT.cannotRun : EXIT.failed;
} finally {
  endAll();
  for (const store of opened) await store.end();
}
