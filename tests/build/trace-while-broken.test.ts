// Tracing while a file is broken or half-way through a change: the last good page stays, and of its words those are found whose files still
// say them.
import { expect, test } from "vitest";
import type { PageWords } from "../../cli/edit/source-map/page-words.ts";
import { withSession } from "../support/site/with-session.ts";

const HOME = "content/pages/home.yaml";

const page = (heading: string, lead: string) =>
  [
    "title: Rooms that are ready before the doors open",
    "description: A small site for tests, with one of everything that a page of the real site may hold.",
    "sections:",
    "  - type: page-hero",
    `    heading: ${heading}`,
    `    lead: ${lead}`,
    "",
  ].join("\n");

const filesOf = ({ origins, marks }: PageWords) => new Set(marks.map(({ origin }) => origins[origin]?.file));

const reasons = ({ unmapped }: PageWords) => unmapped.map(({ reason }) => reason);

test("words are reported whose file still says them, and those of a file that changed are reported as changed", () =>
  withSession({ [HOME]: page("A headline", "A lead") }, async ({ session, visual, write }) => {
    await session.build();
    const before = (await visual.sourceMap("index.html")) as PageWords;
    expect(before.unmapped).toEqual([]);
    expect(filesOf(before)).toContain(HOME);

    // One text of it changes, together with a mistake.
    write({ [HOME]: `${page("Another headline", "A lead")}unknown: 1\n` });
    await expect(session.build()).rejects.toThrow();
    const after = (await visual.sourceMap("index.html")) as PageWords;
    expect(after.hash).toBe(before.hash);
    const heading = (words: PageWords) => words.origins.filter(({ path }) => path.join(".") === "sections.0.heading");
    const lead = (words: PageWords) => words.origins.filter(({ path }) => path.join(".") === "sections.0.lead");
    expect(heading(before)).toHaveLength(1);
    expect(heading(after)).toEqual([]);
    expect(reasons(after)).toEqual([expect.stringContaining(`sections.0.heading: ${HOME} says something else`)]);
    expect(lead(after)).toEqual(lead(before));
    // Which words of the page they were stays known.
    const was = before.marks.filter(({ origin }) => heading(before).includes(before.origins[origin] as never));
    expect(after.misplaced).toEqual(was.map(({ origin: _, ...mark }) => ({ ...mark, file: HOME })));
    expect(before.misplaced).toEqual([]);
  }));

test("a comment moves lines, and the page's words move with it though the page stays the same", () =>
  withSession({ [HOME]: page("A headline", "A lead") }, async ({ session, visual, write }) => {
    await session.build();
    const before = (await visual.sourceMap("index.html")) as PageWords;
    write({ [HOME]: `# One line more\n${page("A headline", "A lead")}` });
    await session.build();
    const after = (await visual.sourceMap("index.html")) as PageWords;
    const line = ({ origins }: PageWords) => origins.find(({ path }) => path.at(-1) === "lead")?.line;
    expect(after.hash).toBe(before.hash);
    expect(line(after)).toBe((line(before) ?? 0) + 1);
    expect(after.files[HOME]).not.toBe(before.files[HOME]);
  }));

test("what the command says instead of a file is reported as being in none", () =>
  withSession(
    { [HOME]: page("A headline", '"Find us at {url}"') },
    async ({ session, visual }) => {
      await session.build();
      const words = (await visual.sourceMap("index.html")) as PageWords;
      expect(reasons(words)).toEqual([expect.stringContaining("url: content/site.yaml says something else")]);
      expect(words.origins.some(({ path }) => path.at(-1) === "lead")).toBe(true);
    },
    { siteUrl: "https://flag.example" },
  ));

test("a file that the site does not have has no words", () =>
  withSession({}, async ({ session, visual }) => {
    expect(await visual.sourceMap("index.html")).toBeUndefined();
    await session.build();
    expect(await visual.sourceMap("nowhere/index.html")).toBeUndefined();
    expect((await visual.sourceMap("404.html"))?.marks.length).toBeGreaterThan(0);
  }));
