import { type Island as IslandDefinition, IslandMarkup, type SiteView } from "eventsite/kit";
import { createElement, type ReactNode, useContext } from "react";

interface Props<IslandProps extends object> {
  readonly of: IslandDefinition<IslandProps>;
  /** JSON: they are written into the page for the browser. */
  readonly props: IslandProps;
  readonly site: SiteView;
  /** The HTML that a behaviour works on. */
  readonly children?: ReactNode;
}

/** An island on the page: its HTML and what the browser needs to wake it. */
export function Island<IslandProps extends object>({ of: island, props, site, children }: Props<IslandProps>) {
  const { labels, brand } = site.settings;
  const toMarkup = useContext(IslandMarkup);
  const ways = [{ label: brand.email, href: `mailto:${brand.email}` }];
  const place = {
    "data-island": island.name,
    "data-hydrate": island.hydrate,
    "data-props": JSON.stringify(props),
    "data-failure": JSON.stringify({ title: labels.islandFailure, ways }),
  };
  if ("enhance" in island) return <div {...place}>{children}</div>;
  return <div {...place} dangerouslySetInnerHTML={{ __html: toMarkup(createElement(island.component, props)) }} />;
}
