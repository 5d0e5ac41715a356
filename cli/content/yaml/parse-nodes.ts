// YAML text → its values, and where each is written. js-yaml lists what it reads as events with offsets. What they leave out, such as the
// end of brackets or the position of an empty value, is found in the text around them.

import {
  type AliasEvent,
  boolCoreTag,
  COLLECTION_STYLE,
  EVENT_ID,
  type Event,
  floatCoreTag,
  getScalarValue,
  intCoreTag,
  load,
  type MappingEvent,
  NOT_RESOLVED,
  nullCoreTag,
  parseEvents,
  SCALAR_STYLE,
  type ScalarEvent,
  type SequenceEvent,
  YAMLException,
} from "js-yaml";
import {
  type AliasNode,
  EMPTY_TREE,
  keyOfPair,
  type ListNode,
  type MappingNode,
  type Pair,
  type Range,
  type ScalarNode,
  type ScalarStyle,
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
    ...{ text, events, next: 1, end: 0 },
    ...{ nodes: [], anchors: new Map(), aliasCount: 0, hasDuplicates: false },
  };
  const root = readNode(reading, "");
  if (events.length > reading.next + 1) return { reason: SEVERAL_DOCUMENTS, offset: reading.end };
  const { nodes, hasDuplicates, aliasCount } = reading;
  return { root, nodes, hasDuplicates, aliasCount };
}

/** What a text in double quotation marks says. */
export const unescaped = (quoted: string): string => String(load(quoted));

function eventsOf(text: string): Event[] | YamlRefusal {
  try {
    return parseEvents(text, { maxDepth: PARSER_DEPTH });
  } catch (error) {
    if (!(error instanceof YAMLException)) throw error;
    return { reason: error.reason, offset: error.mark?.position ?? 0 };
  }
}

/** The events, and how far they have been read. */
interface Reading {
  readonly text: string;
  readonly events: readonly Event[];
  /** The index of the next event. */
  next: number;
  /** The offset at which the last node that has been read ends. */
  end: number;
  readonly nodes: YamlNode[];
  /** The last node of each name. */
  readonly anchors: Map<string, Anchor>;
  aliasCount: number;
  hasDuplicates: boolean;
}

interface Anchor {
  readonly node: YamlNode;
  /** Whether the reading has not come to its end. */
  isOpen: boolean;
  /** How many values are in the places of aliases below it. */
  aliasCount: number;
}

/** What is before a value: that of a list, a key, the value of a key, or the whole text. */
type Mark = "-" | "?" | ":" | "";

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

const STYLES: Readonly<Record<ScalarEvent["style"], ScalarStyle>> = {
  [SCALAR_STYLE.PLAIN]: "plain",
  [SCALAR_STYLE.SINGLE_QUOTED]: "single",
  [SCALAR_STYLE.DOUBLE_QUOTED]: "double",
  [SCALAR_STYLE.LITERAL_BLOCK]: "literal",
  [SCALAR_STYLE.FOLDED_BLOCK]: "folded",
};

function readScalar(reading: Reading, event: ScalarEvent, mark: Mark): ScalarNode {
  const { text } = reading;
  const style = STYLES[event.style];
  const { start, end } = scalarRange(reading, event, style, mark);
  const source = getScalarValue(text, event);
  // A tag is a mistake; the text behind it is what the author sees.
  const isText = mark === "?" || style !== "plain" || event.tagStart !== NONE;
  const node: ScalarNode = {
    kind: "scalar",
    start,
    end,
    isKey: mark === "?",
    ...namesOf(text, event),
    style,
    linesStart: style === "folded" || style === "literal" ? event.valueStart : start,
    source,
    value: isText ? source : resolvePlain(source),
  };
  reading.nodes.push(node);
  if (node.anchor !== undefined) reading.anchors.set(node.anchor, { node, isOpen: false, aliasCount: 0 });
  reading.end = end;
  return node;
}

/** An offset that js-yaml does not give. */
const NONE = -1;

