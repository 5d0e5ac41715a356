// The frame of every page that the relay shows: the mailbox of developers and the desk of the office.
import { type Html, html } from "./html.ts";

interface PageFrame {
  readonly title: string;
  readonly locale: string;
  readonly stylePath: string;
  /** Above the page's own heading. */
  readonly header?: Html;
  /** Seconds after which the page looks again by itself. */
  readonly refreshSeconds?: number;
}

export function renderPage({ title, locale, stylePath, header, refreshSeconds }: PageFrame, content: Html): string {
  const page = html`<!DOCTYPE html>
<html lang="${locale}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex, nofollow">
<meta name="color-scheme" content="light dark">
<meta name="format-detection" content="telephone=no,date=no,address=no,email=no">
${refreshSeconds !== undefined && html`<meta http-equiv="refresh" content="${refreshSeconds}">`}
<title>${title}</title>
<link href="${stylePath}" rel="stylesheet">
</head>
<body>
${header}
<main id="main">${content}</main>
</body>
</html>
`;
  return page.text;
}
