import { describe, expect, test } from "vitest";
import {
  circularTokens,
  resolveTokens,
  splitTokens,
  tokenValues,
  writtenTokens,
} from "../../../../../cli/content/references/resolve-tokens.ts";

const settings = {
  brand: { name: "Evenhall", line: "{brand.name}, {contact.city}" },
  contact: { city: "Toronto", days: ["Monday"] },
  count: 3,
};
const tokens = tokenValues(settings);

describe("what a text may name", () => {
  test("is every text of the settings, by its path, with the names in it filled in", () => {
    expect(Object.fromEntries(tokens)).toEqual({
      "brand.name": "Evenhall",
      "brand.line": "Evenhall, Toronto",
      "contact.city": "Toronto",
    });
  });

  test("has hyphens where its name has them", () => {
    const facts = tokenValues({ facts: { "price-per-guest": "from CAD 95" } });
    expect(resolveTokens("Dinner {facts.price-per-guest}", facts)).toEqual({
      value: "Dinner from CAD 95",
      unknown: [],
    });
  });

  test("may name itself in a circle: the circle is not gone round twice", () => {
    expect(Object.fromEntries(tokenValues({ a: "x{b}", b: "y{a}", c: "{c}" }))).toEqual({
      a: "xy{a}",
      b: "yx{b}",
      c: "{c}",
    });
  });
});

describe("a text in its parts", () => {
  const written = writtenTokens({ ...settings, a: "x{b}", b: "y{a}" });

  test("has the words between names, and the parts of what they name", () => {
    expect(splitTokens("At {brand.line}!", written)).toEqual([
      "At ",
      {
        token: "brand.line",
        written: "{brand.line}",
        parts: [
          { token: "brand.name", written: "{brand.name}", parts: ["Evenhall"] },
          ", ",
          { token: "contact.city", written: "{contact.city}", parts: ["Toronto"] },
        ],
      },
      "!",
    ]);
  });

  test("keeps what names nothing, and does not go round in circles", () => {
    expect(splitTokens("{brand.nam} and {count}", written)).toEqual(["{brand.nam} and {count}"]);
    expect(splitTokens("{a}", written)).toEqual([
      {
        token: "a",
        written: "{a}",
        parts: ["x", { token: "b", written: "{b}", parts: ["y{a}"] }],
      },
    ]);
    expect(splitTokens("", written)).toEqual([]);
  });
});

describe("names that go round in a circle", () => {
  test("are reported by their paths; others are not", () => {
    const values = tokenValues({ a: "x{b}", b: "y{a}", c: "{c}", d: "{e}", e: "plain" });
    expect(circularTokens(values)).toEqual(["a", "b", "c"]);
  });
});

describe("filling in", () => {
  test("reaches every text of a value, and leaves the rest as it is", () => {
    const value = { lead: "{brand.name} in {contact.city}", list: [{ text: "{brand.line}" }], order: 3, none: null };
    expect(resolveTokens(value, tokens)).toEqual({
      value: { lead: "Evenhall in Toronto", list: [{ text: "Evenhall, Toronto" }], order: 3, none: null },
      unknown: [],
    });
  });

  test.each(["{}", "{ brand.name }", "{Brand.name}", "{brand.}", "{1}", "{brand.name", "{brand.namex", "{a-b}", "}"])(
    "leaves %s, and tells that it names nothing",
    (text) => {
      expect(resolveTokens(text, tokens)).toEqual({ value: text, unknown: [{ token: text, path: [] }] });
    },
  );

  test("does not read a dollar sign in a value as anything but itself", () => {
    expect(resolveTokens("{price}", new Map([["price", "$& $1 $$"]])).value).toBe("$& $1 $$");
  });
});
