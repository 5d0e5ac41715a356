// YAML text → its values with positions. js-yaml lists what it reads as events with offsets. What these leave out, such as the end of
// brackets or the position of an empty value, is found in the text around them.

import {
  type AliasEvent,
  COLLECTION_STYLE,
  EVENT_ID,
  type Event,
  load,
  type MappingEvent,
  parseEvents,
  type SequenceEvent,
  YAMLException,
} from "js-yaml";
import { readScalar } from "./read-scalar.ts";
import { type Anchor, BETWEEN, type Mark, namesOf, type Reading, skip } from "./reading.ts";
import {
  type AliasNode,
  EMPTY_TREE,
  keyOfPair,
  type ListNode,
  type MappingNode,
  type Pair,
  type YamlNode,
  type YamlTree,
} from "./yaml-tree.ts";

/** Why, and at which offset, js-yaml refuses a text. */
export interface YamlRefusal {
  readonly reason: string;
  readonly offset: number;
}

const SEVERAL_DOCUMENTS = "several documents";

/** Brackets in brackets, or blocks in blocks. Content needs only a few. */
export const MAX_DEPTH = 100;

/** js-yaml counts the outermost mapping and the innermost text as well. */
const PARSER_DEPTH = MAX_DEPTH + 2;

/** Lines of the text end in "\n". */
export function parseNodes(text: string): YamlTree | YamlRefusal {
  const events = eventsOf(text);
  if (!Array.isArray(events)) return events;
  if (events.length === 0) return EMPTY_TREE;
  // The first event begins the document.
  const reading: Reading = {
    text,
    events,
    next: 1,
    end: 0,
    nodes: [],
    anchors: new Map(),
    aliasCount: 0,
    hasDuplicates: false,
  };
  const root = readNode(reading, "");
  if (events.length > reading.next + 1) return { reason: SEVERAL_DOCUMENTS, offset: reading.end };
  const { nodes, hasDuplicates, aliasCount } = reading;
  return { root, nodes, hasDuplicates, aliasCount };
}

/** The value of a text in double quotation marks. */
export const unescaped = (source: string): string => String(load(source));

function eventsOf(text: string): Event[] | YamlRefusal {
  try {
    return parseEvents(text, { maxDepth: PARSER_DEPTH });
  } catch (error) {
    if (!(error instanceof YAMLException)) throw error;
    return { reason: error.reason, offset: error.mark?.position ?? 0 };
  }
}

function readNode(reading: Reading, mark: Mark): YamlNode {
  const event = reading.events[reading.next++];
  switch (event?.type) {
    case EVENT_ID.MAPPING:
      return readMapping(reading, event, mark);
    case EVENT_ID.SEQUENCE:
      return readList(reading, event, mark);
    case EVENT_ID.ALIAS:
      return readAlias(reading, event, mark);
    case EVENT_ID.SCALAR:
      return readScalar(reading, event, mark);
    default:
      throw new Error(`An event of js-yaml begins no value: ${event?.type}.`);
  }
}

function readMapping(reading: Reading, event: MappingEvent, mark: Mark): MappingNode {
  const value: Record<string, unknown> = {};
  const items: Pair[] = [];
  const node: MappingNode = { kind: "mapping", ...openNode(reading, event, mark), items, value };
  // `[a: b]` contains a mapping without brackets of its own, and so does `[{ a: b }: c]`.
  const first = reading.events[reading.next];
  const isPair = first?.type === EVENT_ID.MAPPING && first.start === node.start;
  const hasBracket = node.isFlow && reading.text[node.start] === "{" && !isPair;
  return readItems(reading, node, hasBracket, () => {
    const pair = { key: readNode(reading, "?"), value: readNode(reading, ":") };
    items.push(pair);
    addField(reading, value, pair);
  });
}

function readList(reading: Reading, event: SequenceEvent, mark: Mark): ListNode {
  const value: unknown[] = [];
  const items: YamlNode[] = [];
  const node: ListNode = { kind: "list", ...openNode(reading, event, mark), items, value };
  return readItems(reading, node, node.isFlow, () => {
    const item = readNode(reading, "-");
    items.push(item);
    value.push(item.value);
  });
}

/** The offsets at which the items of a list without brackets begin. */
export const dashesOf = ({ start, items }: ListNode, text: string): number[] =>
  items.map((_, index) => (index === 0 ? start : skip(text, items[index - 1]?.end ?? start, BETWEEN)));

/** The beginning of a collection. `readItems` sets its end. */
function openNode({ text }: Reading, event: MappingEvent | SequenceEvent, mark: Mark) {
  const isFlow = event.style === COLLECTION_STYLE.FLOW;
  return { start: event.start, end: event.start, isKey: mark === "?", isFlow, ...namesOf(text, event) };
}

/** What may follow the last value between brackets. */
const BEFORE_CLOSER = /(?:[\s,:?]|#[^\n\r]*)*/y;

function readItems<Collection extends MappingNode | ListNode>(
  reading: Reading,
  node: Collection,
  hasBracket: boolean,
  readItem: () => void,
): Collection {
  const anchor: Anchor = { node, isOpen: true, aliasCount: 0 };
  const aliasesBefore = reading.aliasCount;
  reading.nodes.push(node);
  if (node.anchor !== undefined) reading.anchors.set(node.anchor, anchor);
  reading.end = node.start + (hasBracket ? 1 : 0);
  while (reading.events[reading.next]?.type !== EVENT_ID.POP) readItem();
  reading.next++;
  if (hasBracket) reading.end = skip(reading.text, reading.end, BEFORE_CLOSER) + 1;
  (node as { end: number }).end = reading.end;
  anchor.isOpen = false;
  anchor.aliasCount = reading.aliasCount - aliasesBefore;
  return node;
}

function addField(reading: Reading, fields: Record<string, unknown>, { key, value: { value } }: Pair): void {
  const name = keyOfPair(key) ?? reading.text.slice(key.start, key.end);
  if (Object.hasOwn(fields, name)) reading.hasDuplicates = true;
  if (name === "__proto__")
    Object.defineProperty(fields, name, { value, enumerable: true, configurable: true, writable: true });
  else fields[name] = value;
}

function readAlias(reading: Reading, { anchorStart, anchorEnd }: AliasEvent, mark: Mark): AliasNode {
  const name = reading.text.slice(anchorStart, anchorEnd);
  const anchor = reading.anchors.get(name);
  const isEndless = anchor?.isOpen === true;
  const target = isEndless ? undefined : anchor?.node;
  if (target) reading.aliasCount += 1 + (anchor?.aliasCount ?? 0);
  const node: AliasNode = {
    kind: "alias",
    start: anchorStart - 1,
    end: anchorEnd,
    isKey: mark === "?",
    anchor: undefined,
    anchorRange: undefined,
    tagRange: undefined,
    name,
    target,
    isEndless,
    value: target ? target.value : name,
  };
  reading.nodes.push(node);
  reading.end = node.end;
  return node;
}
