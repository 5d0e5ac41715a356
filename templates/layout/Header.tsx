import type { SiteView } from "eventsite/kit";
import { ActionLink } from "../components/ActionLink.tsx";
import { Icon } from "../components/Icon.tsx";
import { phoneLink } from "../model/contact-links.ts";
import { SiteNotice } from "./SiteNotice.tsx";
import { Wordmark } from "./Wordmark.tsx";

interface Props {
  readonly path: string;
  readonly site: SiteView;
}

/** "page" for the link to this page, "true" for the link to a page above it. */
function currentOf(href: string, path: string): "page" | "true" | undefined {
  if (href === path) return "page";
  return href !== "/" && path.startsWith(`${href}/`) ? "true" : undefined;
}

/** Pages under the same top-level link share one header. */
export function headerKey(path: string, { settings }: SiteView): string {
  const current = settings.header.links.find(({ href }) => currentOf(href, path));
  return current ? `header ${current.href} ${currentOf(current.href, path)}` : "header";
}

/**
 * The bar on every page. The menu of small screens is a popover: browsers open it, close it on Escape, return the focus and expose its
 * state, all without script. Those that have no popover yet get links in place of the button, to the menu and away from it: CSS opens what
 * the page's address names.
 */
export function Header({ path, site }: Props) {
  const { header, contact } = site.settings;
  const { phone } = contact;
  // Twice, for wide and for small screens; CSS shows one, so assistive technology finds one.
  const content = (
    <>
      <Navigation path={path} site={site} />
      <PhoneLink site={site} />
      <ActionLink action={header.button} site={site} />
    </>
  );
  return (
    <>
      <a className="skip-link" href="#main">
        {header.skipLink}
      </a>
      <SiteNotice site={site} />
      <header className="site-header dark">
        <div className="page-width">
          <a className="wordmark" href={site.href("/")} aria-label={header.homeLabel}>
            <Wordmark site={site} />
          </a>
          <div className="bar">{content}</div>
          <a className="call icon-button" href={phoneLink(phone)} aria-label={`${header.callLabel} ${phone}`}>
            <Icon name="phone" />
          </a>
          <button type="button" className="menu" popoverTarget="menu">
            <Icon name="menu" />
            <span>{header.menu}</span>
          </button>
          <a className="menu" href="#menu">
            <Icon name="menu" />
            <span>{header.menu}</span>
          </a>
        </div>
        <div className="sheet" id="menu" popover="auto">
          <a className="menu" id="menu-closed" href="#menu-closed">
            <Icon name="close" />
            <span>{header.closeMenu}</span>
          </a>
          {content}
        </div>
      </header>
    </>
  );
}

function Navigation({ path, site }: Props) {
  const { links, navigationLabel } = site.settings.header;
  return (
    <nav aria-label={navigationLabel}>
      <ul>
        {links.map(({ href, label }) => (
          <li key={href}>
            <a href={site.href(href)} aria-current={currentOf(href, path)}>
              {label}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function PhoneLink({ site }: { readonly site: SiteView }) {
  const { phone } = site.settings.contact;
  return (
    <a className="phone" href={phoneLink(phone)}>
      <Icon name="phone" />
      <span className="visually-hidden">{site.settings.header.callLabel} </span>
      {phone}
    </a>
  );
}
