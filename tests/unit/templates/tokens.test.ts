// Contrast of every pair of tokens that the design lets meet (WCAG 1.4.3 and 1.4.11), computed from tokens.css itself.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { cardLook } from "../../../templates/look/card-look.ts";
import { palette } from "../../../templates/look/palette.ts";
import { listFiles } from "../../support/process/files.ts";
import { projectDir } from "../../support/site/with-site.ts";

const css = readFileSync(join(projectDir, "templates/layout/tokens.css"), "utf8");

/** The custom properties of the first rule with this selector, `var()` followed. */
function tokensOf(selector: string): Record<string, string> {
  const start = css.indexOf(`\n  ${selector} {`);
  const block = css.slice(start, css.indexOf("\n  }", start));
  return Object.fromEntries(
    [...block.matchAll(/--([\w-]+):\s*([^;]+);/g)].map(([, name, value]) => [name ?? "", value ?? ""]),
  );
}

const daylight = tokensOf(":root");
const grounds = {
  daylight,
  white: { ...daylight, ...tokensOf(".white") },
  dark: { ...daylight, ...tokensOf(".dark") },
};

function colourOf(tokens: Record<string, string>, name: string): string {
  const value = tokens[name] ?? "";
  const other = /^var\(--([\w-]+)\)$/.exec(value)?.[1];
  return other ? colourOf(tokens, other) : value;
}

function luminance(colour: string): number {
  const hex = colour.length === 4 ? [...colour.slice(1)].map((digit) => digit + digit).join("") : colour.slice(1);
  const [red = 0, green = 0, blue = 0] = [0, 2, 4].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [dark = 0, bright = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (bright + 0.05) / (dark + 0.05);
}

test.each(Object.entries(palette))("%s is the same colour where it is drawn, again if it changes", (name, colour) => {
  expect(colour).toMatch(/^#[0-9a-f]{3,6}$/);
  expect(colour).toBe(daylight[name]);
  expect(cardLook.version).toContain(colour);
});

test("no other style sheet or script writes a colour: black on paper and in masks is none", () => {
  const sheets = listFiles(join(projectDir, "templates")).filter(
    (path) => /\.(?:css|tsx?)$/.test(path) && !["layout/tokens.css", "layout/palette.ts"].includes(path),
  );
  expect(sheets.length).toBeGreaterThan(20);
  const written = sheets.flatMap((path) => {
    const rules = readFileSync(join(projectDir, "templates", path), "utf8").replace(/\/\*[\s\S]*?\*\//g, "");
    const colours =
      rules.match(/(?<=[\s:(,])#[0-9a-f]{3,8}\b|\b(?:rgba?|hsla?|hwb|lab|lch|oklab|oklch)\([^)]*\)/gi) ?? [];
    return colours.map((colour) => `${path}: ${colour}`);
  });
  expect(written).toEqual([]);
});

const TEXT = 4.5;
const SHAPE = 3;

describe.each(Object.entries(grounds))("on %s", (_, tokens) => {
  test.each([
    ["ink", "ground", TEXT],
    ["quiet", "ground", TEXT],
    ["accent", "ground", TEXT],
    ["on-button", "button", TEXT],
    ["on-button", "button-hover", TEXT],
    ["button", "ground", SHAPE],
    ["star", "ground", SHAPE],
  ])("%s against %s has %d to 1", (one, other, least) => {
    expect(contrast(colourOf(tokens, one), colourOf(tokens, other))).toBeGreaterThanOrEqual(least);
  });
});

test.each([
  ["line", "paper", SHAPE],
  ["line", "white", SHAPE],
  ["line", "ink-900", SHAPE],
  ["error", "paper", TEXT],
  ["error", "white", TEXT],
  ["error-dark", "ink-900", TEXT],
  ["ok", "white", TEXT],
  ["ok", "paper", TEXT],
  ["ok-dark", "ink-900", TEXT],
  ["slate", "fog-200", TEXT],
  ["brass", "paper", TEXT],
  ["fog-300", "ink-800", TEXT],
  ["candle", "ink-800", TEXT],
])("%s on %s has %d to 1", (one, other, least) => {
  expect(contrast(colourOf(daylight, one), colourOf(daylight, other))).toBeGreaterThanOrEqual(least);
});
