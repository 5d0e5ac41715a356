import { createHash } from "node:crypto";
import type { Derivation, SiteSettings, SiteView } from "../../templates/kit/index.ts";
import { createMarkdownRenderer, type MarkdownRenderer } from "../content/markdown/render-markdown.ts";
import { basePathOf, belowBase } from "../routes/base-path.ts";
import { cardView } from "./card-view.ts";
import { createDerived, listsOf } from "./derived.ts";
import { entryViews } from "./entry-views.ts";
import { pictureHtml } from "./picture-html.ts";
import { NO_REPORT, pictureViews, type ViewReport } from "./picture-views.ts";
import type { SiteData } from "./site-data.ts";
import { derivedKey, listKey, settingKey } from "./site-fingerprints.ts";
import { siteLinks } from "./site-links.ts";

/** The view that components get. Only the derivations in `derived` may be used. Default: any. */
export function createSiteView(
  data: SiteData,
  report: ViewReport = NO_REPORT,
  derived?: readonly Derivation<unknown>[],
): SiteView {
  const base = basePathOf(data.baseUrl);
  const { list, find } = entryViews(data.lists, report);
  const { href, absolute } = siteLinks(data);
  const { image, picture } = pictureViews(data.images, report, base);
  const createMarkdown = () =>
    createMarkdownRenderer(href, (src, alt) => pictureHtml(picture({ src }, data.proseSlot), alt));
  // Created at its first use: some views have no prose.
  let markdown: MarkdownRenderer | undefined;
  return {
    settings: reportedSettings(data.settings, report) as unknown as SiteSettings,
    list,
    find,
    derived: createDerived(
      listsOf(data),
      (name, key, empty) => {
        report.dependency(derivedKey(name, key));
        // Such a page shows nothing of an empty list. It depends on the list all the same, so that `empty-collections.ts` reports it.
        for (const collection of empty) report.dependency(listKey(collection));
      },
      derived,
    ),
    href,
    absolute,
    fonts: data.fonts.urls.map((url) => belowBase(base, url)),
    ...(data.fonts.wordmark && { wordmark: data.fonts.wordmark }),
    image,
    picture,
    card: cardView(data, report),
    digest: (value) => createHash("sha256").update(JSON.stringify(value)).digest("hex").slice(0, 16),
    markdown(source, options) {
      markdown ??= createMarkdown();
      return markdown.render(source, options);
    },
  };
}

/** The settings, with a report of each field of the top level that is read. */
function reportedSettings(settings: SiteData["settings"], report: ViewReport): SiteData["settings"] {
  const descriptorOf = ([name, value]: [string, unknown]) => {
    const get = () => {
      report.dependency(settingKey(name));
      return value;
    };
    return [name, { enumerable: true, get }];
  };
  return Object.defineProperties({}, Object.fromEntries(Object.entries(settings).map(descriptorOf)));
}
