// Mistakes in what `diff` is asked to compare with.
import { appendFileSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { diff } from "../../cli/index.ts";
import { commitAll, git } from "./committed-site.ts";
import { type Cause, refusalOf } from "./refusal-of.ts";

const withTarget = (root: string) =>
  appendFileSync(join(root, "content/site.yaml"), "\npublish:\n  preview:\n    to: file:www\n");

export const diffMistakes: Readonly<Record<string, Cause>> = {
  DIFF_UNKNOWN(root) {
    withTarget(root);
    commitAll(root);
    return refusalOf(diff({ root, against: "prewiev" }));
  },
  "DIFF_UNKNOWN--revision"(root) {
    commitAll(root);
    return refusalOf(diff({ root, against: "HEAD~7" }));
  },
  "DIFF_UNKNOWN--nothing"(root) {
    git(root, "init", "--quiet", "--initial-branch=main");
    return refusalOf(diff({ root }));
  },
  "DIFF_UNKNOWN--shallow"(root) {
    commitAll(root, "first");
    commitAll(root, "second");
    git(root, "clone", "--quiet", "--depth=1", `file://${root}`, "clone");
    return refusalOf(diff({ root: join(root, "clone"), against: "HEAD~1" }));
  },
  DIFF_GIT: (root) => refusalOf(diff({ root })),
  "DIFF_GIT--target"(root) {
    withTarget(root);
    return refusalOf(diff({ root, against: "prewiev" }));
  },
  "DIFF_GIT--missing": async (root) => {
    const { PATH } = process.env;
    process.env.PATH = root;
    try {
      return await refusalOf(diff({ root, against: "main" }));
    } finally {
      process.env.PATH = PATH;
    }
  },
  DIFF_REVISION(root) {
    const path = join(root, "content/pages/contact.yaml");
    const text = readFileSync(path, "utf8");
    writeFileSync(path, text.replace(/^title:/m, "titel:"));
    commitAll(root);
    writeFileSync(path, text);
    return refusalOf(diff({ root, against: "HEAD" }));
  },
};
