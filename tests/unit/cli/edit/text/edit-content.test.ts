// Texts that are read, saved, undone and redone in files, with rules of the test's own in place of a site's.
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import * as z from "zod";
import { validateEntry } from "../../../../../cli/content/entries/validate-entry.ts";
import { schemaAt } from "../../../../../cli/content/schema/schema-walk.ts";
import { parseSource } from "../../../../../cli/content/sources/parse-source.ts";
import { readText, saveText } from "../../../../../cli/edit/text/edit-content.ts";
import { createEditHistory, type EditContext, stepHistory } from "../../../../../cli/edit/text/edit-history.ts";
import type { SiteRules } from "../../../../../cli/edit/text/site-rules.ts";
import { contentHash } from "../../../../../cli/files/content-hash.ts";
import type { Edit, TextPlace } from "../../../../../cli/rewrite/text-place.ts";
import { compileFieldVisitor } from "../../../../../templates/kit/for-build/index.ts";
import { link, markdown, text } from "../../../../../templates/kit/index.ts";
import { ownFolder, writeFiles } from "../../../../support/process/own-folder.ts";
import { sourceOf } from "../../../../support/site/sources.ts";

const schema = z.strictObject({
  title: text().describe("The name of the page."),
  lead: text().optional(),
  href: link().optional(),
  body: markdown().optional(),
  cards: z.array(z.strictObject({ heading: text(), text: text().optional() })).optional(),
});
const visit = compileFieldVisitor(schema);

const YAML = "content/pages/a.yaml";
const MARKDOWN = "content/legal/b.md";

const root = ownFolder();
let context: EditContext;
beforeEach(() => {
  const rules: SiteRules = {
    list: () => expect.fail(),
    sourceOf: (file) => {
      const format = file === MARKDOWN ? "markdown" : "yaml";
      return file === YAML || file === MARKDOWN
        ? { ...sourceOf("", format), file, path: join(root, file), collection: "pages" }
        : undefined;
    },
    check: (file) => validateEntry(parseSource(file), schema, new Map()).diagnostics,
    fields: (file) => {
      const found: Parameters<Parameters<typeof visit>[1]>[0][] = [];
      visit(parseSource(file).data, (use) => found.push(use));
      return found;
    },
    describe: (_, data, path) => schemaAt(schema, path, data),
  };
  context = { contentDir: join(root, "content"), rules, history: createEditHistory() };
});

/** The problems by their code alone. */
const failed = (code: string) => ({ problems: [{ code }] });
const step = (direction: "undo" | "redo") => stepHistory(direction, context);

function put(raw: string, file = YAML): string {
  writeFiles(root, { [file]: raw });
  return hashOf(raw);
}
const hashOf = (raw: string) => contentHash(Buffer.from(raw));
const onDisk = (file = YAML) => readFileSync(join(root, file), "utf8");

type Place = Pick<Edit, "path" | "block"> & { readonly file?: string };
/** Saves a text over the one that is there, as an open page does. */
function save({ file = YAML, ...place }: Place, words: string | null) {
  const there = readText({ file, ...place }, context);
  if ("problems" in there) return there;
  return saveText({ file, ...place, was: there.text, text: words, fileHash: there.fileHash }, context);
}
const title: Place = { path: ["title"] };
const lead: Place = { path: ["lead"] };

describe("a text that is opened", () => {
  test("is given with its line, its description, and whether it may go", () => {
    const fileHash = put("# A page\ntitle: One\nlead: Two\n");
    const expectOpened = (name: string, words: string, more: object) =>
      expect(readText({ file: YAML, path: [name] }, context)).toEqual({
        ...{ file: YAML, path: [name], text: words, words, fileHash },
        ...{ isOneLine: true, isPlaceholder: false, kind: "text", ...more },
      });
    expectOpened("title", "One", { line: 2, description: "The name of the page.", isOptional: false });
    expectOpened("lead", "Two", { line: 3, isOptional: true });
  });

  test("may be lines of a longer one: those cannot go", () => {
    const fileHash = put("---\ntitle: One\n---\n\n## Two\n\nThree\n", MARKDOWN);
    const block = { first: 0, end: 1 };
    expect(readText({ file: MARKDOWN, path: ["body"], block }, context)).toEqual({
      file: MARKDOWN,
      path: ["body"],
      block,
      text: "## Two",
      words: "Two",
      isOneLine: true,
      fileHash,
      line: 5,
      kind: "markdown",
      isOptional: false,
      isPlaceholder: false,
    });
  });

  const refused = (message: string, more: object = {}) => ({
    problems: [{ code: "EDIT_REFUSED", severity: "error", file: YAML, message, ...more }],
  });

  test("is none in another file, at a value of another kind, and where there is nothing", () => {
    put("title: One\nhref: /x\nother: y\n");
    const other = "content/other.yaml";
    expect(readText({ file: other, path: ["a"] }, context)).toEqual(
      refused("No page of the site is made from this file.", { file: other }),
    );
    const read = (key: string) => readText({ file: YAML, path: [key] }, context);
    for (const key of ["href", "other"])
      expect(read(key)).toEqual(refused("What is at this place of the file is not a text."));
    expect(read("lead")).toEqual(refused("There is no text at this place of the file any more."));
    expect(readText({ file: MARKDOWN, path: ["body"] }, context)).toMatchObject(failed("EDIT_FAILED"));
  });
});

