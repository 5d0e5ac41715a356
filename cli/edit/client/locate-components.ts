// An element of the page → the lines of templates that made it and the elements around it.

import { session } from "../../serve/client/session.ts";
import type { ComponentPlace, ComponentsAnswer } from "../source-map/page-components.ts";
import type { MappedPage } from "./mapped-page.ts";
import { nearestServedElement } from "./served-elements.ts";

export interface FoundComponent extends ComponentPlace {
  /** "Steps" */
  readonly name: string;
  /** The whole path of the file, for editors; absent on another machine. */
  readonly path?: string;
}

/** The number of files that are shown around an element: the component, the section and the page. */
const MOST = 3;

/** undefined where the templates of the page cannot be followed. */
export async function lookUpComponents(): Promise<ComponentsAnswer | undefined> {
  const url = location.pathname + location.search;
  const response = await fetch(`${session.components}?${new URLSearchParams({ url })}`).catch(() => undefined);
  return response?.ok ? ((await response.json()) as ComponentsAnswer) : undefined;
}

/** Innermost first, a line of each file. */
export function componentsAround(
  live: Element,
  page: MappedPage | undefined,
  answer: ComponentsAnswer | undefined,
): FoundComponent[] {
  if (!page || page.hash !== answer?.hash) return [];
  const byFile = new Map<string, FoundComponent>();
  let served: Element | null | undefined = nearestServedElement(live, page);
  while (served && byFile.size < MOST) {
    const place = answer.places[answer.elements[page.elements.indexOf(served)] ?? -1];
    if (place && !byFile.has(place.file)) byFile.set(place.file, componentAt(place, answer));
    served = served.parentElement;
  }
  return [...byFile.values()];
}

function componentAt(place: ComponentPlace, { root }: ComponentsAnswer): FoundComponent {
  const [name = "", folder = ""] = place.file.split("/").reverse();
  const stem = name.replace(/\.\w+$/, "");
  return {
    ...place,
    name: stem === "index" ? folder : stem,
    ...(root !== undefined && { path: `${root}/${place.file}` }),
  };
}
