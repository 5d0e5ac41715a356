// Another site with this generator: a bicycle workshop from a folder that has nothing of this repository's templates, content or relay.
import { cpSync, existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { build, check, explain, type OutputFile, serve } from "../../cli/index.ts";
import { projectDir, type TestSite, withSite } from "../support/with-site.ts";
import { run } from "./command.ts";

const folders = { contentDir: "words", templatesDir: "look" } as const;
const flags = ["--content", "words", "--templates", "look"];
const withWorkshop = (use: (site: TestSite) => Promise<void>) => withSite({}, use, "bicycle-workshop");

const textOf = (files: readonly OutputFile[], path: string) =>
  String(files.find((file) => file.path === path)?.content ?? "");

describe("a site of another trade", () => {
  test("is built with its own pages, pictures, styles and script, and with nothing of a form", () =>
    withWorkshop(async ({ root }) => {
      const { routes, files, warnings } = await build({ root, ...folders, write: false });
      expect(warnings).toEqual([]);
      expect(routes.map(({ path }) => path)).toEqual(["/", "/404.html", "/about/"]);
      const start = textOf(files, "index.html");
      expect(start).toContain("<h1>Bicycles, mended and new</h1><p>Chain and Fork is open from eight.</p>");
      expect(start).toContain("grid-template-columns");
      expect(start.indexOf("The tourer")).toBeLessThan(start.indexOf("The racer"));
      expect(textOf(files, "about/index.html")).toContain(
        "<p>We mend what others <strong>sell anew</strong>. Our address is 7 Canal Row, Leeds.</p>",
      );
      expect(textOf(files, "sitemap.xml")).toContain("<loc>https://bicycles.example.com/about/</loc>");
      const kinds = new Set(files.map(({ path }) => path.replace(/^.*\./, "")));
      expect([...kinds].sort()).toEqual(["avif", "html", "jpg", "js", "txt", "xml", "_headers"].sort());
      const all = files.map(({ content }) => String(content)).join("");
      expect(all).not.toMatch(/Evenhall|<form|relay|functions\/v1/i);
    }));

  test("is checked by its own schemas, and what is wrong is reported in its own words", () =>
    withWorkshop(async ({ root, write }) => {
      expect((await check({ root, ...folders })).diagnostics).toEqual([]);
      const racer = readFileSync(join(root, "words/bikes/racer.md"), "utf8");
      write({
        "words/bikes/racer.md": racer.replace("price:", "prise:"),
        "words/sheets/about.yaml": null,
        "words/sheets/404.yaml": null,
        "words/venues/loft.yaml": "name: Loft\n",
      });
      const { diagnostics } = await check({ root, ...folders });
      expect(diagnostics.map(({ code, file, line, hint }) => [code, file, line, hint])).toEqual([
        ["CONTENT_UNKNOWN_KEY", "words/bikes/racer.md", 3, 'did you mean "price"?'],
        ["ROUTE_MISSING", "words/sheets/404.yaml", undefined, "make words/sheets/404.yaml"],
        ["CONTENT_UNKNOWN_ROUTE", "words/site.yaml", 8, "its pages are: /"],
        ["SOURCE_UNKNOWN_FOLDER", "words/venues", undefined, "the folders are: sheets, bikes, images"],
      ]);
    }));

  test("is reported without a start page once, by the address that lacks an entry", () =>
    withWorkshop(async ({ root, write }) => {
      write({ "words/sheets/start.yaml": null });
      const { diagnostics } = await check({ root, ...folders });
      expect(diagnostics).toMatchObject([{ code: "ROUTE_MISSING", hint: "make the entry whose address is /" }]);
    }));

  test("has settings that the build reads by rules of its own, at their lines", () =>
    withWorkshop(async ({ root, write }) => {
      const model = readFileSync(join(root, "look/model.ts"), "utf8");
      const site = readFileSync(join(root, "words/site.yaml"), "utf8");
      const problems = async (settings: string, options = {}) => {
        write({ "words/site.yaml": settings });
        const { diagnostics } = await check({ root, ...folders, ...options });
        return diagnostics.map(({ code, file, line }) => `${code} ${file}:${line}`);
      };
      const open = model.replace("z.strictObject({\n  url: z.url(),", "z.looseObject({");
      expect(open).not.toBe(model);
      write({ "look/model.ts": open });
      expect(await problems(site)).toEqual([]);
      const mistakes = "links: bear\nrelay: { url: relay }\nvariants: [about]\n";
      expect(await problems(site.replace(/^url: .*$/m, "url: bicycles.example.com") + mistakes)).toEqual([
        "CONTENT_INVALID_VALUE words/site.yaml:1",
        "CONTENT_UNKNOWN_VALUE words/site.yaml:9",
        "CONTENT_INVALID_VALUE words/site.yaml:10",
        "CONTENT_WRONG_TYPE words/site.yaml:11",
      ]);
      const without = site.replace(/^url: .*\n/m, "");
      expect(await problems(without)).toEqual(["CONTENT_MISSING_KEY words/site.yaml:1"]);
      expect(await problems(without, { siteUrl: "https://bicycles.example.com" })).toEqual([]);
      expect(await problems(site.replace("Chain and Fork", '"{title} and Fork"'))).toEqual([
        "CONTENT_UNKNOWN_TOKEN words/site.yaml:4",
      ]);
    }));

  test("is explained", () =>
    withWorkshop(async ({ root }) => {
      const page = await explain("/", { root, ...folders });
      expect(JSON.stringify(page)).toContain("words/bikes/tourer.md");
    }));

  test("begins entries of its own kinds, with no picture where none is needed", () =>
    withWorkshop(async ({ root, write }) => {
      const unknown = await run(["new", "venue", "Loft", ...flags], { cwd: root });
      expect(unknown).toMatchObject({ code: 2, stdout: "" });
      expect(unknown.stderr).toContain("Allowed choices are sheet, bike.");
      expect((await run(["new", "--help", ...flags], { cwd: root })).stdout).toContain('choices: "sheet", "bike"');
      const sheet = await run(["new", "sheet", "Opening hours", ...flags], { cwd: root });
      expect(sheet).toEqual({ code: 0, signal: null, stdout: "words/sheets/opening-hours.yaml\n", stderr: "" });
      const bike = await run(["new", "bike", "Cargo: large", ...flags], { cwd: root });
      expect(bike).toEqual({ code: 0, signal: null, stdout: "words/bikes/cargo-large.md\n", stderr: "" });
      const words = readFileSync(join(root, "words/bikes/cargo-large.md"), "utf8");
      expect(words).toContain('name: "Cargo: large"\n');
      expect(words).not.toMatch(/^#?body:/m);
      const { diagnostics, unfinished } = await check({ root, ...folders });
      expect(diagnostics.map(({ code, file }) => [code, file])).toEqual([]);
      expect(unfinished?.drafts).toEqual(["words/bikes/cargo-large.md", "words/sheets/opening-hours.yaml"]);
      write({ "words/images": null, "words/bikes": null });
      const start = readFileSync(join(root, "words/sheets/start.yaml"), "utf8");
      write({ "words/sheets/start.yaml": start.replace(/#tourer/, "/about") });
      expect(await run(["new", "sheet", "Prices", ...flags], { cwd: root })).toMatchObject({ code: 0, stderr: "" });
    }));

  test("is built by the command, twice the same, from content that has moved away from its templates", () =>
    withWorkshop(async ({ root }) => {
      const first = await run(["build", ...flags], { cwd: root });
      expect(first).toMatchObject({ code: 0, stderr: "" });
      const start = readFileSync(join(root, "dist/index.html"), "utf8");
      const again = await run(["build", ...flags, "--no-cache"], { cwd: root });
      expect(again).toMatchObject({ code: 0, stderr: "" });
      expect(readFileSync(join(root, "dist/index.html"), "utf8")).toBe(start);
    }));

  test("is known as this program's own by its pages, when what is remembered of it is lost", () =>
    withWorkshop(async ({ root, write }) => {
      expect(await run(["build", ...flags], { cwd: root })).toMatchObject({ code: 0 });
      rmSync(join(root, ".eventsite"), { recursive: true });
      const start = readFileSync(join(root, "words/sheets/start.yaml"), "utf8");
      write({ "words/sheets/about.yaml": null, "words/sheets/start.yaml": start });
      const site = readFileSync(join(root, "words/site.yaml"), "utf8");
      write({ "words/site.yaml": site.replace(/^ {2}- .*about.*$/m, "") });
      expect(await run(["build", ...flags], { cwd: root })).toMatchObject({ code: 0, stderr: "" });
      expect(existsSync(join(root, "dist/about/index.html"))).toBe(false);
    }));

  test.each(["react", "preact"] as const)(
    "is rendered by the program's own %s, whatever copies of the libraries are above its templates",
    (engine) =>
      withWorkshop(async ({ root, write }) => {
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
          "look/sections/bike-list/island.ts": null,
          "look/sections/bike-list/island.tsx": [
            'import { defineIsland } from "eventsite/kit";',
            'import { useState } from "react";',
            "function Count() {",
            "  const [count] = useState(2);",
            '  return <p>{"Bicycles: " + count}</p>;',
            "}",
            'export default defineIsland({ name: "bike-list", hydrate: "load", component: Count });',
          ].join("\n"),
          "look/sections/bike-list/index.tsx": [
            'import { defineSection, text } from "eventsite/kit";',
            'import { useId } from "react";',
            'import * as z from "zod";',
            'import island from "./island.tsx";',
            "function List() {",
            '  return <ul id={"list" + useId().length}><island.component /></ul>;',
            "}",
            "export default defineSection({",
            '  schema: z.strictObject({ type: z.literal("bike-list"), heading: text() }),',
            '  Component: () => <div data-island="bike-list" data-hydrate="load" data-props="{}"><List /></div>,',
            "});",
          ].join("\n"),
        });
        const start = readFileSync(join(root, "words/sheets/start.yaml"), "utf8");
        write({ "words/sheets/start.yaml": start.replace("#tourer", "/about") });
        const { files } = await build({ root, ...folders, renderer: engine, client: engine, write: false });
        expect(textOf(files, "index.html")).toContain("<p>Bicycles: 2</p>");
        const scripts = files.filter(({ path }) => path.endsWith(".js")).map(({ content }) => String(content));
        expect(scripts.join("")).not.toContain("another copy");
        expect(scripts.join("")).not.toMatch(/ZodError|invalid_type/);
      }),
  );

  test("is edited in its pages, in YAML and in Markdown", () =>
    withWorkshop(async ({ root }) => {
      const server = await serve({ root, ...folders, port: 0, watch: true, edit: true });
      try {
        const script = await (await fetch(`${server.url}/@eventsite/client.js`)).text();
        const headers = {
          "content-type": "application/json",
          origin: server.url,
          "x-eventsite-token": /"token":"([^"]+)"/.exec(script)?.[1] ?? "",
        };
        const ask = async (path: string, question: object) => {
          const answer = await fetch(server.url + path, { method: "POST", headers, body: JSON.stringify(question) });
          return { status: answer.status, body: (await answer.json()) as { text: string; fileHash: string } };
        };
        const save = async (place: object, text: string) => {
          const { body } = await ask("/@eventsite/text", place);
          return ask("/@eventsite/save", { ...place, was: body.text, fileHash: body.fileHash, text });
        };
        const heading = { file: "words/sheets/about.yaml", path: ["sections", 0, "heading"] };
        expect(await save(heading, "Who we are")).toMatchObject({ status: 200 });
        expect(readFileSync(join(root, heading.file), "utf8")).toContain("    heading: Who we are\n");
        expect(await save({ file: "words/bikes/racer.md", path: ["price"] }, "£1,300")).toMatchObject({ status: 200 });
        expect(readFileSync(join(root, "words/bikes/racer.md"), "utf8")).toContain("£1,300");
        expect(await save(heading, "Who is {workshop.nmae}")).not.toMatchObject({ status: 200 });
        expect(await (await fetch(`${server.url}/about/`)).text()).toContain("Who we are");
      } finally {
        await server.close();
      }
    }));
});

test("this repository's own templates can be moved, alone, to another folder", () =>
  withSite({}, async ({ root }) => {
    cpSync(join(projectDir, "templates"), join(root, "moved/templates"), { recursive: true });
    const { diagnostics, routes } = await check({ root, templatesDir: "moved/templates" });
    expect(diagnostics).toEqual([]);
    expect(routes.length).toBeGreaterThan(5);
    rmSync(join(root, "moved"), { recursive: true });
  }));