const firstSave = { file: YAML, history: { undo: 1, redo: 0 }, remaining: [], warnings: [] };
const changed = {
  ...{ code: "EDIT_CHANGED", severity: "error", file: YAML },
  message: "The file was changed in the meantime.",
};

describe("a text that is saved", () => {
  test("is in the file, and can be undone", () => {
    const raw = "title: One # placeholder\nlead: Two\n";
    put(raw);
    expect(save(title, "New")).toEqual({ ...firstSave, line: 1, isPlaceholder: false });
    expect(onDisk()).toBe("title: New\nlead: Two\n");
    const place = { file: YAML, path: ["title"] };
    expect(context.history.undo.at(-1)).toEqual({
      line: 1,
      before: { raw, text: "One", place },
      after: { raw: onDisk(), text: "New", place },
    });
    expect(save(lead, "Three")).toMatchObject({ line: 2, history: { undo: 2, redo: 0 }, isPlaceholder: false });
  });

  test("is nothing to undo where it is the same", () => {
    put("title: One\n");
    expect(save(title, "One")).toMatchObject({ line: 1, history: { undo: 0, redo: 0 } });
  });

  test("may be lines: their place afterwards is kept with the save", () => {
    put("---\ntitle: One\n---\nTwo\n\nThree\n", MARKDOWN);
    const block = { first: 2, end: 3 };
    expect(save({ file: MARKDOWN, path: ["body"], block }, "3\r\n4")).toMatchObject({ file: MARKDOWN, line: 6 });
    expect(onDisk(MARKDOWN)).toBe("---\ntitle: One\n---\nTwo\n\n3\n4\n");
    expect(context.history.undo.at(-1)).toMatchObject({
      before: { text: "Three", place: { block } },
      after: { text: "3\n4", place: { block: { first: 2, end: 4 } } },
    });
  });

  test("is a placeholder where one of its own lines is marked, until it is replaced", () => {
    const raw = "---\ntitle: One # placeholder\n---\nTwo\n\nThree # placeholder\n";
    put(raw, MARKDOWN);
    const at = (first: number): Place => ({ file: MARKDOWN, path: ["body"], block: { first, end: first + 1 } });
    const isPlaceholder = true;
    expect(readText(at(0) as TextPlace, context)).toMatchObject({ isPlaceholder: false });
    expect(save(at(0), "2")).toMatchObject({ line: 4, isPlaceholder: false });
    expect(readText(at(2) as TextPlace, context)).toMatchObject({ isPlaceholder });
    expect(save(at(2), "3 # placeholder")).toMatchObject({ line: 6, isPlaceholder: false });
    expect(onDisk(MARKDOWN)).toBe("---\ntitle: One # placeholder\n---\n2\n\n3\n");
    put("title: One\nlead: | # placeholder\n  Two\n");
    expect(save(title, "1")).toMatchObject({ isPlaceholder: false });
    expect(save(lead, "Two\n")).toMatchObject({ line: 3, isPlaceholder });
    expect(save(lead, "2\n3")).toMatchObject({ line: 3, isPlaceholder: false });
    expect(onDisk()).toBe('title: "1"\nlead: |\n  2\n  3\n');
  });

  test("is shown without the marks in its Markdown, which stay on lines that are as they were", () => {
    const raw = "---\ntitle: One\n---\n## Two # placeholder\n\nThree\nfour # placeholder\n\n- Five # placeholder\n";
    put(raw, MARKDOWN);
    const at = (first: number, end = first + 1): Place => ({ file: MARKDOWN, path: ["body"], block: { first, end } });
    const shown = (place: Place) => readText(place as TextPlace, context);
    expect(shown(at(0))).toMatchObject({ words: "Two", isPlaceholder: true });
    expect(shown(at(2, 4))).toMatchObject({ words: "Three\nfour", isPlaceholder: true });
    expect(shown({ file: MARKDOWN, path: ["body"] })).toMatchObject({ words: "## Two\n\nThree\nfour\n\n- Five" });
    expect(save(at(0), "Two")).toMatchObject({ isPlaceholder: true });
    expect(onDisk(MARKDOWN)).toBe(raw);
    expect(save(at(2, 4), "3\nfour")).toMatchObject({ isPlaceholder: true });
    expect(save(at(0), "2")).toMatchObject({ isPlaceholder: false });
    expect(onDisk(MARKDOWN)).toBe(raw.replace("Three", "3").replace("Two # placeholder", "2"));
  });

  test("loses its mark with the same words where these are the real ones, and has it back when that is undone", () => {
    const raw = "cards:\n  - { heading: One, text: Two } # placeholder\n  - # placeholder\n    heading: Three\n";
    put(`title: Zero\n${raw}`);
    const heading = (index: number) => ({ file: YAML, path: ["cards", index, "heading"] });
    const real = (index: number, was: string) =>
      saveText({ ...heading(index), was, text: was, fileHash: hashOf(onDisk()), isReal: true }, context);
    expect(save(heading(0), "1")).toMatchObject({ isPlaceholder: true });
    expect(real(0, "1")).toMatchObject({ line: 3, isPlaceholder: false, history: { undo: 2 } });
    expect(real(1, "Three")).toMatchObject({ line: 5, isPlaceholder: false });
    expect(onDisk()).toBe(
      "title: Zero\ncards:\n  - { heading: 1, text: Two }\n  -\n    heading: Three\n".replace(": 1,", ': "1",'),
    );
    for (let count = 0; count < 3; count++) step("undo");
    expect(onDisk()).toBe(`title: Zero\n${raw}`);
  });

  test("may be removed where it is optional", () => {
    const raw = "title: One\nlead: Two # placeholder\n";
    put(raw);
    expect(save(lead, null)).toEqual({ ...firstSave, line: 2, isPlaceholder: false });
    expect(onDisk()).toBe("title: One\n");
    const place = { file: YAML, path: ["lead"] };
    expect(context.history.undo.at(-1)).toMatchObject({
      before: { raw, text: "Two", place },
      after: { raw: "title: One\n", text: null, place },
    });
    expect(save(title, null)).toMatchObject(failed("EDIT_REFUSED"));
    put("title: One\nlead: Two\n");
    expect(save(title, null)).toMatchObject(failed("CONTENT_MISSING_KEY"));
    expect(onDisk()).toBe("title: One\nlead: Two\n");
  });

  test("is refused for a problem of its own, and not for one that was there", () => {
    put('title: One\nlead: " "\ncards:\n  - heading: Two\n    text: " "\n');
    expect(save(title, " ")).toMatchObject({
      problems: [{ code: "CONTENT_INVALID_VALUE", message: '"title" has no words in it.', line: 1 }],
    });
    const saved = save(title, "New");
    expect(saved).toMatchObject({ remaining: [{ message: '"lead" has no words in it.', line: 2 }, { line: 5 }] });
    expect(save({ path: ["cards", 0, "heading"] }, "2")).toMatchObject({ remaining: [{ line: 2 }, { line: 5 }] });
    // The same problem as elsewhere is one of its own where its words are.
    put('title: One\nlead: " "\ncards:\n  - heading: a\n    text: " "\n  - heading: b\n    text: x\n');
    expect(save({ path: ["cards", 1, "text"] }, " ")).toMatchObject({ problems: [{ line: 7 }] });
  });

  test("is not written over a change of somebody else: what is there now is given, where it has moved to", () => {
    put("title: One\ncards:\n  - heading: Two\n");
    const place = { file: YAML, path: ["cards", 0, "heading"] };
    const there = readText(place, context);
    if ("problems" in there) throw new Error("none");
    const edit = { ...place, was: "Two", text: "New", fileHash: there.fileHash };
    const later = "title: One\ncards:\n  - heading: First\n  - heading: Two\n";
    const fileHash = put(later);
    expect(saveText(edit, context)).toEqual({
      problems: [{ ...changed, line: 4, column: 1 }],
      now: expect.objectContaining({ path: ["cards", 1, "heading"], text: "Two", line: 4, fileHash }),
    });
    put("title: One\n");
    expect(saveText(edit, context)).toEqual({
      problems: [changed, expect.objectContaining({ code: "EDIT_REFUSED" })],
    });
    // The file is the same, and the caller knows other words.
    put(later);
    expect(saveText({ ...edit, fileHash }, context)).toMatchObject({
      problems: [{ code: "EDIT_CHANGED", line: 3 }],
      now: { text: "First" },
    });
    expect(onDisk()).toBe(later);
  });

  test("is refused where its file or its place is gone", () => {
    const edit = { file: YAML, path: ["lead"], was: "x", text: "y", fileHash: put("title: One\n") };
    expect(saveText(edit, context)).toMatchObject(failed("EDIT_REFUSED"));
    expect(saveText({ ...edit, text: null }, context)).toMatchObject(failed("EDIT_REFUSED"));
    expect(saveText({ ...edit, file: MARKDOWN }, context)).toMatchObject(failed("EDIT_FAILED"));
    // In which words: unit/cli/rewrite/locate-text.test.ts.
    expect(save(title, "a\ud800b")).toMatchObject(failed("EDIT_REFUSED"));
  });
});

