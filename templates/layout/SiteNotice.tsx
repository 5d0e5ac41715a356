import type { SiteView } from "eventsite/kit";
import { Icon } from "../components/Icon.tsx";

/** What everyone is to know at present, at the top of every page. The button that closes it is shown where the script has run. */
export function SiteNotice({ site }: { readonly site: SiteView }) {
  const { notice, labels } = site.settings;
  if (!notice) return null;
  return (
    <aside className="site-notice" aria-label={labels.notices.site}>
      <div className="page-width">
        <p>{notice.link ? <a href={site.href(notice.link)}>{notice.text}</a> : notice.text}</p>
        <button type="button" className="icon-button" aria-label={labels.notices.close}>
          <Icon name="close" />
        </button>
      </div>
    </aside>
  );
}
