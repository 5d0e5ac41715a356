// Another site with this generator: a bicycle workshop from a folder that has nothing of this repository's templates, content or relay.
import { cpSync, readFileSync, rmSync } from "node:fs";
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
      expect([...kinds].sort()).toEqual(["avif", "html", "jpg", "js", "txt", "webp", "xml", "_headers"].sort());
      const all = files.map(({ content }) => String(content)).join("");
      expect(all).not.toMatch(/Evenhall|<form|relay|functions\/v1/i);
    }));

  test("is checked by its own schemas, and what is wrong is told in its own words", () =>
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

  test("is explained", () =>
    withWorkshop(async ({ root }) => {
      const page = await explain("/", { root, ...folders });
      expect(JSON.stringify(page)).toContain("words/bikes/tourer.md");
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

  test("is served, and its pages follow its files", () =>
    withWorkshop(async ({ root, write }) => {
      let updated = () => {};
      const updates: string[] = [];
      const server = await serve({
        root,
        ...folders,
        port: 0,
        watch: true,
        onUpdate: ({ diagnostics }) => {
          updates.push(...diagnostics.map(({ code }) => code));
          updated();
        },
      });
      try {
        expect(await (await fetch(`${server.url}/about/`)).text()).toContain("Two mechanics and a dog.");
        const about = readFileSync(join(root, "words/sheets/about.yaml"), "utf8");
        const isShown = async () => (await (await fetch(`${server.url}/about/`)).text()).includes("Three mechanics.");
        write({ "words/sheets/about.yaml": about.replace("Two mechanics and a dog.", "Three mechanics.") });
        // Begun before the look: what comes in between counts.
        const nextUpdate = () =>
          new Promise<void>((done) => {
            updated = done;
          });
        for (let next = nextUpdate(); !(await isShown()); next = nextUpdate()) await next;
        expect(updates).toEqual([]);
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
