// Every folder of tests/fixtures/invalid is a mistake: what it lays over the small site, and the report it must give, to the letter.
// UPDATE_REPORTS=1 writes the reports anew; then read them as the people who will get them do.
import { execFileSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { type CheckOptions, check, diagnosticCodes, formatReport } from "../../cli/index.ts";
import { projectDir, withSite } from "../support/with-site.ts";

const fixtures = join(projectDir, "tests/fixtures/invalid");
const cases = readdirSync(fixtures).sort();
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
  "CONTENT_IMAGE_OUTSIDE--link": (content) => {
    rmSync(join(content, "images/room.png"));
    symlinkSync(join(projectDir, "package.json"), join(content, "images/room.png"));
  },
};

/** Options that a case needs besides its root. */
const options: Readonly<Record<string, CheckOptions>> = { CONTENT_PLACEHOLDER: { release: true } };

/** A template of the case's own takes the place of ours: all are copied, so that it finds its neighbours. */
function copyTemplates(root: string, overlay: string): void {
  for (const path of ["templates", "relay/contract.ts"])
    cpSync(join(projectDir, path), join(root, path), { recursive: true });
  cpSync(overlay, join(root, "templates"), { recursive: true });
}

/** Compiled templates are kept by their path: one that stays the same is compiled once. */
const templatesHome = join(projectDir, ".eventsite/test-templates");

async function reportOf(name: string): Promise<string> {
  const files = join(fixtures, name, "files");
  return withSite({}, async ({ root }) => {
    if (existsSync(join(files, "content"))) cpSync(join(files, "content"), join(root, "content"), { recursive: true });
    generated[name]?.(join(root, "content"));
    const overlay = join(files, "templates");
    const isCompiled = codeOf(name) !== "BUNDLE_FAILED";
    const home = isCompiled ? join(templatesHome, name) : root;
    if (existsSync(overlay)) copyTemplates(home, overlay);
    const templates = existsSync(overlay) ? { templatesDir: join(home, "templates") } : {};
    const { diagnostics } = await check({ root, ...templates, ...options[name] });
    // As it is called where templates stand in the site itself.
    return `${formatReport(diagnostics).replaceAll(`${home}/`, "")}\n`;
  });
}

describe("each mistake gives its report", () => {
  test.each(cases)("%s", async (name) => {
    const report = await reportOf(name);
    const file = join(fixtures, name, "report.txt");
    if (process.env.UPDATE_REPORTS) {
      mkdirSync(join(fixtures, name), { recursive: true });
      writeFileSync(file, report);
    }
    expect(report).toBe(readFileSync(file, "utf8"));
    expect(report).toContain(codeOf(name));
  });
});

/** Codes that content cannot cause, with the test that does. */
const elsewhere: Readonly<Record<string, string>> = {
  EMIT_FOREIGN_FOLDER: "tests/e2e/output.test.ts",
  EMIT_UNSAFE_FOLDER: "tests/e2e/output.test.ts",
  EMIT_LOCKED: "tests/e2e/concurrent-builds.test.ts",
  EMIT_FAILED: "tests/e2e/full-disk.test.ts",
  EDIT_CHANGED: "tests/build/edit-files.test.ts",
  EDIT_FAILED: "tests/build/edit-files.test.ts",
  EDIT_REFUSED: "tests/unit/cli/edit/edit-source.test.ts",
  SERVE_FAILED: "tests/e2e/serve.test.ts",
  ROUTE_UNKNOWN: "tests/e2e/explain.test.ts",
  NEW_EXISTS: "tests/e2e/new.test.ts",
  SCHEMA_STALE: "tests/e2e/schema.test.ts",
  MAIL_WORDS_STALE: "tests/build/mail-words.test.ts",
  SCHEMA_SETTINGS: "tests/e2e/schema.test.ts",
  USAGE: "tests/e2e/commands.test.ts",
};

describe("every code is proved", () => {
  test.each(Object.keys(diagnosticCodes))("%s has a fixture, or a test that names it", (code) => {
    if (cases.some((name) => codeOf(name) === code)) return;
    expect(elsewhere).toHaveProperty(code);
    expect(readFileSync(join(projectDir, elsewhere[code] ?? ""), "utf8")).toContain(code);
  });

  test("every fixture is named after a code", () => {
    expect(cases.filter((name) => !(codeOf(name) in diagnosticCodes))).toEqual([]);
  });
});
