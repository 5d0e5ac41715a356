// Mistakes in content files, as the content alone reports them: in milliseconds, where a check of the whole site takes many times as long.
import { describe, expect, test } from "vitest";
import { formatReport } from "../../../../cli/diagnostics/report.ts";
import { contentProblemsOf } from "../../../support/content-problems.ts";
import { filesOf, fixtureNames, layerOf, reportOf } from "../../../support/invalid-fixtures.ts";
import { edited, reported, typingMistakes } from "../../../support/problems.ts";

/** What is found without more than the file: see yaml/mistakes.test.ts. */
const isOfFile = (reports: readonly string[]) =>
  reports.length > 0 && reports.every((report) => / SOURCE_/.test(report));

describe("a mistake of somebody who is no programmer", () => {
  test.each(typingMistakes.filter(([, , , , reports]) => !isOfFile(reports)))(
    "%s, in %s",
    async (_, path, from, to, reports) => {
      const found = await contentProblemsOf([edited(path, [from, to])]);
      expect(found.map(({ file }) => file)).toEqual(found.map(() => `content/${path}`));
      expect(found.map(reported)).toEqual(reports);
    },
  );
});

describe("a mistake gives its report", () => {
  test.each(fixtureNames.filter((name) => layerOf(name) === "content"))("%s", async (name) => {
    expect(`${formatReport(await contentProblemsOf(filesOf(name)))}\n`).toBe(reportOf(name));
  });
});
