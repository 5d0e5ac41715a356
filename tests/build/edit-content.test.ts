// A text of the content, read for a person and written back by the rules of a whole site: what they refuse is reported, and nothing written.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openVisual } from "../../cli/edit/open-words.ts";
import type { Edit, OpenText, TextPlace, UnsavedText } from "../../cli/edit/text/edit.ts";
import { type EditContext, readText, saveText } from "../../cli/edit/text/edit-content.ts";
import { createEditHistory } from "../../cli/edit/text/edit-history.ts";
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
