import type { Action, SiteView } from "eventsite/kit";
import { emailLink, phoneLink } from "../model/contact-links.ts";
import { footerLinks } from "./footer-links.ts";
import { Wordmark } from "./Wordmark.tsx";

interface Props {
  readonly path: string;
  readonly site: SiteView;
}

export function Footer({ path, site }: Props) {
  const { brand, footer } = site.settings;
  return (
    <footer className="site-footer dark">
      <div className="page-width">
        <div className="lead">
          <p className="wordmark">
            <Wordmark site={site} isAgain />
          </p>
          <p className="tagline">{brand.tagline}</p>
          <p>{footer.text}</p>
        </div>
        <ServiceLinks path={path} site={site} />
        <ContactBlock site={site} />
        {[footer.quickLinks, footer.legal].map(({ heading, links }) => (
          <nav key={heading} aria-label={heading}>
            <h2>{heading}</h2>
            <Links links={links} path={path} site={site} />
          </nav>
        ))}
        <div className="small">
          <p>{footer.copyright}</p>
          <p>{footer.credits}</p>
        </div>
      </div>
      <Colophon site={site} />
    </footer>
  );
}

/** The name once more, as wide as the page and cut off by its end. Drawn, so that a name of any length fits. */
function Colophon({ site: { wordmark } }: Pick<Props, "site">) {
  if (!wordmark) return null;
  return (
    <svg className="colophon" viewBox={`0 -72 ${wordmark.width} 56`} aria-hidden="true">
      <use href="#wordmark" />
    </svg>
  );
}

function ServiceLinks({ path, site }: Props) {
  const { servicesHeading, allServices } = site.settings.footer;
  return (
    <nav className="services" aria-label={servicesHeading}>
      <h2>{servicesHeading}</h2>
      <div className="groups">
        {site.derived(footerLinks).columns.map(({ title, links }) => (
          <div key={title}>
            <h3>{title}</h3>
            <Links links={links} path={path} site={site} />
          </div>
        ))}
      </div>
      <Links links={[allServices]} path={path} site={site} />
    </nav>
  );
}

function Links({ links, path, site }: Props & { readonly links: readonly Action[] }) {
  return (
    <ul>
      {links.map(({ href, label }) => (
        <li key={`${href} ${label}`}>
          {/* To the page that is open it is a way back to the top, which browsers go smoothly where the style sheet asks for it. */}
          <a
            href={href === path ? `${site.href(href)}#top` : site.href(href)}
            aria-current={href === path ? "page" : undefined}
          >
            {label}
          </a>
        </li>
      ))}
    </ul>
  );
}

function ContactBlock({ site }: { readonly site: SiteView }) {
  const { phone, email, address } = site.settings.contact;
  return (
    <div className="contact">
      <h2>{site.settings.footer.contactHeading}</h2>
      <address>
        <a href={phoneLink(phone)}>{phone}</a>
        <a href={emailLink(email)}>{email}</a>
        <span>
          {address.city}, {address.country}
        </span>
      </address>
    </div>
  );
}
