/** @jsxImportSource preact */
// The blocks mails are built of, as HTML that old mail programs lay out (tables, styles beside each element, a style sheet only for what is
// extra, such as the dark colours), and as plain text. Nothing is loaded from anywhere.
import { DARK, DISPLAY_FONT, LIGHT, TEXT_FONT } from "../theme.ts";
import type { Company, MailWords } from "../words/mail-words.ts";

/** "lines": a visitor's lines as they were typed; line breaks and runs of blanks stay. */
export type MailBlock =
  | { readonly type: "heading" | "subheading" | "paragraph" | "quiet" | "lines"; readonly text: string }
  | { readonly type: "rows"; readonly rows: readonly MailRow[] };

export interface MailRow {
  readonly label: string;
  readonly value: MailText;
}

/** The text of a link says where it leads. */
export type MailText = string | { readonly text: string; readonly href: string };

const textBlock = (type: Exclude<MailBlock["type"], "rows">) => (text: string) => ({ type, text });
export const heading = textBlock("heading");
export const subheading = textBlock("subheading");
export const paragraph = textBlock("paragraph");
export const quiet = textBlock("quiet");

const { ink: INK, quiet: SLATE, ground: PAPER, sheet: WHITE, rule: HAIRLINE, link: LAKE, mark: BRASS } = LIGHT;

const DARK_RULES = [
  `.ground{background-color:${DARK.ground} !important}`,
  `.sheet{background-color:${DARK.sheet} !important;border-color:${DARK.rule} !important}`,
  `.rule{border-color:${DARK.rule} !important}`,
  `.ink{color:${DARK.ink} !important}`,
  `.quiet{color:${DARK.quiet} !important}`,
  `.link,.mark{color:${DARK.link} !important}`,
].join("");

const STYLE_SHEET = [
  ":root{color-scheme:light dark;supported-color-schemes:light dark}",
  "body{margin:0;padding:0}",
  "@media (max-width:37.5em){.sheet{padding:24px 20px !important}.label,.value{display:block !important;width:auto !important}.label{border-bottom:0 !important;padding-bottom:0 !important}.value{padding-top:2px !important}}",
  `@media (prefers-color-scheme:dark){${DARK_RULES}}`,
].join("\n");

/** A word that is longer than a phone is wide, such as an address, is broken; `word-break` is for mail programs that know no other. */
const WRAPPED = { overflowWrap: "anywhere", wordBreak: "break-word" };
const base = { fontFamily: TEXT_FONT, fontSize: "16px", lineHeight: "1.5", ...WRAPPED };

const FLAT = { cellpadding: "0", cellspacing: "0" } as const;
const GROUND = { backgroundColor: PAPER, borderCollapse: "collapse" };
const COLUMN = { width: "100%", maxWidth: "600px", borderCollapse: "separate" };
const BRAND = { ...base, padding: "0 4px 16px", color: BRASS, fontFamily: DISPLAY_FONT, fontSize: "20px" };
const SHEET = { ...base, padding: "32px 36px", backgroundColor: WHITE, border: `1px solid ${HAIRLINE}`, color: INK };

/** One mail; `subject` is its title. */
export interface MailContent {
  readonly subject: string;
  readonly words: MailWords;
  readonly blocks: readonly MailBlock[];
}

export function Mail({ subject, words: { company, locale }, blocks }: MailContent) {
  return (
    <html lang={locale}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <meta name="format-detection" content="telephone=no,date=no,address=no,email=no" />
        <title>{subject}</title>
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
                        {blocks.map((block, index) => (
                          <MailBlockElement key={index} block={block} />
                        ))}
                      </td>
                    </tr>
                    <tr>
                      <td class="quiet" style={{ ...base, padding: "16px 4px 0", color: SLATE, fontSize: "13px" }}>
                        <p style={{ margin: "0" }}>{nameAndAddress(company)}</p>
                        <p style={{ margin: "0" }}>
                          {company.phone !== null && `${company.phone} · `}
                          <Link href={`mailto:${company.email}`} text={company.email} />
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

export const nameAndAddress = ({ legalName, address }: Company): string =>
  address === null ? legalName : `${legalName}, ${address}`;

const TITLE = {
  fontFamily: DISPLAY_FONT,
  fontSize: "28px",
  fontWeight: "normal",
  lineHeight: "1.2",
  color: INK,
  ...WRAPPED,
};
const SUBTITLE = { ...base, margin: "28px 0 8px", fontSize: "16px", fontWeight: "bold", color: INK };

const PIECES = {
  heading: ["h1", "ink", { margin: "0 0 16px", ...TITLE }],
  subheading: ["h2", "ink", SUBTITLE],
  paragraph: ["p", "ink", { ...base, margin: "0 0 14px", color: INK }],
  quiet: ["p", "quiet", { ...base, margin: "20px 0 0", fontSize: "14px", color: SLATE }],
  lines: ["p", "ink", { ...base, margin: "0", color: INK, whiteSpace: "pre-wrap" }],
} as const;

function MailBlockElement({ block }: { block: MailBlock }) {
  if (block.type === "rows") return <Rows rows={block.rows} />;
  const [Tag, name, style] = PIECES[block.type];
  return (
    <Tag class={name} style={style}>
      {block.text.split("\n").flatMap((line, index) => (index === 0 ? [line] : [<br key={line} />, line]))}
    </Tag>
  );
}

const Link = ({ href, text }: Exclude<MailText, string>) => (
  <a href={href} class="link" style={{ color: LAKE, textDecoration: "underline" }}>
    {text}
  </a>
);

const TOP = { ...base, verticalAlign: "top" };
const UNDERLINE = { borderBottom: `1px solid ${HAIRLINE}` };
const SMALL = { color: SLATE, fontSize: "14px", fontWeight: "normal", textAlign: "left" };
const LABEL = { ...TOP, width: "34%", padding: "9px 16px 9px 0", ...UNDERLINE, ...SMALL };
const VALUE = { ...TOP, padding: "9px 0", ...UNDERLINE, color: INK };

const Rows = ({ rows }: { rows: readonly MailRow[] }) => (
  <table width="100%" cellpadding="0" cellspacing="0" style={{ width: "100%", borderCollapse: "collapse" }}>
    <tbody>
      {rows.map(({ label, value }) => (
        <tr key={label}>
          <th scope="row" align="left" class="label rule quiet" style={LABEL}>
            {label}
          </th>
          <td class="value rule ink" style={VALUE}>
            {typeof value === "string" ? value : <Link {...value} />}
          </td>
        </tr>
      ))}
    </tbody>
  </table>
);

/** Out-of-office notes and other automatic replies stay away (RFC 3834; for Exchange its own header, whose "All" would stop bounces too). */
export const automaticHeaders = (automatic: "replied" | "generated") => ({
  "Auto-Submitted": `auto-${automatic}`,
  "X-Auto-Response-Suppress": "OOF, AutoReply",
});
