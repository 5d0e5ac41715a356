import type { ComponentType } from "react";

/**
 * When an island's code is loaded: with the page ("load"), when it comes near the screen ("visible"), or when it is near the screen and the
 * visitor has done anything on the page ("used"); pointing at it, touching it or moving the focus into it is enough for that.
 */
export type HydrateWhen = "load" | "visible" | "used";

interface IslandBase {
  /** The name of the folder with its `island.tsx` or `island.ts`. */
  readonly name: string;
  readonly hydrate: HydrateWhen;
}

/** An `island.tsx`: a component that is rendered with the page and hydrated in the browser. Its props are JSON, ids among them. */
export interface ComponentIsland<Props extends object = object> extends IslandBase {
  readonly component: ComponentType<Props>;
}

/** An `island.ts`: a few lines of script over finished HTML, without a rendering library. */
export interface BehaviourIsland<Props extends object = object> extends IslandBase {
  readonly enhance: (root: HTMLElement, props: Props) => void;
}

export type Island<Props extends object = object> = ComponentIsland<Props> | BehaviourIsland<Props>;

/** Declares the part of a section or of the frame that runs in the browser; the default export of its file. */
export function defineIsland<Props extends object>(island: ComponentIsland<Props>): ComponentIsland<Props>;
export function defineIsland<Props extends object>(island: BehaviourIsland<Props>): BehaviourIsland<Props>;
export function defineIsland<Props extends object>(island: Island<Props>): Island<Props> {
  return island;
}
