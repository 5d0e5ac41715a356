import { type Island as IslandDefinition, IslandMarkup, type SiteView } from "eventsite/kit";
import { createElement, type ReactNode, useContext } from "react";
import type { FailureWords } from "../client/island-failure.ts";
import { contactWays } from "../model/contact-links.ts";

interface Props<IslandProps extends object> {
  readonly of: IslandDefinition<IslandProps>;
  /** JSON: they are written into the page for the browser. */
  readonly props: IslandProps;
  readonly site: SiteView;
  /** For an island that waits to be "used": after so many seconds near the screen it wakes all the same. */
  readonly dueSeconds?: number;
  /**
   * For an island that keeps what visitors type in the tab's session storage: the key, which wakes it with the page where something is
   * kept, and what is said about it where the island fails.
   */
  readonly keeps?: { readonly key: string; readonly note: string };
  /** The HTML that a behaviour works on. */
  readonly children?: ReactNode;
}

/** An island on the page: its HTML and what the browser needs to wake it. */
export function Island<IslandProps extends object>(islandProps: Props<IslandProps>) {
  const { of: island, props, site, dueSeconds, keeps, children } = islandProps;
  const { labels, contact } = site.settings;
  const failure: FailureWords = { title: labels.islandFailure, note: keeps?.note, ways: contactWays(contact) };
  const toMarkup = useContext(IslandMarkup);
  const place = {
    "data-island": island.name,
    "data-hydrate": island.hydrate,
    "data-due": dueSeconds,
    "data-props": JSON.stringify(props),
    "data-keeps": keeps?.key,
    "data-failure": JSON.stringify(failure),
  };
  if ("enhance" in island) return <div {...place}>{children}</div>;
  const html = toMarkup(createElement(island.component, props));
  // biome-ignore lint/security/noDangerouslySetInnerHtml: the engine's own HTML of the component
  return <div {...place} dangerouslySetInnerHTML={{ __html: html }} />;
}
