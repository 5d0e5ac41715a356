// An SVG picture as someone's editor saved it → the same picture with nothing in it but shapes. What could run, or load something from
// elsewhere, is refused; what only an editor reads (metadata, comments, the document type, foreign namespaces) is left out.
import { SaxesParser, type SaxesTagNS } from "saxes";

export class UnsafeSvgError extends Error {}

const SVG = "http://www.w3.org/2000/svg";
const XLINK = "http://www.w3.org/1999/xlink";
const XML = "http://www.w3.org/XML/1998/namespace";

/** Shapes, text, paint, filters and motion that stays inside the picture. */
const ELEMENTS = new Set(
  `svg g defs symbol use switch title desc path rect circle ellipse line polyline polygon text tspan textPath image style
  linearGradient radialGradient stop pattern clipPath mask marker view animate animateMotion animateTransform mpath set
  filter feBlend feColorMatrix feComponentTransfer feComposite feConvolveMatrix feDiffuseLighting feDisplacementMap feDistantLight
  feDropShadow feFlood feFuncA feFuncB feFuncG feFuncR feGaussianBlur feImage feMerge feMergeNode feMorphology feOffset fePointLight
  feSpecularLighting feSpotLight feTile feTurbulence`.split(/\s+/),
);

/** What only editors and browsers' scripts read: the picture is the same without it. */
const DROPPED = new Set(["metadata", "cursor", "font", "font-face", "glyph", "missing-glyph", "color-profile"]);

const EMBEDDED_PICTURE = /^data:image\/(?:png|jpeg|webp|gif|avif);base64,[a-z0-9+/=\s]*$/i;

interface OpenElement {
  readonly name: string;
  readonly isKept: boolean;
}

/** Rejects with UnsafeSvgError for what must not be published, and another error for what is no well-formed SVG. */
export function sanitiseSvg(source: string): string {
  const parser = new SaxesParser({ xmlns: true });
  const out: string[] = [];
  const open: OpenElement[] = [];
  const isInside = () => open.every(({ isKept }) => isKept);
  parser.on("error", (error) => {
    throw error;
  });
  parser.on("doctype", (doctype) => {
    if (/<!ENTITY/i.test(doctype)) throw new UnsafeSvgError("an entity");
  });
  parser.on("processinginstruction", ({ target }) => {
    if (target === "xml-stylesheet") throw new UnsafeSvgError("a style sheet from elsewhere");
  });
  parser.on("opentag", (tag) => {
    if (open.length === 0 && (tag.local !== "svg" || tag.uri !== SVG)) throw new Error("The file is no SVG picture.");
    const isKept = tag.uri === SVG && !DROPPED.has(tag.local);
    // What is left out with all that is in it need not be sound; a page's script or frame was put there to work.
    if (isInside() && (isKept || /xhtml/.test(tag.uri))) refuseDangerous(tag);
    open.push({ name: tag.local, isKept });
    if (isInside()) out.push(`<${tag.local}${open.length === 1 ? ` xmlns="${SVG}"` : ""}${attributesOf(tag)}>`);
  });
  parser.on("closetag", ({ local }) => {
    if (isInside()) out.push(`</${local}>`);
    open.pop();
  });
  const addText = (text: string) => {
    if (open.length === 0 || !isInside()) return;
    if (open.at(-1)?.name === "style") refuseForeignUrls(text);
    out.push(escapeText(text));
  };
  parser.on("text", addText);
  parser.on("cdata", addText);
  parser.write(source.replace(/^\ufeff/, "")).close();
  return `${out.join("").replace(/<([\w]+)((?:\s[^<>]*)?)><\/\1>/g, "<$1$2/>")}\n`;
}

function refuseDangerous({ uri, local, attributes }: SaxesTagNS): void {
  if (uri !== SVG) throw new UnsafeSvgError("a web page");
  if (!ELEMENTS.has(local)) throw new UnsafeSvgError(`an element "${local}"`);
  for (const { local: name, uri: space, value } of Object.values(attributes)) {
    if (/^on/i.test(name) && space === "") throw new UnsafeSvgError(`an event handler "${name}"`);
    if ((name === "href" || name === "src") && space !== XML && !isOwnReference(value, local))
      throw new UnsafeSvgError(`a reference to "${value.slice(0, 60)}"`);
    if (name === "attributeName" && /href|^on|^style$/i.test(value))
      throw new UnsafeSvgError(`an animation of "${value}"`);
    refuseForeignUrls(value);
  }
}

const isOwnReference = (value: string, element: string): boolean =>
  /^\s*(?:#|$)/.test(value) || (/^(?:image|feImage)$/.test(element) && EMBEDDED_PICTURE.test(value.trim()));

/** CSS, in a style sheet or an attribute. An escape could hide what it says, and drawings need none. */
function refuseForeignUrls(css: string): void {
  if (/@import|\\|expression\s*\(|javascript:|-moz-binding|image-set\s*\(/i.test(css) && /[(:@]/.test(css))
    throw new UnsafeSvgError("a style that loads or runs something");
  for (const [, target = ""] of css.matchAll(/url\(\s*["']?\s*([^"')]*)/gi))
    if (!target.startsWith("#")) throw new UnsafeSvgError(`a reference to "${target.slice(0, 60)}"`);
}

function attributesOf({ attributes }: SaxesTagNS): string {
  return Object.values(attributes)
    .flatMap(({ uri, local, value }) => {
      if (uri === "" && local !== "xmlns") return [` ${local}="${escapeAttribute(value)}"`];
      if (uri === XLINK && local === "href") return [` href="${escapeAttribute(value)}"`];
      if (uri === XML && (local === "space" || local === "lang")) return [` xml:${local}="${escapeAttribute(value)}"`];
      return [];
    })
    .join("");
}

const escapeText = (text: string) => text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;");

const escapeAttribute = (text: string) =>
  text
    .replace(/&/g, "&amp;")
    .replace(/</g, "&lt;")
    .replace(/"/g, "&quot;")
    .replace(/[\t\n\r]/g, (space) => `&#${space.charCodeAt(0)};`);
