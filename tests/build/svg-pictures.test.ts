// SVG pictures as drawing programs save them look the same once they are cleaned.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { sanitiseSvg } from "../../cli/assets/images/sanitise-svg.ts";
import { listFiles } from "../support/process/files.ts";
import { svg } from "../support/site/hostile-svgs.ts";
import { frozenDir } from "../support/site/with-site.ts";

const pixels = (source: string) => sharp(Buffer.from(source), { density: 144 }).raw().toBuffer();

const DRAWINGS: Readonly<Record<string, string>> = {
  Illustrator: `<?xml version="1.0" encoding="utf-8"?>
<!-- Generator: Adobe Illustrator 27.0 -->
<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">
<svg version="1.1" id="Layer_1" xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" x="0px" y="0px"
	 viewBox="0 0 40 30" style="enable-background:new 0 0 40 30;" xml:space="preserve">
<style type="text/css">
	.st0{fill:#E30613;}
	.st1{clip-path:url(#SVGID_2_);fill:url(#SVGID_1_);stroke:#000;stroke-miterlimit:10;}
	.st2{font-family:'MyriadPro-Regular', sans-serif;font-size:12px;enable-background:new;}
</style>
<defs><rect id="SVGID_3_" x="2" y="2" width="30" height="20"/></defs>
<clipPath id="SVGID_2_"><use xlink:href="#SVGID_3_" style="overflow:visible;"/></clipPath>
<linearGradient id="SVGID_1_" gradientUnits="userSpaceOnUse" x1="0" y1="0" x2="40" y2="0" gradientTransform="matrix(1 0 0 -1 0 30)">
<stop offset="0" style="stop-color:#FFFFFF"/><stop offset="1" style="stop-color:#1D1D1B;stop-opacity:0.5"/></linearGradient>
<g id="Group_(2)" data-name="Copy(2)"><polygon class="st0" points="1,1 20,1 20,20 "/><path class="st1" d="M0,0h40v30H0V0z"/></g>
</svg>`,
  Inkscape: `<svg width="40mm" height="30mm" viewBox="0 0 40 30" version="1.1" id="svg5" inkscape:version="1.3" sodipodi:docname="C:\\logo.svg"
 xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape" xmlns:sodipodi="http://sodipodi.sourceforge.net/DTD/sodipodi-0.dtd" xmlns="http://www.w3.org/2000/svg">
<sodipodi:namedview id="n" inkscape:zoom="1"/><defs><filter id="f" style="color-interpolation-filters:sRGB" x="-0.1" width="1.2"><feGaussianBlur stdDeviation="1.5" inkscape:collect="always"/></filter></defs>
<g inkscape:label="Layer(1)" inkscape:groupmode="layer" style="display:inline;opacity:0.8"><ellipse style="fill:#0000ff;fill-opacity:1;fill-rule:evenodd;stroke:none;-inkscape-stroke:none;filter:url(#f)" cx="20" cy="15" rx="9" ry="7"/>
<path style="fill:none;stroke:#ff8800;stroke-width:2;stroke-dasharray:4, 2;paint-order:stroke fill markers" d="m 2,2 c 10,0 10,20 30,20" sodipodi:nodetypes="cc"/></g></svg>`,
  Figma: `<svg width="40" height="30" viewBox="0 0 40 30" fill="none" xmlns="http://www.w3.org/2000/svg">
<g clip-path="url(#clip0_1_2)" filter="url(#s)"><rect x="4" y="4" width="24" height="20" rx="4" fill="url(#paint0)" style="mix-blend-mode:multiply"/><mask id="m" style="mask-type:luminance" maskUnits="userSpaceOnUse" x="0" y="0" width="40" height="30"><path d="M0 0H40V30H0z" fill="white"/></mask><g mask="url(#m)"><circle cx="30" cy="20" r="6" fill="#0A0" fill-opacity=".6"/></g></g>
<defs><filter id="s" x="0" y="0" width="40" height="30" filterUnits="userSpaceOnUse"><feFlood flood-opacity="0" result="b"/><feColorMatrix in="SourceAlpha" values="0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 127 0" result="h"/><feOffset dy="1"/><feGaussianBlur stdDeviation="1"/><feBlend in="SourceGraphic" in2="b"/></filter><radialGradient id="paint0" cx="0" cy="0" r="1" gradientUnits="userSpaceOnUse" gradientTransform="translate(16 14) rotate(45) scale(14)"><stop stop-color="#F0F"/><stop offset="1" stop-color="#00F"/></radialGradient><clipPath id="clip0_1_2"><rect width="40" height="30" fill="white"/></clipPath></defs></svg>`,
  "a style sheet": svg(
    `<style>@namespace "http://www.w3.org/2000/svg";:root{--i<!-- divided --><![CDATA[nk:#a00}]]>.a,g>rect:not(.b){fill:var(--ink)}#c{fill:rgb(0 128 0/.5);transform:translate(4px,calc(1px + 2px)) rotate(5deg);transform-box:fill-box}@media (prefers-color-scheme:dark){.a{fill:#fff}}@keyframes k{from{opacity:0}50.5%{opacity:1}}.b{animation:k 1s linear infinite}</style><g><rect class="a" width="9" height="9"/><rect class="b" x="12" width="9" height="9"/><rect id="c" x="20" width="9" height="9"/></g>`,
  ),
};

describe("an SVG picture that is cleaned looks as it did", () => {
  test.each(Object.entries(DRAWINGS))("from %s", async (_, source) => {
    expect((await pixels(sanitiseSvg(source))).equals(await pixels(source))).toBe(true);
  });

  const images = join(frozenDir, "content/images");
  test.each(listFiles(images).filter((path) => path.endsWith(".svg")))("of the frozen site: %s", async (path) => {
    const source = readFileSync(join(images, path), "utf8");
    expect((await pixels(sanitiseSvg(source))).equals(await pixels(source))).toBe(true);
  });

  test("and keeps its styles, motion and custom properties", () => {
    const clean = sanitiseSvg(DRAWINGS["a style sheet"] ?? "");
    expect(clean).toContain(
      ":root{--ink:#a00}.a,g&gt;rect:not(.b){fill:var(--ink)}#c{fill:rgb(0 128 0/.5);transform:translate(4px,calc(1px + 2px)) rotate(5deg);transform-box:fill-box}@media (prefers-color-scheme:dark){.a{fill:#fff}}@keyframes k{from{opacity:0}50.5%{opacity:1}}.b{animation:k 1s linear infinite}</style>",
    );
  });
});
