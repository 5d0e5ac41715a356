// Every text of the site can be changed in place, and nothing but it changes: not a blank, not a comment, not another value.
import { isDeepStrictEqual } from "node:util";
import { CORE_SCHEMA, load } from "js-yaml";
import { describe, expect, test } from "vitest";
import type { Diagnostic } from "../../cli/diagnostics/diagnostic.ts";
import { type EditableSource, type EditedSource, openSource } from "../../cli/visual/edit/edit-source.ts";
import { type ContentFile, readContent, textsIn } from "../support/content-words.ts";
import { contentTexts } from "../support/mutations.ts";
import { sample } from "../support/rounds.ts";

/** The laws that parse a file for each text take one text in so many; another seed takes others. */
const SHARE = 5;

type Path = readonly (string | number)[];

interface TextNode {
  readonly file: string;
  readonly raw: string;
  readonly path: Path;
  readonly was: string;
}

const rawOf = new Map(contentTexts.map(({ path, text }) => [path, text]));

const textNodes: readonly TextNode[] = readContent().flatMap(({ path: file, data, body }: ContentFile) => {
  const raw = rawOf.get(file) ?? "";
  const texts = [...textsIn(data)].map(({ text, path }) => ({ file, raw, path: numbered(data, path), was: text }));
  return body === undefined ? texts : [...texts, { file, raw, path: ["body"], was: body.replace(/^\n/, "") }];
});

/** Steps into lists are numbers. */
function numbered(data: unknown, path: readonly string[]): Path {
  let value = data;
  return path.map((step) => {
    const isList = Array.isArray(value);
    value = (value as Record<string, unknown>)[step];
    return isList ? Number(step) : step;
  });
}

const refOf = (file: string) => ({
  path: `/nowhere/content/${file}`,
  file: `content/${file}`,
  collection: file.split("/")[0] ?? "",
  slug: "any",
  variant: undefined,
  format: file.endsWith(".md") ? ("markdown" as const) : ("yaml" as const),
});

const opened = new Map<string, EditableSource>();
const openRaw = (file: string, raw: string): EditableSource => {
  const known = opened.get(raw) ?? openSource(refOf(file), raw);
  opened.set(raw, known);
  return known;
};

const edit = (
  { file, raw, path, was }: TextNode,
  text: string,
  source = openRaw(file, raw),
): EditedSource | Diagnostic => source.edit({ path, was, text });

/** Read here without the program's help, and by another library than the one that finds the place. */
function dataOf(file: string, raw: string): unknown {
  const text = raw.replace(/^\ufeff/, "").replaceAll("\r\n", "\n");
  if (!file.endsWith(".md")) return load(text, { schema: CORE_SCHEMA });
  const [, front = "", body = ""] = /^---\n(.*?\n)---\n\n?(.*)$/s.exec(text) ?? [];
  return { ...(load(front, { schema: CORE_SCHEMA }) as object), body };
}

function withValue(data: unknown, [step, ...rest]: Path, value: string): unknown {
  if (step === undefined) return value;
  if (Array.isArray(data)) return data.map((item, index) => (index === step ? withValue(item, rest, value) : item));
  return Object.fromEntries(
    Object.entries(data as object).map(([key, member]) => [
      key,
      key === step ? withValue(member, rest, value) : member,
    ]),
  );
}

/** Lines that differ: from the first to the last, in each of the two. */
function differingLines(before: string, after: string): { old: string[]; fresh: string[]; first: number } {
  const [old, fresh] = [before.split("\n"), after.split("\n")];
  let first = 0;
  while (first < old.length && old[first] === fresh[first]) first++;
  while (old.length > first && fresh.length > first && old.at(-1) === fresh.at(-1)) {
    old.pop();
    fresh.pop();
  }
  return { old: old.slice(first), fresh: fresh.slice(first), first };
}

