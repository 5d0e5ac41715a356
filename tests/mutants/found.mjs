// A reporter for Stryker that names each change as soon as no test has noticed it: a run of a large folder takes long, and may be stopped.
import { readFileSync } from "node:fs";
import { relative } from "node:path";

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
  onMutantTested({ fileName, location, replacement, status }) {
    if (status !== "Survived" && status !== "NoCoverage") return;
    const place = `${relative(process.cwd(), fileName)}:${location.start.line}`;
    console.log(`${status} ${place}: ${written(fileName, location)} → ${replacement?.replace(/\s+/g, " ")}`);
  }
}

export const strykerPlugins = [{ kind: "Reporter", name: "found", injectableClass: FoundReporter }];
