// What the terminal of a watched site says: a problem in full once, then how many are left.
import { expect, test } from "vitest";
import { createUpdateReporter } from "../../../../cli/commands/update-reporter.ts";
import type { Diagnostic } from "../../../../cli/index.ts";

const problem = (message: string, line = 1): Diagnostic => ({
  code: "CONTENT_UNKNOWN_KEY",
  severity: "error",
  file: "content/site.yaml",
  line,
  message,
});
const [a, b, c] = [problem("A", 3), problem("B", 5), problem("C", 9)];

/** Updates one after the other, as lists of problems; gives what was said of the last. */
function lastOf(...updates: (readonly Diagnostic[])[]) {
  const report = createUpdateReporter();
  return updates.map((diagnostics) => report({ ms: 7, pages: 4, diagnostics, unfinished: undefined })).at(-1);
}

test("entries that are not written yet are named once, until there are others", () => {
  const report = createUpdateReporter();
  const newsOf = (drafts: readonly string[], starters: readonly string[]) =>
    report({ ms: undefined, pages: 4, diagnostics: [], unfinished: { placeholders: 9, drafts, starters } }).news;
  expect(newsOf([], [])).toEqual([]);
  expect(newsOf(["a.yaml"], [])).toEqual(["Not published, as a draft: a.yaml."]);
  expect(newsOf(["a.yaml"], [])).toEqual([]);
  expect(newsOf([], ["a.yaml"])).toEqual(["Sample words are still in a.yaml."]);
  expect(newsOf([], [])).toEqual([]);
});

test("the first problems are reported in full", () => {
  expect(lastOf([a, b])?.issue).toMatch(/:3 {2}CONTENT_UNKNOWN_KEY\n {2}A\n\n.*\n {2}B\n\n2 problems$/);
  expect(lastOf([], [a])).toMatchObject({ news: [], issue: expect.stringMatching(/\n {2}A\n\n1 problem$/) });
});

test("one of several fixed is a line, though the others have moved", () => {
  expect(lastOf([a, b, c], [problem("B", 4), problem("C", 8)])).toEqual({
    news: ["1 fixed, 2 problems left."],
    issue: "",
  });
});

test("a new one beside old ones is reported in full, they are counted", () => {
  const { news, issue } = lastOf([a, b], [a, c, b]) ?? {};
  expect(news).toEqual([]);
  expect(issue).toBe("content/site.yaml:9  CONTENT_UNKNOWN_KEY\n  C\n\n1 new, 3 problems in all");
});

test("what a new mistake hides is not called fixed", () => {
  expect(lastOf([a, b], [c])).toMatchObject({ news: [], issue: expect.stringMatching(/\n {2}C\n\n1 problem$/) });
  expect(lastOf([a, b], [c], [a, b])?.issue).toMatch(/ {2}A\n\n.* {2}B\n\n2 problems$/s);
});

test("two alike in one file are two", () => {
  expect(lastOf([a, problem("A", 8)], [a])?.news).toEqual(["1 fixed, 1 problem left."]);
  expect(lastOf([a], [a, problem("A", 8)])?.issue).toContain("1 new, 2 problems in all");
});

test("the same problems again are not reported again", () => {
  expect(lastOf([a, b], [a, b])).toEqual({ news: [], issue: "" });
});

test("the last one fixed is good news, warnings or not", () => {
  expect(lastOf([a, b], [])?.news).toEqual(["All is well again.", "Rebuilt 4 pages (7 ms)"]);
  const warning: Diagnostic = { ...c, severity: "warning" };
  expect(lastOf([a, warning], [warning])).toEqual({
    news: ["All is well again.", "Rebuilt 4 pages (7 ms)"],
    issue: "",
  });
});
