/** @jsxImportSource preact */
// The pieces mails are built of. They become HTML that old mail programs lay out (tables, styles beside each element, a style sheet
// only for what is extra, such as the dark colours), and the same pieces become the plain text (see mail-text.ts).
// Nothing is loaded from anywhere.
import { type ComponentChildren, isValidElement, type VNode } from "preact";
import { renderToStaticMarkup } from "preact-render-to-string";
import type { MailWords } from "./mail-words.ts";
import { DARK, DISPLAY_FONT, LIGHT, TEXT_FONT } from "./theme.ts";

const { ink: INK, quiet: SLATE, ground: PAPER, sheet: WHITE, rule: HAIRLINE, link: LAKE, mark: BRASS } = LIGHT;

/** Some programs darken by a mark of their own. */
const DARK_RULES: readonly (readonly [string, string])[] = [
  [".ground", `background-color:${DARK.ground} !important`],
  [".sheet", `background-color:${DARK.sheet} !important;border-color:${DARK.rule} !important`],
  [".rule", `border-color:${DARK.rule} !important`],
  [".ink", `color:${DARK.ink} !important`],
  [".quiet", `color:${DARK.quiet} !important`],
  [".link,.mark", `color:${DARK.link} !important`],
];

const STYLE_SHEET = [
  ":root{color-scheme:light dark;supported-color-schemes:light dark}",
  "body{margin:0;padding:0}",
  "@media (max-width:37.5em){.sheet{padding:24px 20px !important}.label,.value{display:block !important;width:auto !important}.label{border-bottom:0 !important;padding-bottom:0 !important}.value{padding-top:2px !important}}",
  `@media (prefers-color-scheme:dark){${DARK_RULES.map(([where, what]) => `${where}{${what}}`).join("")}}`,
  DARK_RULES.map(
    ([where, what]) =>
      `${where
        .split(",")
        .map((name) => `[data-ogsc] ${name}`)
        .join(",")}{${what}}`,
  ).join(""),
].join("\n");

const base = { fontFamily: TEXT_FONT, fontSize: "16px", lineHeight: "1.5" };

const FLAT = { cellpadding: "0", cellspacing: "0" } as const;
const GROUND = { backgroundColor: PAPER, borderCollapse: "collapse" };
const COLUMN = { width: "100%", maxWidth: "600px", borderCollapse: "separate" };
const BRAND = { ...base, padding: "0 4px 16px", color: BRASS, fontFamily: DISPLAY_FONT, fontSize: "20px" };
const SHEET = { ...base, padding: "32px 36px", backgroundColor: WHITE, border: `1px solid ${HAIRLINE}`, color: INK };

/** The whole mail; `title` is its subject. */
export function Mail(props: { title: string; words: MailWords; children: ComponentChildren }) {
  const { company, locale } = props.words;
  return (
    <html lang={locale}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <meta name="format-detection" content="telephone=no,date=no,address=no,email=no" />
        <title>{props.title}</title>
        <style dangerouslySetInnerHTML={{ __html: STYLE_SHEET }} />
      </head>
      <body class="ground" style={{ margin: "0", padding: "0", backgroundColor: PAPER }}>
        <table role="presentation" width="100%" {...FLAT} class="ground" style={GROUND}>
          <tbody>
            <tr>
              <td align="center" style={{ padding: "24px 12px" }}>
                <table role="presentation" width="600" {...FLAT} style={COLUMN}>
                  <tbody>
                    <tr>
                      <td class="mark" style={BRAND}>
                        <p style={{ margin: "0" }}>{company.name}</p>
                      </td>
                    </tr>
                    <tr>
                      <td class="sheet ink" style={SHEET}>
                        {props.children}
                      </td>
                    </tr>
                    <tr>
                      <td class="quiet" style={{ ...base, padding: "16px 4px 0", color: SLATE, fontSize: "13px" }}>
                        <p style={{ margin: "0" }}>
                          {company.legalName}, {company.address}
                        </p>
                        <p style={{ margin: "0" }}>
                          {company.phone} · <Link href={`mailto:${company.email}`}>{company.email}</Link>
                        </p>
                      </td>
                    </tr>
                  </tbody>
                </table>
              </td>
            </tr>
          </tbody>
        </table>
      </body>
    </html>
  );
}

