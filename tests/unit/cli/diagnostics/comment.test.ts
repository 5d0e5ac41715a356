import { expect, test } from "vitest";
import { formatComment } from "../../../../cli/diagnostics/comment.ts";
import type { Diagnostic } from "../../../../cli/diagnostics/diagnostic.ts";

const problem = (more: Partial<Diagnostic>): Diagnostic => ({
  ...{ code: "CONTENT_UNKNOWN_KEY", severity: "error", message: "There is no field.", file: "content/a.yaml", line: 3 },
  ...more,
});

test("names problems by file and line in plain words, without codes and frames, and what is no problem behind them", () => {
  const frame = "> 3 | x: 1";
  expect(
    formatComment([
      problem({ hint: "delete it", frame }),
      problem({ code: "VERIFY_HEADINGS", message: "A link leads nowhere.", line: undefined, severity: "warning" }),
    ]),
  ).toBe(`**One problem keeps this from being published.**

- **content/a.yaml, line 3:** There is no field. Hint: delete it.

**One thing to look at; nothing of it stops publishing.**

- **content/a.yaml:** A link leads nowhere.
`);
  expect(formatComment([])).toBe("**No problems were found.**\n");
});

test("shows words of the content as they are, and commands as code", () => {
  const message = "The text `*star*` holds <script> and _under_ at [x](y),\nrun `eventsite check --as HOST`.";
  expect(formatComment([problem({ message, file: undefined, line: undefined })])).toContain(
    "- The text `*star*` holds \\<script\\> and \\_under\\_ at \\[x\\](y), run `eventsite check --as HOST`.\n",
  );
});

test("stays short enough for a comment", () => {
  const many = Array.from({ length: 500 }, (_, index) => problem({ line: index, message: "Long. ".repeat(20) }));
  const comment = formatComment(many);
  expect(comment).toContain("**500 problems keep this from being published.**");
  expect(comment).toMatch(/^- and 450 more: `npx eventsite check` lists all of them$/m);
  expect(comment.length).toBeLessThan(65_536);
});
