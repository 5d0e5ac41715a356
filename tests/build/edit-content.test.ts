// A text of the content, read for a person and written back: what the site's rules refuse is reported, and then nothing is written.
import { chmodSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openSession, type SiteSession } from "../../cli/pipeline/watch-session.ts";
import type { Edit, OpenText, TextPlace, UnsavedText } from "../../cli/visual/edit/edit.ts";
import { type EditContext, readText, saveText } from "../../cli/visual/edit/edit-content.ts";
import { createEditHistory } from "../../cli/visual/edit/edit-history.ts";
import { stepHistory } from "../../cli/visual/edit/step-history.ts";
import { openVisual } from "../../cli/visual/open-visual.ts";
import { type TestSite, withSite } from "../support/with-site.ts";

let site: TestSite;
let session: SiteSession;
let end = () => {};
let ended: Promise<void>;
let context: EditContext;

beforeAll(async () => {
  await new Promise<void>((ready, failed) => {
    ended = withSite({}, async (made) => {
      site = made;
      session = openSession({ root: made.root });
      const visual = openVisual(session);
      await session.build();
      const rules = visual.rules();
      if (!rules) throw new Error("no rules");
      context = { contentDir: session.config.contentDir, rules, history: createEditHistory() };
      await new Promise<void>((done) => {
        end = done;
        ready();
      });
      await session.close();
    });
    ended.catch(failed);
  });
});

afterAll(async () => {
  end();
  await ended;
});

const read = (file: string) => readFileSync(join(site.root, file), "utf8");

function opened(place: TextPlace): OpenText {
  const text = readText(place, context);
  if ("problems" in text) throw new Error(text.problems[0]?.message);
  return text;
}

const editOf = (place: TextPlace, text: string): Edit => {
  const { text: was, fileHash } = opened(place);
  return { ...place, was, fileHash, text };
};

const save = (place: TextPlace, text: string) => saveText(editOf(place, text), context);

/** Restores the file after. */
function onFile(file: string, use: (before: string) => void): void {
  const before = read(file);
  try {
    use(before);
  } finally {
    site.write({ [file]: before });
  }
}

const heading: TextPlace = { file: "content/pages/home.yaml", path: ["sections", 0, "heading"] };

describe("a text that is read for editing", () => {
  test("comes as it is written, with its line and what it is for", () => {
    expect(opened({ file: "content/pages/home.yaml", path: ["sections", 0, "lead"] })).toMatchObject({
      text: "{brand.name} plans events in Toronto.",
      line: 6,
      kind: "text",
    });
    expect(opened({ file: "content/pages/home.yaml", path: ["description"] }).description).toMatch(/search results/);
    expect(opened({ file: "content/legal/terms.md", path: ["body"], block: { first: 2, end: 3 } })).toMatchObject({
      words: "Read these terms. They belong to {brand.legalName}.",
      line: 11,
      kind: "markdown",
    });
    expect(opened({ file: "content/site.yaml", path: ["brand", "name"] })).toMatchObject({
      text: "Evenhall",
      kind: "text",
      description: expect.any(String),
    });
  });

  test.each<[string, TextPlace]>([
    ["a link", { file: "content/pages/home.yaml", path: ["sections", 0, "actions", 0, "href"] }],
    ["the type of a section", { file: "content/pages/home.yaml", path: ["sections", 0, "type"] }],
    ["a picture's file", { file: "content/services/gala-dinners.yaml", path: ["image", "src"] }],
    ["a number", { file: "content/services/gala-dinners.yaml", path: ["order"] }],
    ["a list", { file: "content/services/gala-dinners.yaml", path: ["sections"] }],
    ["nothing", { file: "content/services/gala-dinners.yaml", path: ["sections", 9, "heading"] }],
    ["a file that the site does not read", { file: "templates/index.ts", path: ["title"] }],
    ["a path out of the content", { file: "content/../package.json", path: ["name"] }],
    ["a file that is not there", { file: "content/pages/gone.yaml", path: ["title"] }],
  ])("is not %s", (_, place) => {
    expect(readText(place, context)).toMatchObject({ problems: [{ code: "EDIT_REFUSED" }] });
  });
});