const piece =
  (Tag: "h1" | "h2" | "p", name: "ink" | "quiet", style: Readonly<Record<string, string>>) =>
  ({ children }: { children: ComponentChildren }) => (
    <Tag class={name} style={style}>
      {children}
    </Tag>
  );

const TITLE = { fontFamily: DISPLAY_FONT, fontSize: "28px", fontWeight: "normal", lineHeight: "1.2", color: INK };
const SUBTITLE = { ...base, margin: "28px 0 8px", fontSize: "16px", fontWeight: "bold", color: INK };
export const Heading = piece("h1", "ink", { margin: "0 0 16px", ...TITLE });
export const Subheading = piece("h2", "ink", SUBTITLE);
export const Paragraph = piece("p", "ink", { ...base, margin: "0 0 14px", color: INK });
export const Quiet = piece("p", "quiet", { ...base, margin: "20px 0 0", fontSize: "14px", color: SLATE });

export const Link = ({ href, children }: { href: string; children: ComponentChildren }) => (
  <a href={href} class="link" style={{ color: LAKE, textDecoration: "underline" }}>
    {children}
  </a>
);

/** A visitor's lines as they were typed: line breaks and runs of blanks stay. */
export const Lines = ({ text }: { text: string }) => (
  <p class="ink" style={{ ...base, margin: "0", color: INK, whiteSpace: "pre-wrap", overflowWrap: "anywhere" }}>
    {text.split("\n").flatMap((line, index) => (index === 0 ? [line] : [<br key={line} />, line]))}
  </p>
);

export interface Row {
  readonly label: string;
  readonly value: ComponentChildren;
}

export const Rows = ({ rows }: { rows: readonly Row[] }) => (
  <table width="100%" cellpadding="0" cellspacing="0" style={{ width: "100%", borderCollapse: "collapse" }}>
    <tbody>
      {rows.map(({ label, value }) => (
        <tr key={label}>
          <th
            scope="row"
            align="left"
            class="label rule quiet"
            style={{
              ...base,
              verticalAlign: "top",
              width: "34%",
              padding: "9px 16px 9px 0",
              borderBottom: `1px solid ${HAIRLINE}`,
              color: SLATE,
              fontSize: "14px",
              fontWeight: "normal",
              textAlign: "left",
            }}
          >
            {label}
          </th>
          <td
            class="value rule ink"
            style={{
              ...base,
              verticalAlign: "top",
              padding: "9px 0",
              borderBottom: `1px solid ${HAIRLINE}`,
              color: INK,
              overflowWrap: "anywhere",
            }}
          >
            {value}
          </td>
        </tr>
      ))}
    </tbody>
  </table>
);

// From the pieces of a mail to what is sent: HTML, and plain text from the same pieces: blocks with an empty line between them, rows as
// "label: value". The text of a link says where it leads. The only file that renders.

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

/** What `read` makes of each element; the pieces are plain functions of their props: no state, no context. */
function eachElement(node: unknown, read: (element: VNode<Props> & { type: string }) => string[]): string[] {
  if (Array.isArray(node)) return node.flatMap((one) => eachElement(one, read));
  if (!isElement(node)) return [];
  return typeof node.type === "function" ? eachElement(render(node), read) : read(node as never);
}

const blocksOf = (node: unknown): string[] =>
  eachElement(node, (element) => {
    const { type, props } = element;
    if (!BLOCKS.has(type) || isLayout(element)) return blocksOf(props.children);
    const text = type === "table" ? rowsOf(props.children).join("\n") : inline(props.children);
    if (text.trim() === "") return [];
    return [type === "h1" ? `${text}\n${"=".repeat([...text].length)}` : text];
  });

const rowsOf = (node: unknown): string[] =>
  eachElement(node, ({ type, props }) => {
    if (type !== "tr") return rowsOf(props.children);
    const cells = [props.children].flat(Number.POSITIVE_INFINITY).filter(isElement);
    return [cells.map((cell) => inline(cell.props.children)).join(": ")];
  });

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

const render = ({ type, props }: VNode<Props>): unknown => (type as (props: Props) => unknown)(props);
