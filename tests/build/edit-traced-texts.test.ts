// What the pages say can be changed from the pages: every text that a page is found to show can be read, and changed, at the place that is reported.
import { afterAll, beforeAll, expect, test } from "vitest";
import { openPageMaps } from "../../cli/edit/source-map/page-maps.ts";
import type { WordsOrigin } from "../../cli/edit/source-map/page-words.ts";
import type { OpenText } from "../../cli/edit/text/edit.ts";
import { readText, saveText } from "../../cli/edit/text/edit-content.ts";
import { createEditHistory, type EditContext, stepHistory } from "../../cli/edit/text/edit-history.ts";
import { openSession } from "../../cli/pipeline/watch-session.ts";
import { sample } from "../support/process/rounds.ts";
import { openSite } from "../support/site/with-site.ts";

const site = openSite({}, "frozen");
const session = openSession({ root: site.root });
let context: EditContext;
let origins: readonly WordsOrigin[];

beforeAll(async () => {
  const visual = openPageMaps(session);
  const { routes } = await session.build();
  const rules = visual.rules();
  if (!rules) throw new Error("no rules");
  context = { contentDir: session.config.contentDir, rules, history: createEditHistory() };
  const found = new Map<string, WordsOrigin>();
  for (const { file } of routes)
    for (const origin of (await visual.sourceMap(file))?.origins ?? [])
      found.set(JSON.stringify([origin.file, origin.path, origin.block]), origin);
  origins = [...found.values()].filter(({ kind }) => kind !== "image");
});
afterAll(async () => {
  await session.close();
  site.close();
});

test("every text that a page shows is read where it is", () => {
  expect(origins.length).toBeGreaterThan(700);
  const wrong = sample(origins, 4).flatMap((origin) => {
    const { file, path, block, kind, line } = origin;
    const text = readText({ file, path, ...(block && { block }) }, context);
    const where = `${file}:${line} ${path.join(".")} ${JSON.stringify(block ?? "")}`;
    if ("problems" in text) return [`${where}: ${text.problems[0]?.message}`];
    if (text.kind !== kind) return [`${where}: is ${text.kind}`];
    // The line on which the words begin, of a text on several lines its first.
    return text.line === line || (block && text.line <= line) ? [] : [`${where}: is in line ${text.line}`];
  });
  expect(wrong).toEqual([]);
});

test("some of every file are changed there, and go back to the byte", () => {
  const picked = new Map<string, WordsOrigin>();
  for (const origin of origins) picked.set(`${origin.file} ${origin.kind}`, origin);
  const wrong = [...picked.values()].flatMap((origin) => {
    const { file, path, block } = origin;
    const place = { file, path, ...(block && { block }) };
    const { text: was, fileHash } = readText(place, context) as OpenText;
    const before = site.read(file);
    const saved = saveText({ ...place, was, fileHash, text: `${was.replace(/\n+$/, "")} Marked` }, context);
    const where = `${file} ${path.join(".")}`;
    if ("problems" in saved) {
      // Figures, addresses and patterns have a form of their own.
      return /^CONTENT_/.test(saved.problems[0]?.code ?? "") && site.read(file) === before
        ? []
        : [`${where}: ${saved.problems[0]?.message}`];
    }
    if (!site.read(file).includes("Marked")) return [`${where}: not changed`];
    stepHistory("undo", context);
    return site.read(file) === before ? [] : [`${where}: another file`];
  });
  expect(picked.size).toBeGreaterThan(30);
  expect(wrong).toEqual([]);
});
