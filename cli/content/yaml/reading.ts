// The events of js-yaml, and how far they have been read. Parts of the text between events are found with `skip`.

import type { Event, MappingEvent, ScalarEvent, SequenceEvent } from "js-yaml";
import type { YamlNode } from "./yaml-tree.ts";

export interface Reading {
  readonly text: string;
  readonly events: readonly Event[];
  /** The index of the next event. */
  next: number;
  /** The offset at which the last node that has been read ends. */
  end: number;
  readonly nodes: YamlNode[];
  /** The last node with each name. */
  readonly anchors: Map<string, Anchor>;
  aliasCount: number;
  hasDuplicates: boolean;
}

export interface Anchor {
  readonly node: YamlNode;
  /** Whether its end has not been read yet. */
  isOpen: boolean;
  /** How many values the aliases in it stand for. */
  aliasCount: number;
}

/** What comes before a value: it is an item, a key, the value of a key, or the whole text. */
export type Mark = "-" | "?" | ":" | "";

/** An offset for something that is not there. */
export const NONE = -1;

/** White space and comments. */
export const BETWEEN = /(?:\s|#[^\n\r]*)*/y;

/** The offset behind what `what` matches at `from`. */
export function skip(text: string, from: number, what: RegExp): number {
  what.lastIndex = from;
  what.test(text);
  return what.lastIndex;
}

type NamedEvent = ScalarEvent | MappingEvent | SequenceEvent;

type Names = Pick<YamlNode, "anchor" | "anchorRange" | "tagRange">;

const NO_NAMES: Names = { anchor: undefined, anchorRange: undefined, tagRange: undefined };

export function namesOf(text: string, { anchorStart, anchorEnd, tagStart, tagEnd }: NamedEvent): Names {
  if (anchorStart === NONE && tagStart === NONE) return NO_NAMES;
  return {
    anchor: anchorStart === NONE ? undefined : text.slice(anchorStart, anchorEnd),
    anchorRange: anchorStart === NONE ? undefined : { start: anchorStart - 1, end: anchorEnd },
    tagRange: tagStart === NONE ? undefined : { start: tagStart, end: tagEnd },
  };
}
