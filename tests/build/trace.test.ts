// Where the words of the pages are: every text that people read, hear or see is found in the content, at the place that is named.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openPageMaps, type PageMaps } from "../../cli/edit/source-map/page-maps.ts";
import type { PageWords, WordsOrigin } from "../../cli/edit/source-map/page-words.ts";
import type { BuildResult } from "../../cli/index.ts";
import { openSession, type SiteSession } from "../../cli/pipeline/watch-session.ts";
import { shownTexts, unknownWords } from "../support/site/traced-page.ts";
import { frozenDir } from "../support/site/with-site.ts";

describe.each(["react", "preact"] as const)("with %s", (renderer) => {
  let session: SiteSession;
  let visual: PageMaps;
  let result: BuildResult;
  const traced = new Map<string, { readonly html: string; readonly words: PageWords }>();
  const files = new Map<string, readonly string[]>();

  beforeAll(async () => {
    session = openSession({ root: frozenDir, renderer });
    visual = openPageMaps(session);
    result = await session.build();
    for (const { file } of result.routes) {
      const words = await visual.sourceMap(file);
      if (words) traced.set(file, { html: htmlOf(result, file), words });
    }
  });
  afterAll(() => session.close());

  /** What the file says from the place on. */
  const textAt = ({ file, line, column }: Pick<WordsOrigin, "file" | "line" | "column">): string => {
    const lines = files.get(file) ?? readFileSync(join(frozenDir, file), "utf8").split("\n");
    files.set(file, lines);
    return [lines[line - 1]?.slice(column - 1), ...lines.slice(line)].join("\n");
  };

  test("every page is traced, none of its texts in part alone", () => {
    expect([...traced.keys()].sort()).toEqual(result.routes.map(({ file }) => file).sort());
    expect([...traced].filter(([, { words }]) => words.unmapped.length > 0)).toEqual([]);
  });

  test("every text is found, but for what templates put between texts and before numbered headings", () => {
    const unknown = [...traced.values()].flatMap(({ html, words }) =>
      shownTexts(html, words)
        .map((shown) => ({ where: shown.where, left: unknownWords(shown).trim() }))
        .filter(({ left }) => !/^(?:,?|\d+\.)$/.test(left)),
    );
    expect(unknown).toEqual([]);
  });

  test("every place holds the words that it is named for", () => {
    let count = 0;
    const wrong: unknown[] = [];
    for (const { html, words } of traced.values()) {
      for (const { value, marks, where } of shownTexts(html, words)) {
        for (const { start, end, origin: index } of marks) {
          const origin = words.origins[index] as WordsOrigin;
          const shown = value.slice(start, end);
          count++;
          if (!isSaidAt(shown, origin, textAt(origin)))
            wrong.push({ where, shown, origin, at: textAt(origin).slice(0, 60) });
        }
      }
    }
    expect(wrong).toEqual([]);
    expect(count).toBeGreaterThan(3000);
  });

  test("tracing leaves the pages as they are", async () => {
    const again = await session.build();
    expect(again.routes.map(({ file }) => htmlOf(again, file))).toEqual(
      result.routes.map(({ file }) => htmlOf(result, file)),
    );
  });
});

const htmlOf = ({ files }: BuildResult, path: string): string =>
  Buffer.from(files.find((file) => file.path === path)?.content ?? "").toString();

/** Word by word, since lines may be folded; blanks and tokens may stand for anything. */
function isSaidAt(shown: string, { kind }: WordsOrigin, text: string): boolean {
  const name = /([^/]+?)(?:-\d+)?-[0-9a-f]{8}\.\w+$/.exec(shown)?.[1] ?? "";
  if (kind === "image") return name !== "" && text.split("\n", 1)[0]?.replaceAll("/", "-").includes(name) === true;
  const said = text
    .replace(/''/g, "'")
    .replace(/\\(["\\])/g, "$1")
    .replace(/\s+/g, " ");
  const first = said.split("{", 1)[0] ?? "";
  if (said.startsWith("{")) return true;
  const words = shown.trim().replace(/\s+/g, " ");
  return words.startsWith(first) || first.startsWith(words);
}
