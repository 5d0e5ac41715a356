// A reporter for Stryker that names each change as soon as no test has noticed it, and gives the score so far when the run ends, also where
// it is stopped by Ctrl+C: a run of a large folder takes long.
import { readFileSync } from "node:fs";
import { relative } from "node:path";

const counts = { Killed: 0, Timeout: 0, Survived: 0, NoCoverage: 0 };
const sources = new Map();

const linesOf = (file) => {
  const known = sources.get(file) ?? readFileSync(file, "utf8").split("\n");
  sources.set(file, known);
  return known;
};

function written(fileName, { start, end }) {
  const line = linesOf(fileName)[start.line - 1] ?? "";
  return start.line === end.line ? line.slice(start.column - 1, end.column - 1) : `${line.slice(start.column - 1)} …`;
}

class FoundReporter {
  constructor() {
    process.once("SIGINT", () => {
      console.log(`Stopped. ${summary()}`);
      process.exit(130);
    });
  }

  onMutantTested({ fileName, location, replacement, status }) {
    if (!(status in counts)) return;
    counts[status]++;
    if (status === "Killed" || status === "Timeout") return;
    const place = `${relative(process.cwd(), fileName)}:${location.start.line}`;
    console.log(`${status} ${place}: ${written(fileName, location)} → ${replacement?.replace(/\s+/g, " ")}`);
  }
}

function summary() {
  const { Killed, Timeout, Survived, NoCoverage } = counts;
  const noticed = Killed + Timeout;
  const all = noticed + Survived + NoCoverage;
  return `${noticed} of ${all} changes noticed (${((100 * noticed) / Math.max(1, all)).toFixed(1)} %), ${Timeout} by a time limit; ${Survived} survived, ${NoCoverage} without a test.`;
}

export const strykerPlugins = [{ kind: "Reporter", name: "found", injectableClass: FoundReporter }];
