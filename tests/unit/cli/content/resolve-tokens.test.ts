import { describe, expect, test } from "vitest";
import { circularTokens, resolveTokens, tokenValues } from "../../../../cli/content/resolve-tokens.ts";

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

  test("may name itself in a circle: the circle is not gone round twice", () => {
    expect(Object.fromEntries(tokenValues({ a: "x{b}", b: "y{a}", c: "{c}" }))).toEqual({
      a: "xy{a}",
      b: "yx{b}",
      c: "{c}",
    });
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

  test("tells the place of every name that there is none of, and leaves it", () => {
    const value = { a: "{brand.nmae} and {contact.days}", list: ["x", "{count}"] };
    expect(resolveTokens(value, tokens)).toEqual({
      value,
      unknown: [
        { token: "{brand.nmae}", path: ["a"] },
        { token: "{contact.days}", path: ["a"] },
        { token: "{count}", path: ["list", 1] },
      ],
    });
  });

  test.each(["{}", "{ brand.name }", "{Brand.name}", "{brand.}", "{1}", "{brand.name", "{a-b}", "}"])(
    "leaves %s, and tells that it names nothing",
    (text) => {
      expect(resolveTokens(text, tokens)).toEqual({ value: text, unknown: [{ token: text, path: [] }] });
    },
  );

  test("leaves the blanks that settings keep for templates", () => {
    const text = "{title} | {brand.name}";
    expect(resolveTokens(text, tokens, (name) => name === "title")).toEqual({
      value: "{title} | Evenhall",
      unknown: [],
    });
    expect(resolveTokens(text, tokens).unknown).toEqual([{ token: "{title}", path: [] }]);
  });

  test("does not read a dollar sign in a value as anything but itself", () => {
    expect(resolveTokens("{price}", new Map([["price", "$& $1 $$"]])).value).toBe("$& $1 $$");
  });
});
