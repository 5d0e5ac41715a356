// CSS of an SVG picture → the same CSS with only what is allowed, printed from its syntax tree. What loads something is refused; what is
// unknown is left out, as browsers ignore it too.
/// <reference path="./css-tree.d.ts" />
import type { CssNode, Declaration, List, Value } from "css-tree";
import generate from "css-tree/generator";
import parse from "css-tree/parser";
import { tokenize, tokenTypes } from "css-tree/tokenizer";
import { AT_RULES, DROPPED_AT_RULES, FUNCTIONS, isAllowedProperty, SELECTOR_FUNCTIONS } from "./svg-allowed.ts";
import { UnsafeSvgError } from "./unsafe-svg-error.ts";

/** The text of a style element. */
export function sanitiseStyleSheet(css: string): string {
  refuseLoading(css);
  const sheet = parse(css, { context: "stylesheet", parseCustomProperty: true, onParseError: ignore });
  if (sheet.type === "StyleSheet") keepRules(sheet.children);
  return generate(sheet);
}

/** The value of a style attribute. */
export function sanitiseDeclarations(css: string): string {
  refuseLoading(css);
  const list = parse(css, { context: "declarationList", parseCustomProperty: true, onParseError: ignore });
  if (list.type === "DeclarationList") keepRules(list.children);
  return generate(list);
}

/** The value of a presentation attribute; undefined where it is not valid. */
export function sanitiseValue(property: string, css: string): string | undefined {
  refuseLoading(css);
  try {
    const value = parse(css, { context: "value", parseCustomProperty: true });
    return value.type === "Value" && isAllowedValue(value, property) ? generate(value) : undefined;
  } catch {
    return undefined;
  }
}

/** Escapes could hide what a style says, and drawings need none. */
export function refuseLoading(css: string): void {
  let isUrl = false;
  tokenize(css, (type: number, start: number, end: number) => {
    if (type === tokenTypes.WhiteSpace || type === tokenTypes.Comment) return;
    const token = css.slice(start, end);
    if (isUrl && !(type === tokenTypes.String && token.slice(1).startsWith("#"))) throw referenceTo(token);
    isUrl = false;
    if (token.includes("\\") || type === tokenTypes.BadString) throw dangerous();
    if (type === tokenTypes.Url || type === tokenTypes.BadUrl) {
      const target = token.replace(/^url\(\s*|\s*\)$/gi, "");
      if (!target.startsWith("#") || type === tokenTypes.BadUrl) throw referenceTo(target);
    } else if (type === tokenTypes.Function) {
      const name = token.slice(0, -1).toLowerCase();
      isUrl = name === "url";
      if (!isUrl && !FUNCTIONS.has(name) && !SELECTOR_FUNCTIONS.has(name)) throw dangerous();
    } else if (type === tokenTypes.AtKeyword) {
      const name = token.slice(1).toLowerCase();
      if (!AT_RULES.has(name) && !DROPPED_AT_RULES.has(name)) throw dangerous();
    }
  });
  if (isUrl) throw dangerous();
}

const dangerous = () => new UnsafeSvgError("a style that loads or runs something");

const referenceTo = (target: string) =>
  new UnsafeSvgError(`a reference to "${target.replace(/^["']|["']$/g, "").slice(0, 60)}"`);

const ignore = () => {};

/** Removes what is not allowed from a style sheet, the block of a rule, or a list of declarations. */
function keepRules(children: List<CssNode>): void {
  children.forEach((node, item, list) => {
    if (!isAllowedNode(node)) list.remove(item);
  });
}

function isAllowedNode(node: CssNode): boolean {
  switch (node.type) {
    case "Declaration":
      return isAllowedDeclaration(node);
    case "Rule":
      if (node.prelude.type !== "SelectorList") return false;
      keepRules(node.block.children);
      return true;
    case "Atrule":
      if (!AT_RULES.has(node.name.toLowerCase()) || node.prelude?.type === "Raw" || !node.block) return false;
      keepRules(node.block.children);
      return true;
    default:
      return false;
  }
}

const isAllowedDeclaration = ({ property, value }: Declaration): boolean =>
  isAllowedProperty(property.toLowerCase()) && value.type === "Value" && isAllowedValue(value, property.toLowerCase());

/** Font names are the only strings a drawing needs. */
function isAllowedValue({ children }: Value, property: string): boolean {
  const isFont = property.startsWith("font");
  const isAllowed = (node: CssNode): boolean => {
    switch (node.type) {
      case "Identifier":
      case "Number":
      case "Dimension":
      case "Percentage":
      case "Hash":
      case "Operator":
      case "WhiteSpace":
      // refuseLoading has checked each of them.
      case "Url":
        return true;
      case "String":
        return isFont;
      case "Function":
      case "Parentheses":
      case "Value":
        return node.children.toArray().every(isAllowed);
      default:
        return false;
    }
  };
  return !children.isEmpty && children.toArray().every(isAllowed);
}
