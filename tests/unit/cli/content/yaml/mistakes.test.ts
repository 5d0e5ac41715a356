// Mistakes that are found in a file alone: what somebody types who writes texts, and the fixtures of such codes.
import { describe, expect, test } from "vitest";
import { parseSource } from "../../../../../cli/content/sources/parse-source.ts";
import { sortDiagnostics } from "../../../../../cli/diagnostics/diagnostic.ts";
import { formatReport } from "../../../../../cli/diagnostics/format-diagnostics.ts";
import { readTable } from "../../../../support/process/read-table.ts";
import { filesOf, fixtureNames, layerOf, reportOf } from "../../../../support/site/invalid-fixtures.ts";
import { edited, reported, typingMistakes } from "../../../../support/site/problems.ts";
import { readingOf, sourceOf } from "../../../../support/site/sources.ts";

function problemsOf(path: string, text: string) {
  const [folder = "", name = ""] = path.includes("/") ? path.split("/") : ["", path];
  const place = { file: `content/${path}`, collection: folder, slug: name.replace(/\.\w+$/, "") };
  const source = sourceOf(text, path.endsWith(".md") ? "markdown" : "yaml");
  return sortDiagnostics(parseSource({ ...source, ...place }).diagnostics);
}

const ofFileAlone = typingMistakes.filter(
  ([, , , , reports]) => reports.length > 0 && reports.every((report) => / SOURCE_/.test(report)),
);

describe("a mistake of somebody who is no programmer", () => {
  test.each(ofFileAlone)("%s, in %s", (_, path, from, to, reports) => {
    expect(problemsOf(...edited(path, [from, to])).map(reported)).toEqual(reports);
  });
});

type YamlMistake = readonly [what: string, text: string, reports: readonly string[], data: unknown];

describe("a few lines with a mistake", () => {
  test.each(readTable<YamlMistake>("yaml-mistakes"))("%s: %j", (_, text, reports, data) => {
    expect(readingOf(text)).toEqual({ data, reports });
  });
});

const ofOneFile = fixtureNames
  .filter((name) => layerOf(name) === "file")
  .flatMap((name) => filesOf(name).map(([path, content]) => [name, path, content.toString("utf8")] as const));

describe("a mistake gives its report", () => {
  test.each(ofOneFile)("%s, in %s", (name, path, text) => {
    expect(`${formatReport(problemsOf(path, text))}\n`).toBe(reportOf(name));
  });
});