describe("undo and redo", () => {
  test("bring the file back byte for byte, and forward again", () => {
    const raw = "title: 'One'\r\nlead: Two\r\n";
    put(raw);
    save(title, "New");
    save(lead, null);
    const saved = onDisk();
    expect(step("undo")).toEqual({ file: YAML, line: 2, text: "Two", history: { undo: 1, redo: 1 } });
    expect(step("undo")).toMatchObject({ line: 1, text: "One", history: { undo: 0, redo: 2 } });
    expect(onDisk()).toBe(raw);
    expect(step("undo")).toEqual({
      problems: [{ code: "EDIT_REFUSED", severity: "error", message: "There is nothing to undo." }],
      history: { undo: 0, redo: 2 },
    });
    expect(step("redo")).toMatchObject({ text: "New", history: { undo: 1, redo: 1 } });
    expect(step("redo")).toMatchObject({ text: null, history: { undo: 2, redo: 0 } });
    expect(onDisk()).toBe(saved);
    expect(step("redo")).toMatchObject({ problems: [{ message: "There is nothing to redo." }] });
  });

  test("bring back the text alone where something else has changed, also where it has moved", () => {
    put("title: One\ncards:\n  - heading: Two\n");
    save({ path: ["cards", 0, "heading"] }, "New");
    put("title: Other\ncards:\n  - heading: First\n  - heading: New\n");
    expect(step("undo")).toMatchObject({ text: "Two", history: { undo: 0, redo: 1 } });
    expect(onDisk()).toBe("title: Other\ncards:\n  - heading: First\n  - heading: Two\n");
  });

  test("leave a text that has changed, or whose line is gone, as it is from then on", () => {
    const gone = (problem: object) => ({ problems: [problem], history: { undo: 0, redo: 0 } });
    put("title: One\n");
    save(title, "New");
    put("title: Newer\n");
    expect(step("undo")).toEqual(gone(changed));
    expect(onDisk()).toBe("title: Newer\n");
    put("title: One\nlead: Two\n");
    save(lead, null);
    put("title: Newer\n");
    expect(step("undo")).toEqual(gone(changed));
  });

  test("can be tried again where the file could not be read", () => {
    put("title: One\n");
    save(title, "New");
    const saved = onDisk();
    rmSync(join(root, YAML));
    expect(step("undo")).toMatchObject({ ...failed("EDIT_FAILED"), history: { undo: 1, redo: 0 } });
    put(saved);
    expect(step("undo")).toMatchObject({ text: "One" });
  });

  test("leave a file alone that no page is made from any more", () => {
    put("title: One\n");
    save(title, "New");
    const rules = { ...context.rules, sourceOf: () => undefined };
    expect(stepHistory("undo", { ...context, rules })).toMatchObject({
      problems: [{ code: "EDIT_CHANGED", file: YAML }],
      history: { undo: 0, redo: 0 },
    });
  });
});
