import { describe, expect, test } from "vitest";
import { sanitiseSvg, UnsafeSvgError } from "../../../../../cli/assets/images/sanitise-svg.ts";
import { CLEANED, REFUSED } from "../../../../support/site/hostile-svgs.ts";

describe("an SVG picture with something that could run or load", () => {
  test.each(Object.entries(REFUSED))("is refused: %s", (_, source) => {
    expect(() => sanitiseSvg(source)).toThrow(UnsafeSvgError);
  });

  test.each(Object.entries(CLEANED))("is published without it: %s", (_, source) => {
    const clean = sanitiseSvg(source);
    expect(clean).not.toMatch(/elsewhere|\son\w+="|@import|<script/i);
    // What is published is in the form that it would be published in.
    expect(sanitiseSvg(clean)).toBe(clean);
  });
});
