// An SVG picture as an editor saved it → the same picture with only what svg-allowed.ts allows. What could run or load something is refused,
// also in styles. What only editors read (metadata, comments, the document type, foreign namespaces, unknown attributes) is left out.
import { SaxesParser, type SaxesTagNS } from "saxes";
import {
  AT_RULES,
  DROPPED_ELEMENTS,
  ELEMENTS,
  FUNCTIONS,
  isAllowedAttribute,
  isAnimated,
  WORDS,
} from "./svg-allowed.ts";

const SVG = "http://www.w3.org/2000/svg";
const XLINK = "http://www.w3.org/1999/xlink";
const XML = "http://www.w3.org/XML/1998/namespace";

const EMBEDDED_PICTURE = /^data:image\/(?:png|jpe?g|webp|gif|avif);base64,[a-z0-9+/=\s]*$/i;

/** An SVG picture that must not be published. `message` names what it holds: "an event handler (line 3)". */
export class UnsafeSvgError extends Error {
  /** `linesBelow`: how many lines the parser has read below the problem. */
  constructor(
    what: string,
    readonly linesBelow = 0,
  ) {
    super(what);
  }
}

/** The message for a document type that defines an entity. */
export const ENTITY = "an entity";

interface OpenElement {
  readonly name: string;
  readonly isKept: boolean;
}

/** Rejects with UnsafeSvgError for what must not be published, and another error for what is not well-formed SVG. */
export function sanitiseSvg(source: string): string {
  // The output has no XML declaration, so it is read by the rules of XML 1.0, whatever version the source names.
  const parser = new SaxesParser({ xmlns: true, defaultXMLVersion: "1.0", forceXMLVersion: true });
  const output: string[] = [];
  const open: OpenElement[] = [];
  /** All text of the open style element: comments and CDATA sections split it, but browsers read it as one. */
  let style: string | undefined;
  const isInside = () => open.every(({ isKept }) => isKept);
  parser.on("error", (error) => {
    throw error;
  });
  parser.on("doctype", (doctype) => {
    if (/<!ENTITY/i.test(doctype)) throw new UnsafeSvgError(ENTITY);
  });
  parser.on("processinginstruction", ({ target }) => {
    if (target === "xml-stylesheet") throw new UnsafeSvgError("a style sheet from elsewhere");
  });
  parser.on("opentag", (tag) => {
    if (open.length === 0 && tag.local === "svg" && tag.uri === "")
      parser.fail(`its <svg> lacks xmlns="${SVG}", without which browsers show nothing`);
    if (open.length === 0 && (tag.local !== "svg" || tag.uri !== SVG)) throw new Error("The file is no SVG picture.");
    const isKept = tag.uri === SVG && !DROPPED_ELEMENTS.has(tag.local);
    // An element that is left out need not be safe. Scripts and frames are refused.
    if (isInside() && (isKept || /xhtml/.test(tag.uri))) refuseElement(tag, style !== undefined);
    open.push({ name: tag.local, isKept });
    if (!isInside()) return;
    output.push(`<${tag.local}${open.length === 1 ? ` xmlns="${SVG}"` : ""}${attributesOf(tag)}>`);
    if (tag.local === "style") style = "";
  });
  parser.on("closetag", ({ local }) => {
    if (isInside()) {
      if (style !== undefined) {
        refuseLoading(style);
        output.push(escapeText(style));
      }
      style = undefined;
      output.push(`</${local}>`);
    }
    open.pop();
  });
  const addText = (text: string) => {
    if (open.length === 0 || !isInside()) return;
    if (style === undefined) output.push(escapeText(text));
    else style += text;
  };
  parser.on("text", addText);
  parser.on("cdata", addText);
  try {
    parser.write(source.replace(/^\ufeff/, "")).close();
  } catch (error) {
    if (error instanceof UnsafeSvgError) error.message += ` (line ${parser.line - error.linesBelow})`;
    throw error;
  }
  return `${output.join("").replace(/<([\w]+)((?:\s[^<>]*)?)><\/\1>/g, "<$1$2/>")}\n`;
}

