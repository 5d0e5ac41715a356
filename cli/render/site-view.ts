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

/** The view that components get. `derived` are the derivations that there are; default: all. */
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
    createMarkdownRenderer(href, (src, words) => pictureHtml(picture({ src }, data.proseSlot), words));
  // Some views have no prose.
  let markdown: MarkdownRenderer | undefined;
  return {
    settings: reportedSettings(data.settings, report) as unknown as SiteSettings,
    list,
    find,
    derived: createDerived(
      listsOf(data),
      (name, key, empty) => {
        report.read(derivedKey(name, key));
        // Of what is derived from an empty list, pages show nothing.
        for (const collection of empty) report.read(listKey(collection));
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

/** The same values; reading a field of the file's top level is reported. */
function reportedSettings(settings: SiteData["settings"], report: ViewReport): SiteData["settings"] {
  const read = ([name, value]: [string, unknown]) => {
    const get = () => {
      report.read(settingKey(name));
      return value;
    };
    return [name, { enumerable: true, get }];
  };
  return Object.defineProperties({}, Object.fromEntries(Object.entries(settings).map(read)));
}
