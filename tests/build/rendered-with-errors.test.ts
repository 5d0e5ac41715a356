// A mistake in one entry: the pages that show nothing of it are not rendered for the report, and what is reported is what a whole build finds.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { type BuildOptions, build } from "../../cli/index.ts";
import { openSession } from "../../cli/pipeline/watch-session.ts";
import { contentSettled } from "../e2e/command.ts";
import { projectDir, withSite } from "../support/with-site.ts";

const read = (path: string) => readFileSync(join(projectDir, path), "utf8");
const LOOK = "tests/fixtures/sites/bicycle-workshop/look";

/** Templates that say which pages they render, with fonts, which every page names. */
const templates = {
  "look/fonts.ts": read("templates/layout/fonts.ts"),
  "look/index.ts": read(`${LOOK}/index.ts`)
    .replace("fonts: []", "fonts")
    .replace(/^import \{ collections/m, 'import { fonts } from "./fonts.ts";\n$&'),
  "look/page.tsx": read(`${LOOK}/page.tsx`).replace(
    "SiteView): PageParts {\n",
    "$&  (globalThis as { renderedPaths?: Set<string> }).renderedPaths?.add(page.path);\n",
  ),
};

const MISTAKES = [
  {
    what: "an entry that the start page shows",
    file: "words/bikes/racer.md",
    from: "price:",
    to: "prise:",
    rendered: ["/"],
  },
  { what: "a page", file: "words/sheets/about.yaml", from: "title:", to: "titel:", rendered: [] },
];

async function renderedDuring(run: () => Promise<unknown>): Promise<string[]> {
  const paths = new Set<string>();
  const shared = globalThis as { renderedPaths?: Set<string> };
  shared.renderedPaths = paths;
  await run().finally(() => delete shared.renderedPaths);
  return [...paths].sort();
}

const problemsOf = (made: Promise<unknown>) =>
  made.then(
    () => [],
    ({ diagnostics }) => diagnostics,
  );

test.each([
  ["a build that knows the one before", false],
  ["a session", true],
])("%s renders the pages that show the entry with the mistake", (_, isSession) =>
  withSite(
    templates,
    async ({ root }) => {
      const options: BuildOptions = { root, contentDir: "words", templatesDir: "look" };
      const session = isSession ? openSession(options) : undefined;
      const make = () => (session ? session.build() : build(options));
      try {
        // The first build finds the files too young to believe their stat.
        await make();
        await contentSettled(root, "words");
        await make();
        for (const { what, file, from, to, rendered } of MISTAKES) {
          const path = join(root, file);
          const text = readFileSync(path, "utf8");
          writeFileSync(path, text.replace(from, to));
          await contentSettled(root, "words");
          let found: unknown;
          const paths = await renderedDuring(async () => {
            found = await problemsOf(make());
          });
          expect({ what, paths }).toEqual({ what, paths: rendered });
          const whole = await problemsOf(build({ ...options, write: false }));
          expect(whole).not.toEqual([]);
          expect(found).toEqual(whole);
          writeFileSync(path, text);
          await contentSettled(root, "words");
          await make();
        }
      } finally {
        await session?.close();
      }
    },
    "bicycle-workshop",
  ),
);
