// A mistake in one entry: the pages that show nothing of it are not rendered for the report, and what is reported is what a whole build finds.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { BuildProgress } from "../../cli/diagnostics/progress.ts";
import { type BuildOptions, build, type Diagnostic } from "../../cli/index.ts";
import { openSession } from "../../cli/pipeline/watch-session.ts";
import { contentSettled } from "../support/process/command.ts";
import { exampleDir, projectDir, withSite } from "../support/site/with-site.ts";

const read = (path: string) => readFileSync(join(projectDir, path), "utf8");

/** Templates that say which pages they render, with fonts, which every page names. */
const templates = {
  "templates/fonts.ts": read("templates/look/fonts.ts"),
  "templates/index.ts": read("cli/authoring/example/templates/index.ts")
    .replace("fonts: []", "fonts")
    .replace(/^import \{ collections/m, 'import { fonts } from "./fonts.ts";\n$&'),
  "templates/layout/page.tsx": read("cli/authoring/example/templates/layout/page.tsx").replace(
    "SiteView): PageParts {\n",
    "$&  (globalThis as { renderedPaths?: Set<string> }).renderedPaths?.add(page.path);\n",
  ),
};

const MISTAKES = [
  {
    what: "an entry that the start page shows",
    file: "content/walks/marsh.md",
    from: "facts:",
    to: "fcts:",
    rendered: ["/"],
  },
  { what: "a page", file: "content/pages/about.yaml", from: "title:", to: "titel:", rendered: [] },
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
      const options: BuildOptions = { root };
      const session = isSession ? openSession(options) : undefined;
      const make = () => (session ? session.build() : build(options));
      try {
        // The first build finds the files too young to believe their stat.
        await make();
        await contentSettled();
        await make();
        for (const { what, file, from, to, rendered } of MISTAKES) {
          const path = join(root, file);
          const text = readFileSync(path, "utf8");
          writeFileSync(path, text.replace(from, to));
          await contentSettled();
          let found: unknown;
          const paths = await renderedDuring(async () => {
            found = await problemsOf(make());
          });
          expect({ what, paths }).toEqual({ what, paths: rendered });
          const whole = await problemsOf(build({ ...options, write: false }));
          expect(whole).not.toEqual([]);
          expect(found).toEqual(whole);
          writeFileSync(path, text);
          await contentSettled();
          await make();
        }
      } finally {
        await session?.close();
      }
    },
    exampleDir,
  ),
);

test("a main heading in a text is reported there, and not on the page that shows the text", () => {
  const path = "content/walks/marsh.md";
  const text = `${readFileSync(join(exampleDir, path), "utf8")}\n# Birds\n`;
  return withSite(
    { [path]: text },
    async ({ root }) => {
      const diagnostics: readonly Diagnostic[] = await problemsOf(build({ root, write: false }));
      expect(diagnostics.map(({ code, file }) => `${file} ${code}`)).toEqual([`${path} VERIFY_HEADINGS`]);
    },
    exampleDir,
  );
});

test("a file that is changed between its reading and its rendering stops the build, and the site stays", () =>
  withSite(
    {},
    async ({ root }) => {
      const options = { root };
      const [start, marsh] = [join(root, "content/pages/home.yaml"), join(root, "content/walks/marsh.md")];
      await build(options);
      await contentSettled();
      await build(options);
      const published = readFileSync(join(root, "dist/index.html"), "utf8");
      const replace = (path: string, from: string, to: string) =>
        writeFileSync(path, readFileSync(path, "utf8").replace(from, to));
      // The start page lists walks: it is rendered again, and what its file says is read for that.
      replace(marsh, "£18", "£19");
      await contentSettled();
      const onProgress = ({ part, done }: BuildProgress) => {
        if (part === "pages" && done === 0) replace(start, "Three walks", "Walks in the rain");
      };
      await expect(build({ ...options, onProgress })).rejects.toMatchObject({
        diagnostics: [{ code: "SOURCE_UNREADABLE", message: expect.stringContaining("while the site was built") }],
      });
      expect(readFileSync(join(root, "dist/index.html"), "utf8")).toBe(published);
      await build(options);
      expect(readFileSync(join(root, "dist/index.html"), "utf8")).toMatch(/Walks in the rain.*£19/s);
    },
    exampleDir,
  ));

test.each([
  ["a number that JSON lacks", "Number.NaN", "number NaN"],
  ["a negative zero", "-0", "number -0"],
  ["an object of a class", "new Date(0)", "Date 0"],
  ["what is not there", "undefined", "undefined undefined"],
  ["a function", "() => 1", "function ()=>1"],
  ["plain data", '{ text: "a", list: [null, true, 1.5] }', 'object {"text":"a","list":[null,true,1.5]}'],
])("a section gets %s that its schema makes of a text", (_, value, shown) => {
  const section = "templates/sections/walk-list/index.tsx";
  const kind = `const kind = (value: unknown): string =>
  value instanceof Date ? \`Date \${value.getTime()}\` : \`\${typeof value} \${Object.is(value, -0) ? "-0" : typeof value === "object" ? JSON.stringify(value) : String(value)}\`;
`;
  const made = read(`cli/authoring/example/${section}`)
    .replace("heading: text()", `heading: text().transform((): unknown => (${value}))`)
    .replace("section={section}", "section={{ heading: kind(section.heading) }}");
  return withSite(
    { [section]: `${made}\n${kind}` },
    async ({ root }) => {
      const { files } = await build({ root, write: false });
      const page = files.find(({ path }) => path === "index.html")?.content;
      expect(Buffer.from(page ?? "").toString()).toContain(
        `<h2 id="walks-heading">${shown.replaceAll('"', "&quot;").replaceAll(">", "&gt;")}</h2>`,
      );
    },
    exampleDir,
  );
});
