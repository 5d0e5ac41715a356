import type { PageInput, SiteView } from "eventsite/kit";
import { trail } from "./trail.ts";

/** The way back up, on pages below another page than the start page. */
export function Breadcrumb({ page, site }: { readonly page: PageInput; readonly site: SiteView }) {
  const crumbs = trail(page, site);
  if (crumbs.length < 3) return null;
  return (
    <nav className="breadcrumb dark" aria-label={site.settings.labels.breadcrumb}>
      <ol className="page-width">
        {crumbs.map(({ name, path }, index) => (
          <li key={path}>
            {index === crumbs.length - 1 ? (
              <span aria-current="page">{name}</span>
            ) : (
              <a href={site.href(path)}>{name}</a>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}
