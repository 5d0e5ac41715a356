// What people type who have never read the YAML specification: each trap is reported at the character that springs it, and nothing else is.
// Those that are seen in the file alone are in yaml/mistakes.test.ts.
import { describe, expect, test } from "vitest";
import { contentProblemsOf } from "../../../support/content-problems.ts";
import { type Edited, edited, shortForm } from "../../../support/problems.ts";
import { area, trapFile as file, itemTraps, valueTraps } from "../../../support/yaml-traps.ts";

const problemsOf = async (change: Edited) => (await contentProblemsOf([change])).map(shortForm);
const isOfContent = (code: string) => code.includes("CONTENT_");
const plain = edited(file)[1];
const at = (place: string, code: string) => [`${file}:${place} ${code}`];

describe("a value that YAML reads in its own way", () => {
  test.each(valueTraps.filter(([, , , code]) => isOfContent(code)))(
    "%j → %j is reported at %s as %s",
    async (from, to, place, code) => {
      expect(await problemsOf(edited(file, [from, to]))).toEqual(at(place, code));
    },
  );

  test.each(["1.10", "0600", "2025", "1e3", "0x1F", "true", ".inf", "12345678901234567890"])(
    "%s is no text without quotes",
    async (value) => {
      const found = await problemsOf(edited(file, ['"1,670"', value]));
      expect(found).toEqual(at("9:12", "CONTENT_NUMBER_AS_TEXT"));
      expect(await problemsOf(edited(file, ['"1,670"', `"${value}"`]))).toEqual([]);
    },
  );

  test.each(["", "null", "~"])("%j is reported at its key, as empty", async (value) => {
    expect(await problemsOf(edited(file, ['"1,670"', value]))).toEqual(at("9:5", "CONTENT_WRONG_TYPE"));
  });

  test.each(["2026-09-24", "19:30", "416-555-0142", "yes", "12 or 13", "a:b", "x#y", "50%", "it's"])(
    "%s is text, and nothing is said",
    async (value) => {
      expect(await problemsOf(edited(file, [area, `area: ${value}`]))).toEqual([]);
    },
  );
});

describe("an item of a list", () => {
  test.each(itemTraps.filter(([, found]) => found.length === 0 || found.some(isOfContent)))(
    "%j",
    async (items, expected) => {
      const found = await problemsOf([file, `${plain}suits:\n${items}`]);
      expect(found).toEqual(expected.map((place) => `${file}:${place}`));
    },
  );

  test.each([
    ["[Galas #1, Launches]", "11:15"],
    ["[Galas, #1]", "11:16"],
  ])("%s loses its bracket to the #", async (items, place) => {
    expect(await problemsOf([file, `${plain}suits: ${items}\n`])).toEqual(at(place, "SOURCE_COMMENT"));
  });
});
