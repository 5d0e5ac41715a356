// The event of a text, number, true, false or null → its node. Block text has its header on the line above it, and an empty value has no
// position in the event.

import {
  boolCoreTag,
  floatCoreTag,
  getScalarValue,
  intCoreTag,
  NOT_RESOLVED,
  nullCoreTag,
  SCALAR_STYLE,
  type ScalarEvent,
} from "js-yaml";
import { BETWEEN, type Mark, NONE, namesOf, type Reading, skip } from "./reading.ts";
import type { Range, ScalarNode, ScalarStyle } from "./yaml-tree.ts";

const STYLES: Readonly<Record<ScalarEvent["style"], ScalarStyle>> = {
  [SCALAR_STYLE.PLAIN]: "plain",
  [SCALAR_STYLE.SINGLE_QUOTED]: "single",
  [SCALAR_STYLE.DOUBLE_QUOTED]: "double",
  [SCALAR_STYLE.LITERAL_BLOCK]: "literal",
  [SCALAR_STYLE.FOLDED_BLOCK]: "folded",
};

export function readScalar(reading: Reading, event: ScalarEvent, mark: Mark): ScalarNode {
  const { text } = reading;
  const style = STYLES[event.style];
  const { start, end } = scalarRange(reading, event, style, mark);
  const source = getScalarValue(text, event);
  // A tag is a mistake: the value is the text behind it, which the author sees.
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

/** An empty value is behind its anchor or tag, or else behind its mark. An empty key is in front of its colon. */
function emptyPosition({ text, end }: Reading, { anchorEnd, tagEnd }: ScalarEvent, mark: Mark): number {
  const afterNames = Math.max(anchorEnd, tagEnd);
  if (afterNames !== NONE) return afterNames;
  const next = skip(text, end, BETWEEN);
  if (mark === "?" && text[next] === ":") return next;
  return mark !== "" && text[next] === mark ? next + 1 : end;
}

/** The `>` or `|` of block text is on the line above the text, behind everything else. */
function headerStart({ text, end }: Reading, { valueStart, anchorEnd, tagEnd }: ScalarEvent): number {
  const line = text.lastIndexOf("\n", valueStart - 2) + 1;
  const from = Math.max(line, end, anchorEnd, tagEnd);
  return from + text.slice(from, valueStart).search(/[|>]/);
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
