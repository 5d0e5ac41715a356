import { type Island as IslandDefinition, IslandMarkup, KeptMarkup, type SiteView } from "eventsite/kit";
import { createElement, Fragment, type ReactNode, useContext } from "react";

interface Props<IslandProps extends object> {
  readonly of: IslandDefinition<IslandProps>;
  /** JSON: they are written into the page for the browser. */
  readonly props: IslandProps;
  readonly site: SiteView;
  /** The HTML that a behaviour works on, or what a component shows with KeptHtml. */
  readonly children?: ReactNode;
}

/** An island on the page: its HTML and what the browser needs to hydrate it. */
export function Island<IslandProps extends object>({ of: island, props, site, children }: Props<IslandProps>) {
  const markup = useContext(IslandMarkup);
  const place = {
    "data-island": island.name,
    "data-hydrate": island.hydrate,
    "data-props": JSON.stringify(props),
    "data-failure": site.settings.labels.islandFailure,
  };
  if ("enhance" in island) return <div {...place}>{children}</div>;
  const kept = children === undefined ? "" : markup.kept(createElement(Fragment, null, children));
  const element = createElement(KeptMarkup.Provider, { value: kept }, createElement(island.component, props));
  // biome-ignore lint/security/noDangerouslySetInnerHtml: the engine's own HTML of the component
  return <div {...place} dangerouslySetInnerHTML={{ __html: markup.taken(element) }} />;
}
