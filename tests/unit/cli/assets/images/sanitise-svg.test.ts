import { describe, expect, test } from "vitest";
import { sanitiseSvg } from "../../../../../cli/assets/images/sanitise-svg.ts";

const svg = (inner: string, more = "") =>
  `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="4" height="3"${more}>${inner}</svg>`;

describe("an SVG picture", () => {
  test("keeps its shapes, words, styles and references within itself", () => {
    const drawing =
      '<defs><linearGradient id="a"><stop offset="0" stop-color="#fff"/></linearGradient></defs><style>.b{fill:url(#a)}</style><g transform="scale(2)"><path class="b" d="M0 0h4v3z"/><use href="#c"/><text xml:space="preserve">A &amp; B &lt; C</text></g>';
    expect(sanitiseSvg(svg(drawing))).toBe(
      `<svg xmlns="http://www.w3.org/2000/svg" width="4" height="3">${drawing}</svg>\n`,
    );
  });

  test("loses what only editors read", () => {
    const left = `<?xml version="1.0" encoding="utf-8"?>\n<!-- made by kilroy --><!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">\n${svg(
      '<metadata><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><a href="http://kilroy.example"/></rdf:RDF></metadata><sodipodi:namedview xmlns:sodipodi="http://sodipodi.example"><x/></sodipodi:namedview><rect inkscape:label="kilroy" xmlns:inkscape="http://inkscape.example" width="1"/>',
    )}`;
    expect(sanitiseSvg(left)).toBe(
      '<svg xmlns="http://www.w3.org/2000/svg" width="4" height="3"><rect width="1"/></svg>\n',
    );
  });

  test("keeps a picture that is embedded, and points to its parts without a namespace", () => {
    const inner = '<image href="data:image/png;base64,iVBORw0KGgo=" width="1"/><use xlink:href="#a"/>';
    expect(sanitiseSvg(svg(inner))).toContain('<use href="#a"/>');
  });

  // Where the time grows with the square of its length, the test runs into its limit.
  test("of one long path is read in the time of its letters", () => {
    expect(sanitiseSvg(svg(`<path d="M0 0${"h1v1".repeat(300_000)}"/>`))).toContain("v1h1v1");
  });

  test("that is refused is refused with the line", () => {
    const inner = "\n<rect/>\n<rect\n style='fill:url(a.svg#b)'/>\n";
    expect(() => sanitiseSvg(svg(inner))).toThrow('a reference to "a.svg#b" (line 4)');
    const style = "<style>\n.a{fill:red}\n.b{fill:url(a.svg#b)}\n</style>";
    expect(() => sanitiseSvg(svg(style))).toThrow("(line 3)");
  });

  test.each([
    ["is cut short", svg("<rect/>").slice(0, -4)],
    ["closes what it did not open", svg("</rect>")],
    ["is another document", '<html xmlns="http://www.w3.org/1999/xhtml"/>'],
    ["is no XML", "a picture"],
    ["is empty", ""],
  ])("that %s is no picture", (_, source) => {
    expect(() => sanitiseSvg(source)).toThrow();
  });
});
