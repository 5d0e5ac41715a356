import type { SiteView } from "eventsite/kit";
import type * as z from "zod";
import type { legal } from "../model/legal.ts";

export type LegalData = z.infer<typeof legal.schema>;

/** Terms and policies: a dated text in numbered sections, its contents list beside it. */
export function LegalPage({ data, site }: { readonly data: LegalData; readonly site: SiteView }) {
  const { labels } = site.settings;
  const { html, headings } = site.markdown(data.body, { numbered: true });
  return (
    <main id="main">
      <article className="legal section light" aria-labelledby="legal-heading">
        <div className="page-width page-grid">
          <div className="opening">
            <h1 id="legal-heading">{data.heading}</h1>
            <p className="updated">
              {labels.updated} {data.updated}
            </p>
            <p className="notice">{data.notice}</p>
          </div>
          <nav className="screen-only" aria-label={labels.contents}>
            <h2>{labels.contents}</h2>
            <ol>
              {headings.map(({ id, text }) => (
                <li key={id}>
                  <a href={`#${id}`}>{text}</a>
                </li>
              ))}
            </ol>
          </nav>
          {/* biome-ignore lint/security/noDangerouslySetInnerHtml: made from Markdown in which HTML is switched off */}
          <div className="rich-text" dangerouslySetInnerHTML={{ __html: html }} />
        </div>
      </article>
    </main>
  );
}
