// Another site with this generator: the example, which has nothing of this repository's templates and content.
import { cpSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { OpenText } from "../../cli/edit/text/edit.ts";
import { readText, saveText } from "../../cli/edit/text/edit-content.ts";
import { createEditHistory } from "../../cli/edit/text/edit-history.ts";
import { build, check, type OutputFile } from "../../cli/index.ts";
import { CALL_PATH } from "../../relay/contract.ts";
import { run } from "../support/process/command.ts";
import { withSession } from "../support/site/with-session.ts";
import { exampleDir, projectDir, type TestSite, withSite } from "../support/site/with-site.ts";

const withExample = (use: (site: TestSite) => Promise<void>) => withSite({}, use, exampleDir);

const textOf = (files: readonly OutputFile[], path: string) =>
  String(files.find((file) => file.path === path)?.content ?? "");

describe("a site of another trade", () => {
  test("is built with its own pages, pictures, styles, form and script", () =>
    withExample(async ({ root }) => {
      const { routes, files, warnings } = await build({ root, write: false });
      expect(warnings).toEqual([]);
      expect(routes.map(({ path }) => path)).toEqual(["/", "/404.html", "/about/", "/thank-you/", "/try-again/"]);
      const start = textOf(files, "index.html");
      expect(start).toContain("by its birds. Tidewater Walks sets out");
      expect(start).toContain("grid-template-columns");
      expect(start.indexOf("The lighthouse at")).toBeLessThan(start.indexOf("The marsh in"));
      expect(start).toContain(`<form class="form" action="https://relay.example.com${CALL_PATH}" method="post">`);
      const { files: previewed } = await build({ root, preview: true, write: false });
      expect(textOf(previewed, "index.html")).toMatch(
        /<form class="form" method="dialog">.*<p>This is a preview\..*<\/p><\/form>/,
      );
      expect(textOf(files, "about/index.html")).toContain("You find us at The harbour office, 4 Quay Lane, Fernmouth.");
      const sitemap = textOf(files, "sitemap.xml");
      expect(sitemap).toContain("<loc>https://www.example.com/about/</loc>");
      expect(sitemap).not.toContain("thank-you");
      const kinds = new Set(files.map(({ path }) => path.replace(/^.*\./, "")));
      expect([...kinds].sort()).toEqual(["avif", "html", "jpg", "js", "json", "svg", "txt", "xml", "_headers"].sort());
      const all = files.map(({ content }) => String(content)).join("");
      expect(all).not.toMatch(/Evenhall|consultation|venue/i);
    }));

  test("is checked by its own schemas, and what is wrong is reported in its own words", () =>
    withExample(async ({ root, write }) => {
      expect((await check({ root })).diagnostics).toEqual([]);
      const marsh = readFileSync(join(root, "content/walks/marsh.md"), "utf8");
      write({
        "content/walks/marsh.md": marsh.replace("facts:", "fcts:"),
        "content/pages/about.yaml": null,
        "content/pages/404.yaml": null,
        "content/venues/loft.yaml": "name: Loft\n",
      });
      const { diagnostics } = await check({ root });
      expect(diagnostics.map(({ code, file, line, hint }) => [code, file, line, hint])).toEqual([
        ["ROUTE_MISSING", "content/pages/404.yaml", undefined, "make content/pages/404.yaml"],
        ["CONTENT_UNKNOWN_ROUTE", "content/site.yaml", 19, "its pages are: /, /thank-you, /try-again"],
        ["SOURCE_UNKNOWN_FOLDER", "content/venues", undefined, "the folders are: walks, pages, forms, images, files"],
        ["CONTENT_UNKNOWN_KEY", "content/walks/marsh.md", 3, 'did you mean "facts"?'],
      ]);
    }));

  test("is reported without a start page once, by the address that lacks an entry", () =>
    withExample(async ({ root, write }) => {
      const pages = readFileSync(join(root, "templates/model/pages.ts"), "utf8");
      write({ "templates/model/pages.ts": pages.replace('slug === "home"', 'slug === "start"') });
      const { diagnostics } = await check({ root });
      expect(diagnostics).toMatchObject([{ code: "ROUTE_MISSING", hint: "make the entry whose address is /" }]);
    }));

  test("has settings that the build reads by rules of its own, at their lines", () =>
    withExample(async ({ root, write }) => {
      const model = readFileSync(join(root, "templates/model/site.ts"), "utf8");
      const site = readFileSync(join(root, "content/site.yaml"), "utf8");
      const problems = async (settings: string, options = {}) => {
        write({ "content/site.yaml": settings });
        const { diagnostics } = await check({ root, ...options });
        return diagnostics.map(({ code, file, line }) => `${code} ${file}:${line}`);
      };
      const open = model.replace("z.strictObject({\n  ...buildSettings,", "z.looseObject({");
      expect(open).not.toBe(model);
      write({ "templates/model/site.ts": open });
      expect(await problems(site)).toEqual([]);
      const mistaken = site.replace(/^url: .*$/m, "url: walks.example.com").replace(/https:\S+ #.*/, "relay");
      expect(await problems(`${mistaken}links: bear\nvariants: [about]\n`)).toEqual([
        "CONTENT_INVALID_VALUE content/site.yaml:7",
        "CONTENT_INVALID_VALUE content/site.yaml:11",
        "CONTENT_UNKNOWN_VALUE content/site.yaml:26",
        "CONTENT_WRONG_TYPE content/site.yaml:27",
      ]);
      const without = site.replace(/^url: .*\n/m, "");
      expect(await problems(without)).toEqual(["CONTENT_MISSING_KEY content/site.yaml:2"]);
      expect(await problems(without, { siteUrl: "https://walks.example.com" })).toEqual([]);
      expect(await problems(site.replace("Tidewater", "{title}"))).toEqual([
        "CONTENT_UNKNOWN_TOKEN content/site.yaml:3",
      ]);
    }));

  test("begins entries of its own kinds, with no picture where none is needed", () =>
    withExample(async ({ root, write }) => {
      const unknown = await run(["new", "venue", "Loft"], { cwd: root });
      expect(unknown).toMatchObject({ code: 2, stdout: "" });
      expect(unknown.stderr).toContain("Allowed choices are walk, page, form.");
      expect((await run(["new", "--help"], { cwd: root })).stdout).toContain('choices: "walk", "page", "form"');
      const page = await run(["new", "page", "Opening hours"], { cwd: root });
      expect(page).toEqual({ code: 0, signal: null, stdout: "content/pages/opening-hours.yaml\n", stderr: "" });
      const walk = await run(["new", "walk", "Seals: all day"], { cwd: root });
      expect(walk).toEqual({ code: 0, signal: null, stdout: "content/walks/seals-all-day.md\n", stderr: "" });
      const words = readFileSync(join(root, "content/walks/seals-all-day.md"), "utf8");
      expect(words).toContain('name: "Seals: all day"\n');
      expect(words).not.toMatch(/^#?body:/m);
      const { diagnostics, unfinished } = await check({ root });
      expect(diagnostics.map(({ code, file }) => [code, file])).toEqual([]);
      expect(unfinished?.drafts).toEqual(["content/pages/opening-hours.yaml", "content/walks/seals-all-day.md"]);
      write({ "content/images": null, "content/walks": null });
      expect(await run(["new", "page", "Prices"], { cwd: root })).toMatchObject({ code: 0, stderr: "" });
    }));

  test.each(["react", "preact"] as const)(
    "is rendered by the program's own %s, whatever copies of the libraries are above its templates",
    (engine) =>
      withExample(async ({ root, write }) => {
        const other = 'throw new Error("another copy");\n';
        for (const name of ["react", "react-dom", "preact", "zod"])
          write({
            [`node_modules/${name}/package.json`]: `{ "name": "${name}", "version": "0.0.1", "main": "index.js" }`,
            ...Object.fromEntries(
              ["index", "jsx-runtime", "client", "server", "compat", "hooks"].map((file) => [
                `node_modules/${name}/${file}.js`,
                other,
              ]),
            ),
          });
        write({
          "templates/sections/walk-list/island.tsx": [
            'import { defineIsland } from "eventsite/kit";',
            'import { useState } from "react";',
            "function Count() {",
            "  const [count] = useState(2);",
            '  return <p>{"Walks: " + count}</p>;',
            "}",
            'export default defineIsland({ name: "walk-list", hydrate: "load", component: Count });',
          ].join("\n"),
          "templates/sections/walk-list/index.tsx": [
            'import { defineSection, text } from "eventsite/kit";',
            'import { useId } from "react";',
            'import * as z from "zod";',
            'import island from "./island.tsx";',
            "function List() {",
            '  return <ul id={"list" + useId().length}><island.component /></ul>;',
            "}",
            "export default defineSection({",
            '  schema: z.looseObject({ type: z.literal("walk-list"), heading: text() }),',
            '  Component: () => <div id="walks" data-island="walk-list" data-hydrate="load" data-props="{}"><List /></div>,',
            "});",
          ].join("\n"),
        });
        const { files } = await build({ root, renderer: engine, client: engine, write: false });
        expect(textOf(files, "index.html")).toContain("<p>Walks: 2</p>");
        const scripts = files.filter(({ path }) => path.endsWith(".js")).map(({ content }) => String(content));
        expect(scripts.join("")).not.toContain("another copy");
        expect(scripts.join("")).not.toMatch(/ZodError|invalid_type/);
      }),
  );

  test("is edited in its pages, in YAML and in Markdown", () =>
    withSession(
      {},
      async ({ session, visual, read }) => {
        await session.build();
        const rules = visual.rules() ?? expect.fail("no rules");
        const context = { contentDir: session.config.contentDir, rules, history: createEditHistory() };
        for (const [file, path, text] of [
          ["content/pages/about.yaml", ["sections", 0, "heading"], "Who we are"],
          ["content/walks/marsh.md", ["facts"], "£19"],
        ] as const) {
          const { text: was, fileHash } = readText({ file, path }, context) as OpenText;
          expect(saveText({ file, path, was, fileHash, text: "Who is {brand.nmae}" }, context)).toHaveProperty(
            "problems",
          );
          expect(saveText({ file, path, was, fileHash, text }, context)).toHaveProperty("history");
          expect(read(file)).toContain(text);
        }
      },
      { base: exampleDir },
    ));
});

test("this repository's own templates can be moved, alone, to another folder", () =>
  withSite({}, async ({ root }) => {
    cpSync(join(projectDir, "templates"), join(root, "moved/templates"), { recursive: true });
    const { diagnostics, routes } = await check({ root, templatesDir: "moved/templates" });
    expect(diagnostics).toEqual([]);
    expect(routes.length).toBeGreaterThan(5);
    rmSync(join(root, "moved"), { recursive: true });
  }));
