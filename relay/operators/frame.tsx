/** @jsxImportSource preact */
// The frame of every page that the relay shows: the mailbox of developers and the desk of the office.
import type { ComponentChildren } from "preact";
import { renderToStaticMarkup } from "preact-render-to-string";

export interface Frame {
  readonly title: string;
  readonly locale: string;
  readonly stylePath: string;
  /** Above the page's own heading. */
  readonly header?: ComponentChildren;
  /** Seconds after which the page looks again by itself. */
  readonly refreshSeconds?: number;
}

export function renderPage(
  { title, locale, stylePath, header, refreshSeconds }: Frame,
  children: ComponentChildren,
): string {
  const html = renderToStaticMarkup(
    <html lang={locale}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex, nofollow" />
        <meta name="color-scheme" content="light dark" />
        <meta name="format-detection" content="telephone=no,date=no,address=no,email=no" />
        {refreshSeconds !== undefined && <meta http-equiv="refresh" content={String(refreshSeconds)} />}
        <title>{title}</title>
        <link rel="stylesheet" href={stylePath} />
      </head>
      <body>
        {header}
        <main id="main">{children}</main>
      </body>
    </html>,
  );
  return `<!DOCTYPE html>\n${html}`;
}