describe("a text that is saved", () => {
  test("changes its own line, and its undo puts all back to the byte", () => {
    onFile(heading.file, (before) => {
      const saved = save(heading, "Ready: before the doors");
      expect(read(heading.file)).toBe(
        before.replace("heading: Ready before the doors open", 'heading: "Ready: before the doors"'),
      );
      expect(saved).toMatchObject({ file: heading.file, line: 5, remaining: [] });
      expect(stepHistory("undo", context)).toMatchObject({ line: 5, text: "Ready before the doors open" });
      expect(read(heading.file)).toBe(before);
    });
  });

  test("changes lines of a Markdown text, and its undo puts them back", () => {
    const place = { file: "content/legal/terms.md", path: ["body"], block: { first: 2, end: 3 } };
    onFile(place.file, (before) => {
      save(place, "Read **them**.\nNow.");
      expect(read(place.file)).toBe(before.replace(/Read these terms.*/, "Read **them**.\nNow."));
      stepHistory("undo", context);
      expect(read(place.file)).toBe(before);
    });
  });

  test("may be in a reading of a page that is not chosen", () => {
    const place = { file: "content/services/gala-dinners@short.yaml", path: ["sections", 0, "heading"] };
    onFile(place.file, () => expect(save(place, "Galas")).toMatchObject({ line: 11 }));
  });

  test("is not written where it was read otherwise, and what it says is reported", () => {
    onFile(heading.file, (before) => {
      expect(saveText({ ...editOf(heading, "New"), was: "Other words" }, context)).toMatchObject({
        problems: [{ code: "EDIT_CHANGED", line: 5 }],
        now: { text: "Ready before the doors open" },
      });
      expect(read(heading.file)).toBe(before);
    });
  });

  test("that cannot be written is refused, with the reason alone", () => {
    const number: TextPlace = { file: heading.file, path: ["sections", 0, "type"] };
    const { fileHash } = opened(heading);
    const answer = saveText({ ...number, was: "page-hero", fileHash, text: "hero" }, context);
    expect(answer).toMatchObject({
      problems: [{ code: "EDIT_REFUSED", message: expect.stringMatching(/not a text/) }],
    });
    expect(answer).not.toHaveProperty("now");
  });

  test("that says what it said is not written at all", () => {
    onFile(heading.file, (before) => {
      expect(save(heading, "Ready before the doors open")).toMatchObject({ line: 5 });
      expect(read(heading.file)).toBe(before);
    });
  });
});

describe("words that the site refuses are reported, and not written", () => {
  test.each<[string, TextPlace, string, string, RegExp]>([
    [
      "too few",
      { file: heading.file, path: ["description"] },
      "Too short.",
      "CONTENT_INVALID_VALUE",
      /10 characters; it needs at least 50/,
    ],
    ["none", heading, "  ", "CONTENT_INVALID_VALUE", /has no words in it/],
    ["a token that names nothing", heading, "At {brand.nam}", "CONTENT_UNKNOWN_TOKEN", /names no text/],
    ["a brace alone", heading, "At {", "CONTENT_UNKNOWN_TOKEN", /no partner/],
    [
      "a dead link",
      { file: "content/legal/terms.md", path: ["body"], block: { first: 6, end: 7 } },
      "[x](/contacts)",
      "CONTENT_UNKNOWN_ROUTE",
      /no page/,
    ],
    [
      "a script as a link",
      { file: "content/legal/terms.md", path: ["body"], block: { first: 6, end: 7 } },
      "[x](javascript:alert(1))",
      "CONTENT_BAD_LINK",
      /not a link/,
    ],
    [
      "a second main heading",
      { file: "content/legal/terms.md", path: ["body"], block: { first: 0, end: 1 } },
      "# One",
      "EDIT_REFUSED",
      /another heading level/,
    ],
    [
      "a token of site.yaml that leads to itself",
      { file: "content/site.yaml", path: ["brand", "name"] },
      "{brand.name}",
      "CONTENT_UNKNOWN_TOKEN",
      /lead back/,
    ],
    ["what no one would see", heading, "a \u0000 b", "EDIT_REFUSED", /cannot be seen/],
  ])("%s", (_, place, text, code, message) => {
    const before = read(place.file);
    const { problems } = save(place, text) as UnsavedText;
    expect(problems[0]).toMatchObject({ code, message: expect.stringMatching(message) });
    expect(read(place.file)).toBe(before);
  });
});

