// Mistakes in content files, as the content alone reports them: in milliseconds, where a check of the whole site takes many times as long.
// `tests/build/typing-mistakes.test.ts` and `tests/build/invalid-content.test.ts` see the same ones in whole checks.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { describe, expect, test } from "vitest";
import { formatReport } from "../../../../cli/diagnostics/report.ts";
import { contentProblemsOf } from "../../../support/content-problems.ts";
import { edited } from "../../../support/problems.ts";
import { reported, typingMistakes } from "../../../support/typing-mistakes.ts";
import { projectDir } from "../../../support/with-site.ts";

/** What is found in the finished pages, or without more than the file: see yaml/mistakes.test.ts. */
const isElsewhere = (reports: readonly string[]) =>
  /VERIFY_|RENDER_|ROUTE_UNLINKED/.test(reports.join()) ||
  (reports.length > 0 && reports.every((report) => / SOURCE_/.test(report)));

describe("a mistake of somebody who is no programmer", () => {
  test.each(typingMistakes.filter(([, , , , reports]) => !isElsewhere(reports)))(
    "%s, in %s",
    async (_, path, from, to, reports) => {
      expect((await contentProblemsOf([edited(path, [from, to])])).map(reported)).toEqual(reports);
    },
  );
});

const fixtures = join(projectDir, "tests/fixtures/invalid");
const filesBelow = (dir: string) =>
  readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .map((path) => [relative(dir, path), readFileSync(path)] as const);
/** The fixtures of words: neither of pictures, nor of pages, nor of templates and options. */
const isOfWords = (name: string) =>
  !/^(?:VERIFY|RENDER|CONTENT_IMAGE|CONTENT_EMPTY_COLLECTION|CONTENT_PLACEHOLDER$|ROUTE_UNLINKED)/.test(name) &&
  existsSync(join(fixtures, name, "files/content")) &&
  !existsSync(join(fixtures, name, "files/templates"));

describe("a mistake gives its report", () => {
  test.each(readdirSync(fixtures).filter(isOfWords))("%s", async (name) => {
    const found = await contentProblemsOf(filesBelow(join(fixtures, name, "files/content")));
    expect(`${formatReport(found)}\n`).toBe(readFileSync(join(fixtures, name, "report.txt"), "utf8"));
  });
});
