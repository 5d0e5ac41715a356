import { type Island as IslandDefinition, IslandMarkup, type SiteView } from "eventsite/kit";
import { createElement, type ReactNode, useContext } from "react";

interface Props<IslandProps extends object> {
  readonly of: IslandDefinition<IslandProps>;
  /** JSON: they are written into the page for the browser. */
  readonly props: IslandProps;
  readonly site: SiteView;
  /** For an island that waits to be "used": after so many seconds near the screen it wakes all the same. */
  readonly dueSeconds?: number;
  /** The HTML that a behaviour works on. */
  readonly children?: ReactNode;
}

/** An island on the page: its HTML and what the browser needs to wake it. */
export function Island<IslandProps extends object>(given: Props<IslandProps>) {
  const { of: island, props, site, dueSeconds, children } = given;
  const toMarkup = useContext(IslandMarkup);
  const place = {
    "data-island": island.name,
    "data-hydrate": island.hydrate,
    "data-due": dueSeconds,
    "data-props": JSON.stringify(props),
    "data-failure": site.settings.labels.islandFailure,
  };
  if ("enhance" in island) return <div {...place}>{children}</div>;
  const html = toMarkup(createElement(island.component, props));
  // biome-ignore lint/security/noDangerouslySetInnerHtml: the engine's own HTML of the component
  return <div {...place} dangerouslySetInnerHTML={{ __html: html }} />;
}