describe("a file with mistakes elsewhere", () => {
  test("takes the words, and the mistakes are reported as they were", () =>
    onFile(heading.file, (before) => {
      site.write({ [heading.file]: before.replace("lead:", "led:").replace("/contact", "/contacts") });
      const saved = save(heading, "New words");
      expect(saved).toMatchObject({ line: 5 });
      expect("remaining" in saved && saved.remaining.map(({ code }) => code)).toEqual(
        expect.arrayContaining(["CONTENT_UNKNOWN_KEY", "CONTENT_UNKNOWN_ROUTE"]),
      );
    }));

  test("is refused words that keep the mistake of this very text", () =>
    onFile(heading.file, (before) => {
      site.write({ [heading.file]: before.replace("heading: Ready before the doors open", 'heading: "  "') });
      expect(save(heading, " ")).toMatchObject({ problems: [{ code: "CONTENT_INVALID_VALUE" }] });
      expect(save(heading, "Words")).toMatchObject({ line: 5 });
    }));

  test("is left to an editor where it cannot be read", () =>
    onFile(heading.file, (before) => {
      site.write({ [heading.file]: `${before}\n  broken: [` });
      expect(readText(heading, context)).toMatchObject({ problems: [{ code: "EDIT_REFUSED" }] });
    }));
});

describe("a file that was changed meanwhile is not overwritten", () => {
  test("and what it says now is reported", () =>
    onFile(heading.file, (before) => {
      const edit = editOf(heading, "Mine");
      const theirs = before.replace("Ready before the doors open", "Theirs");
      site.write({ [heading.file]: theirs });
      const answer = saveText(edit, context);
      expect(answer).toMatchObject({
        problems: [{ code: "EDIT_CHANGED" }],
        now: { text: "Theirs", path: heading.path },
      });
      expect(read(heading.file)).toBe(theirs);
      if (!("now" in answer) || !answer.now) throw new Error("no words");
      expect(saveText({ ...edit, was: answer.now.text, fileHash: answer.now.fileHash }, context)).toMatchObject({
        line: 5,
      });
      expect(read(heading.file)).toContain("heading: Mine");
    }));

  test("and where its words have moved to is found", () =>
    onFile(heading.file, (before) => {
      const edit = editOf({ file: heading.file, path: ["sections", 2, "cards", 0, "title"] }, "Plans");
      site.write({
        [heading.file]: before.replace("    cards:\n", "    cards:\n      - { title: First, text: More }\n"),
      });
      const answer = saveText(edit, context);
      expect(answer).toMatchObject({ now: { text: "Planning", path: ["sections", 2, "cards", 1, "title"] } });
    }));

  test("and lines of a Markdown text are found below new ones", () => {
    const place = { file: "content/legal/terms.md", path: ["body"], block: { first: 4, end: 5 } };
    onFile(place.file, (before) => {
      const edit = editOf(place, "Amendments");
      site.write({ [place.file]: before.replace("## Introduction", "New.\n\n## Introduction") });
      expect(saveText(edit, context)).toMatchObject({
        now: { text: "## Changes", words: "Changes", block: { first: 6, end: 7 } },
      });
    });
  });

  test("and words that are gone are reported as such", () =>
    onFile(heading.file, (before) => {
      const edit = editOf({ file: heading.file, path: ["sections", 2, "cards", 0, "title"] }, "Plans");
      site.write({ [heading.file]: before.replace(/ {4}cards:[\s\S]*/, "    cards: []\n") });
      expect(saveText(edit, context)).toMatchObject({ problems: [{ code: "EDIT_CHANGED" }, { code: "EDIT_REFUSED" }] });
    }));
});

