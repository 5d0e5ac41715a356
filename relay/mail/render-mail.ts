// From the pieces of a mail to what is sent: HTML, and plain text from the same pieces: blocks with an empty line between them, rows as
// "label: value". The text of a link says where it leads. The only file that renders.
import { isValidElement, type VNode } from "preact";
import { renderToStaticMarkup } from "preact-render-to-string";

export function renderMail(mail: VNode): { readonly html: string; readonly text: string } {
  return { html: `<!DOCTYPE html>\n${renderToStaticMarkup(mail)}`, text: textOf(mail) };
}

/** Blocks apart from their neighbours. */
const BLOCKS = new Set(["h1", "h2", "p", "table"]);
/** A table that only lays things out has no rows of its own. */
const isLayout = ({ type, props }: VNode<Props>) => type === "table" && props.role === "presentation";

interface Props {
  readonly children?: unknown;
  readonly role?: string;
}

/** Ends with a line break. Text nodes come out as they are: what a visitor typed is neither escaped nor wrapped. */
function textOf(mail: VNode): string {
  return `${blocksOf(mail).join("\n\n")}\n`;
}

function blocksOf(node: unknown): string[] {
  if (Array.isArray(node)) return node.flatMap(blocksOf);
  if (!isElement(node)) return [];
  if (typeof node.type === "function") return blocksOf(render(node));
  if (!BLOCKS.has(node.type) || isLayout(node)) return blocksOf(node.props.children);
  const text = node.type === "table" ? rowsOf(node.props.children).join("\n") : inline(node.props.children);
  if (text.trim() === "") return [];
  return [node.type === "h1" ? `${text}\n${"=".repeat([...text].length)}` : text];
}

function rowsOf(node: unknown): string[] {
  if (Array.isArray(node)) return node.flatMap(rowsOf);
  if (!isElement(node)) return [];
  if (typeof node.type === "function") return rowsOf(render(node));
  if (node.type !== "tr") return rowsOf(node.props.children);
  const cells = [node.props.children].flat(Number.POSITIVE_INFINITY).filter(isElement);
  return [cells.map((cell) => inline(cell.props.children)).join(": ")];
}

function inline(node: unknown): string {
  if (Array.isArray(node)) return node.map(inline).join("");
  if (typeof node === "string" || typeof node === "number") return String(node);
  if (!isElement(node)) return "";
  if (typeof node.type === "function") return inline(render(node));
  if (node.type === "br") return "\n";
  return inline(node.props.children);
}

const isElement = (node: unknown): node is VNode<Props> & { type: string | ((props: Props) => unknown) } =>
  isValidElement(node);

/** The pieces are plain functions of their props: no state, no context. */
const render = ({ type, props }: VNode<Props>): unknown => (type as (props: Props) => unknown)(props);
