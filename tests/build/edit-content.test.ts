// A text of the content, read for a person and written back: what the site's rules refuse is reported, and then nothing is written.
import { chmodSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openVisual } from "../../cli/edit/open-words.ts";
import type { Edit, OpenText, TextPlace, UnsavedText } from "../../cli/edit/text/edit.ts";
import { type EditContext, readText, saveText } from "../../cli/edit/text/edit-content.ts";
import { createEditHistory } from "../../cli/edit/text/edit-history.ts";
import { stepHistory } from "../../cli/edit/text/step-history.ts";
import { openSession, type SiteSession } from "../../cli/pipeline/watch-session.ts";
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
  test("may be in a reading of a page that is not chosen", () => {
    const place = { file: "content/services/gala-dinners@short.yaml", path: ["sections", 0, "heading"] };
    onFile(place.file, () => expect(save(place, "Galas")).toMatchObject({ line: 11 }));
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