function refuseElement({ uri, local, attributes }: SaxesTagNS, isInStyle: boolean): void {
  if (uri !== SVG) throw new UnsafeSvgError("a web page");
  if (!ELEMENTS.has(local)) throw new UnsafeSvgError(`an element "${local}"`);
  if (isInStyle) throw new UnsafeSvgError(`an element "${local}" in a style`);
  if (local === "style" && !/^(?:text\/css)?$/i.test(attributes.type?.value.trim() ?? ""))
    throw new UnsafeSvgError(`a style of the type "${attributes.type?.value}"`);
}

function attributesOf({ local, attributes }: SaxesTagNS): string {
  const safeAttributes = new Map<string, string>();
  for (const { uri, local: name, value } of Object.values(attributes)) {
    if (uri === XML && (name === "space" || name === "lang")) safeAttributes.set(`xml:${name}`, value);
    // The new name of a reference takes precedence over the old one, as in browsers.
    const isOldReference = uri === XLINK && name === "href" && attributes.href === undefined;
    if (name === "xmlns" || (uri !== "" && !isOldReference)) continue;
    const safe = safeValue(name, value, local);
    if (safe !== undefined) safeAttributes.set(name, safe);
  }
  return [...safeAttributes].map(([name, value]) => ` ${name}="${escapeAttribute(value)}"`).join("");
}

/** The published value of an attribute; undefined if it is left out. */
function safeValue(name: string, value: string, element: string): string | undefined {
  if (/^on/i.test(name)) throw new UnsafeSvgError(`an event handler "${name}"`);
  if (name === "href" || name === "src") return referenceIn(value, element);
  if (name === "attributeName" && !isAnimated(value)) throw new UnsafeSvgError(`an animation of "${value}"`);
  if (!isAllowedAttribute(name)) return undefined;
  if (!WORDS.has(name) && !name.startsWith("aria-")) refuseLoading(value);
  return value;
}

/** A reference to a part of this picture, or an embedded picture in an image element. */
function referenceIn(value: string, element: string): string | undefined {
  const target = value.trim();
  if (target === "") return undefined;
  const isPicture = element === "image";
  const isOwn = target.startsWith("#") && !isPicture;
  if (isOwn || ((isPicture || element === "feImage") && EMBEDDED_PICTURE.test(target))) return target;
  throw new UnsafeSvgError(`a reference to "${value.slice(0, 60)}"`);
}

/**
 * Refuses CSS that names anything outside of the picture, and all that could hide such a name. The CSS is not parsed: a harmless word in a
 * comment or in quotation marks may be refused, but no parser can find a name to load in what passes.
 */
function refuseLoading(css: string): void {
  const outside = /url\((?![ \t\r\n\f]*["']?#)[ \t\r\n\f]*["']?([^"')]{0,60})/i.exec(css);
  if (outside) throw new UnsafeSvgError(`a reference to "${outside[1]}"`, linesFrom(css, outside.index));
  for (const [pattern, allowed] of NAMES_IN_STYLES)
    for (const { 1: name = "", index } of css.matchAll(pattern))
      if (!allowed.has(name.toLowerCase()))
        throw new UnsafeSvgError("a style that loads or runs something", linesFrom(css, index));
}

/** No escapes: they could hide what a style says, and drawings need none. */
const NAMES_IN_STYLES = [
  [/(\\)/g, new Set<string>()],
  [/@([\w\-\u0080-\uffff]*)/g, AT_RULES],
  // The lookbehind makes a match begin with a name: without it, the time would grow with the square of a name's length.
  [/(?<![\w\-\u0080-\uffff])([\w\-\u0080-\uffff]*)\(/g, FUNCTIONS],
] as const;

const linesFrom = (text: string, index: number): number => text.slice(index).split("\n").length - 1;

const escapeText = (text: string) => text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;");

const escapeAttribute = (text: string) =>
  text
    .replace(/&/g, "&amp;")
    .replace(/</g, "&lt;")
    .replace(/"/g, "&quot;")
    .replace(/[\t\n\r]/g, (space) => `&#${space.charCodeAt(0)};`);
