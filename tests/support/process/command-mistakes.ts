// Mistakes that no content makes: what a command meets in its folders, on its port or in its own words. Each is caused in a small site, and
// gives the diagnostics that its command reports.
import { appendFileSync, chmodSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { openPageMaps } from "../../../cli/edit/source-map/page-maps.ts";
import type { OpenText, UnsavedText } from "../../../cli/edit/text/edit.ts";
import { readText, saveText } from "../../../cli/edit/text/edit-content.ts";
import { createEditHistory, type EditContext } from "../../../cli/edit/text/edit-history.ts";
import { takeLock } from "../../../cli/files/lock-file.ts";
import {
  build,
  check,
  createEntry,
  type Diagnostic,
  diff,
  explain,
  restore,
  schema,
  serve,
  verify,
} from "../../../cli/index.ts";
import { openSession } from "../../../cli/pipeline/watch-session.ts";
import type { Edit, TextPlace } from "../../../cli/rewrite/text-place.ts";
import { findVanished } from "../../../cli/routes/find-vanished.ts";
import { deployMistakes } from "../hosts/deploy-mistakes.ts";
import { commitAll, git } from "../site/committed-site.ts";
import { type Cause, refusalOf } from "../site/refusal-of.ts";
import { listen } from "./listen.ts";

const withTarget = (root: string) =>
  appendFileSync(join(root, "content/site.yaml"), "\npublish:\n  preview:\n    to: file:www\n");

/** Mistakes in what `diff` is asked to compare with. */
const diffMistakes: Readonly<Record<string, Cause>> = {
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
  RESTORE_GIT: (root) => refusalOf(restore({ root, since: "HEAD" })),
  RESTORE_REVISION(root) {
    commitAll(root);
    return refusalOf(restore({ root, since: "mian" }));
  },
  async RESTORE_LEFT(root) {
    commitAll(root);
    const path = join(root, "content/pages/contact.yaml");
    writeFileSync(path, `${readFileSync(path, "utf8")}# The telephone is new.\n`);
    return (await restore({ root, since: "HEAD" })).warnings;
  },
};

const tagline: TextPlace = { file: "content/site.yaml", path: ["brand", "tagline"] };

/** Runs `use` with a text of the site open for editing. */
async function editing(
  root: string,
  use: (text: OpenText, context: EditContext) => object,
): Promise<readonly Diagnostic[]> {
  const session = openSession({ root });
  const visual = openPageMaps(session);
  try {
    await session.build();
    const rules = visual.rules();
    if (!rules) throw new Error("The site has no rules to edit by.");
    const context = { contentDir: session.config.contentDir, rules, history: createEditHistory() };
    const text = readText(tagline, context);
    if ("problems" in text) throw new Error("The text could not be read.");
    const answer = use(text, context);
    return "problems" in answer ? (answer as UnsavedText).problems : [];
  } finally {
    await session.close();
  }
}

const edit = ({ text, fileHash }: OpenText, words: string): Edit => ({ ...tagline, was: text, text: words, fileHash });

/** Other words in a file of the site. */
function change(root: string, file: string, from: string | RegExp, to: string): void {
  const path = join(root, file);
  writeFileSync(path, readFileSync(path, "utf8").replace(from, to));
}
const SITE = "content/site.yaml";

export const commandMistakes: Readonly<Record<string, Cause>> = {
  ...deployMistakes,
  ...diffMistakes,
  EMIT_FOREIGN_FOLDER(root) {
    mkdirSync(join(root, "dist"));
    writeFileSync(join(root, "dist/thesis.txt"), "mine");
    return refusalOf(build({ root }));
  },
  EMIT_UNSAFE_FOLDER: (root) => refusalOf(build({ root, outDir: "content/dist" })),
  "EMIT_UNSAFE_FOLDER--around": (root) => refusalOf(build({ root, outDir: "." })),
  async EMIT_LOCKED(root) {
    const lock = await takeLock(join(root, ".dist.eventsite-lock"));
    try {
      return await refusalOf(build({ root }));
    } finally {
      if ("release" in lock) lock.release();
    }
  },
  async EMIT_LEFTOVER(root) {
    writeFileSync(join(root, ".dist.eventsite-gone-1"), "no folder, as a build would have left it");
    return (await build({ root })).warnings;
  },
  EMIT_FAILED(root) {
    writeFileSync(join(root, "notes.txt"), "mine");
    return refusalOf(build({ root, outDir: "notes.txt/dist" }));
  },
  EDIT_CHANGED: (root) =>
    editing(root, (text, context) => {
      change(root, tagline.file, text.text, "Ready at seven.");
      return saveText(edit(text, "Ready at eight."), context);
    }),
  EDIT_FAILED: (root) =>
    editing(root, (text, context) => {
      chmodSync(join(root, tagline.file), 0o444);
      return saveText(edit(text, "Ready at eight."), context);
    }),
  EDIT_REFUSED: (root) => editing(root, (_, context) => readText({ file: tagline.file, path: ["brand"] }, context)),
  async SERVE_FAILED(root) {
    const other = await listen(createServer());
    const { port } = other;
    try {
      const problems = await refusalOf(serve({ root, port, watch: true }));
      return problems.map(({ message, hint, ...problem }) => ({
        ...problem,
        message: message.replace(String(port), "4321"),
        hint: hint?.replace(String(port + 1), "4322"),
      }));
    } finally {
      await other.close();
    }
  },
  async ROUTE_VANISHED(root) {
    const { routes, redirects, gone } = await build({ root, write: false });
    const published = [...routes.map(({ path }) => path), "/services/gala-dinner/"];
    return findVanished(published, { routes, redirects, gone });
  },
  async "ROUTE_VANISHED--build"(root) {
    await build({ root });
    rmSync(join(root, "content/legal/terms.md"));
    change(root, SITE, /href: \/terms/g, "href: /contact");
    return (await build({ root })).warnings;
  },
  HOST_ADDRESS: async (root) => (await check({ root, as: "s3-rest" })).diagnostics,
  async "HOST_ADDRESS--links"(root) {
    change(root, SITE, "links: slash", "links: bare");
    return (await check({ root, as: "s3-website" })).diagnostics;
  },
  HOST_HEADERS: async (root) => (await check({ root, as: "github-pages" })).diagnostics,
  async HOST_REDIRECT(root) {
    change(root, SITE, /$/, "moved:\n  - { from: /prices.pdf, to: /contact }\n");
    return (await check({ root, as: "azure" })).diagnostics;
  },
  async HOST_LIMIT(root) {
    const moved = Array.from({ length: 1001 }, (_, index) => `  - { from: /old-${index}, to: /contact }\n`);
    change(root, SITE, /$/, `moved:\n${moved.join("")}`);
    return (await check({ root, as: "cloudflare-pages" })).diagnostics;
  },
  async LIVE_UNREACHABLE(root) {
    const { port, url, close } = await listen(createServer());
    await close();
    const problems = await refusalOf(verify({ root, url }));
    return problems.map((problem) => ({ ...problem, message: problem.message.replace(String(port), "4321") }));
  },
  ROUTE_UNKNOWN: (root) => refusalOf(explain("/contacts", { root })),
  NEW_EXISTS: (root) => refusalOf(createEntry({ root, kind: "venue", name: "Harbour hotel" })),
  async SCHEMA_STALE(root) {
    await schema({ root });
    writeFileSync(join(root, ".vscode/schemas/venues.schema.json"), "{}");
    return (await check({ root })).diagnostics;
  },
  SCHEMA_SETTINGS(root) {
    mkdirSync(join(root, ".vscode"));
    writeFileSync(join(root, ".vscode/settings.json"), "{\n  // mine\n}\n");
    return refusalOf(schema({ root }));
  },
  USAGE: (root) => refusalOf(build({ root, siteUrl: "www.example.com" })),
  "USAGE--name": (root) => refusalOf(createEntry({ root, kind: "venue", name: "!?" })),
};