describe("the saves of a session", () => {
  const lead: TextPlace = { file: heading.file, path: ["sections", 0, "lead"] };
  const terms = { file: "content/legal/terms.md", path: ["body"], block: { first: 2, end: 3 } };
  const begin = () => {
    context = { ...context, history: createEditHistory() };
  };
  const both = () => [read(heading.file), read(terms.file)];
  const must = (place: TextPlace, text: string) => {
    const saved = save(place, text);
    if ("problems" in saved) throw new Error(saved.problems[0]?.message);
  };

  test("are undone one by one to the first, on whatever page, and made again to the last", () =>
    onFile(terms.file, () =>
      onFile(heading.file, () => {
        begin();
        const states = [both()];
        const saves: [TextPlace, string][] = [
          [heading, "One: with a colon"],
          [terms, "Read **them**.\nNow."],
          [heading, "Two"],
          [lead, "A lead\nof two lines"],
          [{ ...terms, block: { first: 2, end: 4 } }, "Read."],
          [heading, "Two again"],
          [heading, "Two"],
        ];
        for (const [place, text] of saves) {
          must(place, text);
          states.push(both());
        }
        for (let round = 0; round < 2; round++) {
          for (let at = saves.length - 1; at >= 0; at--) {
            expect(stepHistory("undo", context)).toMatchObject({ history: { undo: at, redo: saves.length - at } });
            expect(both()).toEqual(states[at]);
          }
          expect(stepHistory("undo", context)).toMatchObject({ problems: [{ message: "There is nothing to undo." }] });
          for (let at = 1; at <= saves.length; at++) {
            expect(stepHistory("redo", context)).toMatchObject({ history: { undo: at, redo: saves.length - at } });
            expect(both()).toEqual(states[at]);
          }
          expect(stepHistory("redo", context)).toMatchObject({ problems: [{ message: "There is nothing to redo." }] });
        }
        // A new save leads on from where one has gone back to.
        for (let steps = 0; steps < 3; steps++) stepHistory("undo", context);
        must(lead, "Another lead");
        expect(context.history.counts()).toEqual({ undo: 5, redo: 0 });
        for (let at = 4; at >= 0; at--) stepHistory("undo", context);
        expect(both()).toEqual(states[0]);
      }),
    ));

  test("are undone in files that have changed elsewhere since, and left out where their own words have", () =>
    onFile(terms.file, () =>
      onFile(heading.file, (before) => {
        begin();
        const [, first] = both();
        must(terms, "Read.");
        must(heading, "One");
        must(lead, "Two");
        site.write({ [heading.file]: `# Theirs\n${read(heading.file)}` });
        expect(stepHistory("undo", context)).toMatchObject({ history: { undo: 2 } });
        expect(read(heading.file)).toBe(`# Theirs\n${before.replace("Ready before the doors open", "One")}`);
        site.write({ [heading.file]: read(heading.file).replace("heading: One", "heading: Theirs") });
        const theirs = read(heading.file);
        expect(stepHistory("undo", context)).toMatchObject({
          problems: [{ code: "EDIT_CHANGED" }],
          history: { undo: 1, redo: 1 },
        });
        expect(read(heading.file)).toBe(theirs);
        expect(stepHistory("undo", context)).toMatchObject({ file: terms.file, history: { undo: 0 } });
        expect(read(terms.file)).toBe(first);
      }),
    ));

  test("that cannot be written now are undone later", () =>
    onFile(heading.file, (before) => {
      begin();
      must(heading, "One");
      chmodSync(join(site.root, heading.file), 0o444);
      expect(stepHistory("undo", context)).toMatchObject({ problems: [{ code: "EDIT_FAILED" }], history: { undo: 1 } });
      chmodSync(join(site.root, heading.file), 0o644);
      stepHistory("undo", context);
      expect(read(heading.file)).toBe(before);
    }));
});

describe("a text that the site does without", () => {
  const remove = (place: TextPlace) => saveText({ ...editOf(place, ""), text: null }, context);
  const lead: TextPlace = { file: heading.file, path: ["sections", 0, "lead"] };

  test("is said to be optional, and taken out with its line; undoing that brings it back", () =>
    onFile(lead.file, (before) => {
      context = { ...context, history: createEditHistory() };
      expect(opened(lead).isOptional).toBe(true);
      expect(save(lead, "  ")).toMatchObject({ problems: [{ code: "CONTENT_INVALID_VALUE" }] });
      expect(remove(lead)).toMatchObject({ line: 6, isPlaceholder: false, history: { undo: 1 } });
      expect(read(lead.file)).toBe(before.replace(/^ {4}lead: .*\n/m, ""));
      expect(stepHistory("undo", context)).toMatchObject({ line: 6, text: "{brand.name} plans events in Toronto." });
      expect(read(lead.file)).toBe(before);
      expect(stepHistory("redo", context)).toMatchObject({ text: null });
      expect(read(lead.file)).toBe(before.replace(/^ {4}lead: .*\n/m, ""));
    }));

  test.each<[string, TextPlace]>([
    ["that the site needs", heading],
    ["of a Markdown file", { file: "content/legal/terms.md", path: ["body"], block: { first: 2, end: 3 } }],
  ])("is no text %s", (_, place) =>
    onFile(place.file, (before) => {
      expect(opened(place).isOptional).toBe(false);
      expect(remove(place)).toHaveProperty("problems");
      expect(read(place.file)).toBe(before);
    }),
  );
});