function scalarRange(reading: Reading, event: ScalarEvent, style: ScalarStyle, mark: Mark): Range {
  const { valueStart, valueEnd } = event;
  if (valueStart === NONE) {
    const position = emptyPosition(reading, event, mark);
    return { start: position, end: position };
  }
  if (style === "plain") return { start: valueStart, end: valueEnd };
  if (style === "single" || style === "double") return { start: valueStart - 1, end: valueEnd + 1 };
  return { start: headerStart(reading, event), end: valueEnd };
}

/** Behind its anchor or tag, or else behind the mark that it is the value of; a key, in front of its colon. */
function emptyPosition({ text, end }: Reading, { anchorEnd, tagEnd }: ScalarEvent, mark: Mark): number {
  const named = Math.max(anchorEnd, tagEnd);
  if (named !== NONE) return named;
  const next = skip(text, end, BETWEEN);
  if (mark === "?" && text[next] === ":") return next;
  return mark !== "" && text[next] === mark ? next + 1 : end;
}

/** The `>` or `|` of block text is on the line above it, behind everything else. */
function headerStart({ text, end }: Reading, { valueStart, anchorEnd, tagEnd }: ScalarEvent): number {
  const line = text.lastIndexOf("\n", valueStart - 2) + 1;
  const from = Math.max(line, end, anchorEnd, tagEnd);
  return from + text.slice(from, valueStart).search(/[|>]/);
}

/** White space and comments. */
const BETWEEN = /(?:\s|#[^\n\r]*)*/y;
/** What may follow the last value between brackets. */
const BEFORE_CLOSER = /(?:[\s,:?]|#[^\n\r]*)*/y;

function skip(text: string, from: number, what: RegExp): number {
  what.lastIndex = from;
  what.test(text);
  return what.lastIndex;
}

const CORE_TAGS = [nullCoreTag, boolCoreTag, intCoreTag, floatCoreTag];
const FIRST_CHARACTERS = new Set(CORE_TAGS.flatMap(({ implicitFirstChars }) => implicitFirstChars ?? []));

/** A number, true, false or null by the core schema of YAML 1.2, or else the text. */
function resolvePlain(source: string): ScalarNode["value"] {
  if (!FIRST_CHARACTERS.has(source.charAt(0))) return source;
  for (const tag of CORE_TAGS) {
    const value = tag.resolve(source, false, tag.tagName);
    if (value !== NOT_RESOLVED) return value as ScalarNode["value"];
  }
  return source;
}

type NamedEvent = ScalarEvent | MappingEvent | SequenceEvent;

type Names = Pick<YamlNode, "anchor" | "anchorRange" | "tagRange">;

const NO_NAMES: Names = { anchor: undefined, anchorRange: undefined, tagRange: undefined };

function namesOf(text: string, { anchorStart, anchorEnd, tagStart, tagEnd }: NamedEvent): Names {
  if (anchorStart === NONE && tagStart === NONE) return NO_NAMES;
  return {
    anchor: anchorStart === NONE ? undefined : text.slice(anchorStart, anchorEnd),
    anchorRange: anchorStart === NONE ? undefined : { start: anchorStart - 1, end: anchorEnd },
    tagRange: tagStart === NONE ? undefined : { start: tagStart, end: tagEnd },
  };
}

function readMapping(reading: Reading, event: MappingEvent, mark: Mark): MappingNode {
  const value: Record<string, unknown> = {};
  const items: Pair[] = [];
  const node: MappingNode = { kind: "mapping", ...openNode(reading, event, mark), items, value };
  // `[a: b]` has a mapping without brackets of its own in it, and so has `[{ a: b }: c]`.
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

/** Where the items of a list that is not in brackets begin. */
export const dashesOf = ({ start, items }: ListNode, text: string): number[] =>
  items.map((_, index) => (index === 0 ? start : skip(text, items[index - 1]?.end ?? start, BETWEEN)));

/** A collection that is read to its end by and by. */
function openNode({ text }: Reading, event: MappingEvent | SequenceEvent, mark: Mark) {
  const isFlow = event.style === COLLECTION_STYLE.FLOW;
  return { start: event.start, end: event.start, isKey: mark === "?", isFlow, ...namesOf(text, event) };
}

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
    ...{ anchor: undefined, anchorRange: undefined, tagRange: undefined },
    name,
    target,
    isEndless,
    value: target ? target.value : name,
  };
  reading.nodes.push(node);
  reading.end = node.end;
  return node;
}
