// Every folder of tests/fixtures/invalid is a mistake: what it lays over the small site, and the report it must give, to the letter.
// UPDATE_REPORTS=1 writes the reports again; then read them as the people who will get them do.
import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { type CheckOptions, check, diagnosticCodes, formatReport } from "../../cli/index.ts";
import { commandMistakes } from "../support/process/command-mistakes.ts";
import { fixtureNames, invalidFixtures, layerOf } from "../support/site/invalid-fixtures.ts";
import { copyTemplates, projectDir, withSite } from "../support/site/with-site.ts";

const codeOf = (name: string) => name.replace(/--.*/, "");

/** Mistakes that cannot lie in a folder: bytes, links, holes and things that are gone. */
const generated: Readonly<Record<string, (content: string) => void>> = {
  SOURCE_NO_CONTENT: (content) => rmSync(join(content, "site.yaml")),
  ROUTE_MISSING: (content) => rmSync(join(content, "pages/404.yaml")),
  "ROUTE_MISSING--reply": (content) => {
    for (const name of ["thank-you", "try-again"]) rmSync(join(content, `pages/${name}.yaml`));
  },
  "SOURCE_NO_CONTENT--no-folder": (content) => rmSync(content, { recursive: true }),
  SOURCE_UNREADABLE: (content) => symlinkSync("moved-away.yaml", join(content, "pages/about.yaml")),
  "SOURCE_UNREADABLE--pipe": (content) => execFileSync("mkfifo", [join(content, "pages/about.yaml")]),
  SOURCE_TOO_LARGE: (content) => writeFileSync(join(content, "pages/about.yaml"), `# ${"x".repeat(1_048_575)}`),
  SOURCE_NOT_TEXT: (content) =>
    writeFileSync(join(content, "pages/about.yaml"), Buffer.from("title: Caf\xe9\n", "latin1")),
  "SOURCE_NOT_TEXT--utf-16": (content) =>
    writeFileSync(join(content, "pages/about.yaml"), "\ufefftitle: About\n", "utf16le"),
  "SOURCE_NOT_TEXT--old-mac": (content) =>
    writeFileSync(join(content, "pages/about.yaml"), "title: About\rsections:\r"),
  CONTENT_IMAGE_TOO_LARGE: (content) => truncateSync(join(content, "images/room.png"), 40 * 1_048_576 + 1),
  "CONTENT_IMAGE_TOO_LARGE--pixels": (content) => {
    const png = readFileSync(join(content, "images/room.png"));
    png.writeUInt32BE(20_000, 16);
    png.writeUInt32BE(5_001, 20);
    writeFileSync(join(content, "images/room.png"), png);
  },
  SOURCE_OUTSIDE: (content) => {
    mkdirSync(join(content, "files"));
    symlinkSync(join(projectDir, "package.json"), join(content, "files/package.json"));
  },
  "SOURCE_TOO_LARGE--file": (content) => {
    mkdirSync(join(content, "files/downloads"), { recursive: true });
    writeFileSync(join(content, "files/downloads/film.mp4"), "");
    truncateSync(join(content, "files/downloads/film.mp4"), 26 * 1_048_576);
  },
  "CONTENT_IMAGE_OUTSIDE--link": (content) => {
    rmSync(join(content, "images/room.png"));
    symlinkSync(join(projectDir, "package.json"), join(content, "images/room.png"));
  },
};

/** Folders, and causes whose folder would be missing. */
const cases = [...new Set([...fixtureNames, ...Object.keys(generated), ...Object.keys(commandMistakes)])].sort();

/** Options that a case needs besides its root. */
const options: Readonly<Record<string, CheckOptions>> = { CONTENT_PLACEHOLDER: { release: true } };

/** What the content alone reports is looked at there: see unit/cli/content/mistakes.test.ts. */
const isOfSite = (name: string) => !fixtureNames.includes(name) || layerOf(name) === "site" || name in generated;

/** Compiled templates are kept by their path: one that stays the same is compiled once. */
const templatesHome = join(projectDir, ".eventsite/test-templates");

async function reportOf(name: string): Promise<string> {
  const files = join(invalidFixtures, name, "files");
  return withSite({}, async ({ root }) => {
    if (existsSync(join(files, "content"))) cpSync(join(files, "content"), join(root, "content"), { recursive: true });
    generated[name]?.(join(root, "content"));
    const overlay = join(files, "templates");
    const isCompiled = codeOf(name) !== "BUNDLE_FAILED";
    const home = isCompiled ? join(templatesHome, name) : root;
    const templates = existsSync(overlay) ? { templatesDir: join(home, "templates") } : {};
    if (templates.templatesDir) {
      // A template of the case's own takes the place of ours: all are copied, so that it finds its neighbours.
      copyTemplates(home);
      cpSync(overlay, templates.templatesDir, { recursive: true });
    }
    const diagnostics =
      (await commandMistakes[name]?.(root)) ?? (await check({ root, ...templates, ...options[name] })).diagnostics;
    // As it is called where templates stand in the site itself.
    const report = formatReport(diagnostics).replaceAll(`${home}/`, "").replaceAll(root, "/site");
    return `${report.replace(`process ${process.pid} on ${hostname()}`, "process 1 on host")}\n`;
  });
}

describe("each mistake gives its report", () => {
  test.each(cases.filter((name) => process.env.UPDATE_REPORTS || isOfSite(name)))("%s", async (name) => {
    const report = await reportOf(name);
    const file = join(invalidFixtures, name, "report.txt");
    if (process.env.UPDATE_REPORTS) {
      mkdirSync(join(invalidFixtures, name), { recursive: true });
      writeFileSync(file, report);
    }
    expect(report).toBe(readFileSync(file, "utf8"));
  });
});

describe("every code is proved", () => {
  test.each(Object.keys(diagnosticCodes))("%s has a fixture with its exact report", (code) => {
    const reports = cases
      .filter((name) => codeOf(name) === code)
      .map((name) => join(invalidFixtures, name, "report.txt"));
    expect(reports).not.toEqual([]);
    expect(reports.filter((file) => !existsSync(file))).toEqual([]);
  });

  test("every fixture is named after a code, and something causes it", () => {
    expect(cases.filter((name) => !(codeOf(name) in diagnosticCodes))).toEqual([]);
    // As the code of a problem, not only in what one says.
    const isReported = (name: string) =>
      new RegExp(`^(?:\\S+ {2})?${codeOf(name)}(?: \\(warning\\))?$`, "m").test(
        readFileSync(join(invalidFixtures, name, "report.txt"), "utf8"),
      );
    expect(cases.filter((name) => !isReported(name))).toEqual([]);
    const isCaused = (name: string) =>
      existsSync(join(invalidFixtures, name, "files")) ||
      name in generated ||
      name in commandMistakes ||
      name in options;
    expect(cases.filter((name) => !isCaused(name))).toEqual([]);
  });
});
