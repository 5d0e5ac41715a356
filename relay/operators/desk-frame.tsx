/** @jsxImportSource preact */
// The frame of the desk's pages: navigation, who is signed in, and the notice of what was just done.
import type { ComponentChildren, VNode } from "preact";
import { renderToStaticMarkup } from "preact-render-to-string";
import type { FormsDefinition } from "../contract.ts";
import type { MailWords } from "../mail/mail-words.ts";

export const DESK_PATH = "/desk";

/** What every page of the desk is rendered with. */
export interface DeskView {
  readonly words: MailWords;
  /** What the forms ask. */
  readonly forms: FormsDefinition;
  /** The login as it is recorded. */
  readonly actor: string;
  /** Goes into every form. */
  readonly csrf: string;
  /** Signed in here, and so may sign out here. */
  readonly hasSession: boolean;
  /** What has just been done, in words of ours. */
  readonly notice: Notice | null;
}

export interface Notice {
  readonly text: string;
  readonly isBad: boolean;
}

const WAYS = [
  ["requests", "Requests", DESK_PATH],
  ["blocks", "Blocked senders", `${DESK_PATH}/blocks`],
  ["record", "Record", `${DESK_PATH}/record`],
] as const;

type Way = (typeof WAYS)[number][0];

interface DeskPage {
  readonly view: DeskView;
  readonly title: string;
  readonly way: Way;
  readonly children: ComponentChildren;
}

/** A page for somebody who is signed in. */
export function Desk({ view, title, way, children }: DeskPage) {
  const { words, actor, csrf, hasSession, notice } = view;
  const header = (
    <>
      <a class="skip" href="#main">
        Skip to the content
      </a>
      <header class="bar">
        <div>
          <p class="brand">{words.company.name}</p>
          <nav aria-label="Desk">
            {WAYS.map(([name, text, href]) => (
              <a key={name} href={href} aria-current={name === way ? "page" : undefined}>
                {text}
              </a>
            ))}
          </nav>
          <form method="post" action={`${DESK_PATH}/logout`}>
            <span class="quiet">{actor === "desk" ? "Signed in" : actor}</span>
            {hasSession && <Csrf token={csrf} />}
            {hasSession && (
              <button type="submit" class="plain">
                Sign out
              </button>
            )}
          </form>
        </div>
      </header>
    </>
  );
  return (
    <Page {...deskFrame(words, title)} header={header}>
      {notice !== null && (
        <div class={notice.isBad ? "notice bad" : "notice"} role="status">
          <p>{notice.text}</p>
        </div>
      )}
      {children}
    </Page>
  );
}

export const deskFrame = ({ company, locale }: MailWords, title: string) => ({
  title: `${title} · ${company.name}`,
  ...{ locale, stylePath: `${DESK_PATH}/style.css` },
});

export const Csrf = ({ token }: { token: string }) => <input type="hidden" name="csrf" value={token} />;

/** One button that does one thing. */
export function ActionForm(props: {
  view: DeskView;
  action: string;
  children: ComponentChildren;
  look?: "main" | "danger" | "plain";
  fields?: Readonly<Record<string, string>>;
}) {
  return (
    <form method="post" action={props.action}>
      <Csrf token={props.view.csrf} />
      {Object.entries(props.fields ?? {}).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <button type="submit" class={props.look}>
        {props.children}
      </button>
    </form>
  );
}

export const requestPath = (reference: string, ...more: readonly string[]): string =>
  [DESK_PATH, "requests", reference, ...more].join("/");

// The frame of every page that the relay shows: the mailbox of developers and the desk of the office.

interface Frame {
  readonly title: string;
  readonly locale: string;
  readonly stylePath: string;
  /** Above the page's own heading. */
  readonly header?: ComponentChildren;
  /** Seconds after which the page looks again by itself. */
  readonly refreshSeconds?: number;
  readonly children?: ComponentChildren;
}

export const Page = ({ title, locale, stylePath, header, refreshSeconds, children }: Frame) => (
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
  </html>
);

export const renderPage = (page: VNode): string => `<!DOCTYPE html>\n${renderToStaticMarkup(page)}`;
