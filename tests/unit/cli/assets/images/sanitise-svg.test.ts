import { describe, expect, test } from "vitest";
import { sanitiseSvg, UnsafeSvgError } from "../../../../../cli/assets/images/sanitise-svg.ts";

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

  test.each([
    ["a script", svg("<script>alert(1)</script>")],
    [
      "a script under another prefix",
      '<s:svg xmlns:s="http://www.w3.org/2000/svg"><s:script>alert(1)</s:script></s:svg>',
    ],
    ["an event handler", svg("", ' onload="alert(1)"')],
    ["an event handler on a shape", svg('<rect onclick="alert(1)"/>')],
    ["a web page in it", svg("<foreignObject><div/></foreignObject>")],
    ["HTML in it", svg('<h:iframe xmlns:h="http://www.w3.org/1999/xhtml" src="x"/>')],
    ["a link", svg('<a href="https://example.com"><rect/></a>')],
    ["a reference to another file", svg('<use href="other.svg#a"/>')],
    ["an old reference to another file", svg('<use xlink:href="https://example.com/a.svg#a"/>')],
    ["a picture from elsewhere", svg('<image href="https://example.com/a.png"/>')],
    ["a script as a picture", svg('<image href="data:image/svg+xml;base64,PHN2Zz4="/>')],
    ["a script as a target", svg('<use href="javascript:alert(1)"/>')],
    ["an imported style", svg("<style>@import 'https://example.com/a.css';</style>")],
    ["an imported style in CDATA", svg("<style><![CDATA[@import url(//example.com/a.css);]]></style>")],
    ["a style that loads a file", svg('<rect style="fill:url(https://example.com/a.svg#b)"/>')],
    ["a hidden style", svg("<style>@\\69mport 'https://example.com/a.css';</style>")],
    ["a fill from elsewhere", svg('<rect fill="url( &quot;//example.com/a.svg#b&quot; )"/>')],
    ["an animated reference", svg('<use href="#a"><set attributeName="href" to="https://example.com"/></use>')],
    ["a style sheet from elsewhere", `<?xml-stylesheet href="https://example.com/a.css"?>${svg("")}`],
    ["an entity", `<!DOCTYPE svg [<!ENTITY a SYSTEM "file:///etc/passwd">]>${svg("")}`],
  ])("with %s is refused", (_, source) => {
    expect(() => sanitiseSvg(source)).toThrow(UnsafeSvgError);
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