/** Of a text, not of the words that were put into it. */
const commentsIn = (raw: string, words: string) =>
  (raw.match(/^ *#.*$|# placeholder(?=\n)/gm) ?? [])
    .map((comment) => comment.trim())
    .filter((comment) => !words.includes(comment));

const dataIn = new Map([...rawOf].map(([file, raw]) => [file, dataOf(file, raw)]));

/** The law: the text says what was asked, and all else is as it was. */
function faultOf(textNode: TextNode, text: string): string | undefined {
  const edited = edit(textNode, text);
  const where = `${textNode.file} ${textNode.path.join(".")} ← ${JSON.stringify(text)}`;
  if ("code" in edited) return `${where}: ${edited.message}`;
  const wanted = withValue(dataIn.get(textNode.file), textNode.path, text);
  if (!isDeepStrictEqual(dataOf(textNode.file, edited.raw), wanted)) return `${where}: other values changed`;
  if (textNode.path[0] !== "body" && !isDeepStrictEqual(commentsIn(edited.raw, text), commentsIn(textNode.raw, text)))
    return `${where}: comments changed`;
  return undefined;
}

/** Each text takes one of the words, and each of them is taken by texts of every kind. */
const faults = (words: readonly string[]) =>
  sample(textNodes, SHARE).flatMap((textNode, index) => faultOf(textNode, words[index % words.length] ?? "") ?? []);

test("there are as many texts as a site has", () => {
  expect(textNodes.length).toBeGreaterThan(900);
});

describe("every text of the site", () => {
  test("takes another word, and the difference is that word", () => {
    for (const textNode of sample(textNodes, SHARE)) {
      // The longest word, so that it is not a part of a mark of YAML's or Markdown's.
      const word = textNode.was.match(/[A-Za-z]{3,}/g)?.sort((a, b) => b.length - a.length)[0];
      if (word === undefined) continue;
      const text = textNode.was.replace(word, "Marked");
      const edited = edit(textNode, text);
      if ("code" in edited) throw new Error(`${textNode.file} ${textNode.path.join(".")}: ${edited.message}`);
      const { old, fresh } = differingLines(textNode.raw, edited.raw);
      expect([textNode.path.join("."), old.length, fresh.length]).toEqual([textNode.path.join("."), 1, 1]);
      expect(fresh[0]?.replace("Marked", word)).toBe(old[0]);
    }
  });

  test("is left alone where nothing was typed", () => {
    for (const textNode of textNodes) expect(edit(textNode, textNode.was)).toMatchObject({ raw: textNode.raw });
  });

  test("takes words that YAML would take for something else, quotation marks, braces and blanks of every kind", () => {
    expect(
      faults([
        "Dinner: for twelve",
        "Suite #4",
        "- a dash",
        "* a star",
        "@home",
        "yes",
        "2025-01-01",
        "1.10",
        "null",
        `"quoted"`,
        `It's "so"`,
        "back\\slash",
        "{brand.name} events",
        "[a, b]",
        " blanks around ",
        "two  blanks",
        "a\ttab",
        "“curly”",
        "🎉 déjà\u00a0vu\u2028",
      ]),
    ).toEqual([]);
  });

  test("takes several lines, none, and many", () => {
    expect(
      faults([
        "",
        "one\ntwo",
        "one\n\ntwo\n",
        "\nlate",
        "  deep\nflat",
        "---\nfence\n---",
        "# heading\n\n- item\n  - item\n\n```\ncode  \n```",
        "ends\n\n\n",
        "word ".repeat(2000).trim(),
      ]),
    ).toEqual([]);
  });

  test("goes back to what it was when the old words are put back", () => {
    for (const textNode of sample(textNodes, 7 * SHARE)) {
      const there = edit(textNode, "Something else entirely");
      if ("code" in there) throw new Error(there.message);
      const back = edit({ ...textNode, raw: there.raw, was: "Something else entirely" }, textNode.was);
      if ("code" in back) throw new Error(back.message);
      expect(dataOf(textNode.file, back.raw)).toEqual(dataOf(textNode.file, textNode.raw));
    }
  });

  test("keeps the line ends and the byte order mark of its file", () => {
    for (const textNode of sample(textNodes, SHARE)) {
      const raw = `\ufeff${textNode.raw.replaceAll("\n", "\r\n")}`;
      const text = `${textNode.was.replace(/\n$/, "")} and more`;
      const edited = edit({ ...textNode, raw }, text);
      const plain = edit(textNode, text);
      if ("code" in edited || "code" in plain) throw new Error(`${textNode.file} ${textNode.path.join(".")}`);
      expect(edited.raw).toBe(`\ufeff${plain.raw.replaceAll("\n", "\r\n")}`);
    }
  });
});
