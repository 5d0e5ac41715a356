// Finds keys that name no field: brackets, a block or nothing in front of a colon, and the merge key, which YAML 1.2 does not know.
import { atOffset, type ExplainedError, type ParsedText } from "./explained-error.ts";
import { keyOfPair, type YamlNode } from "./yaml-tree.ts";

/** The first such key of a text. */
export function findOddKey(yaml: ParsedText): ExplainedError | undefined {
  for (const node of yaml.nodes) {
    const problem = node.isKey ? explainKey(yaml, node) : undefined;
    if (problem) return problem;
  }
  return undefined;
}

function explainKey(yaml: ParsedText, key: YamlNode): ExplainedError | undefined {
  const name = keyOfPair(key);
  if (name !== undefined && name !== "" && name !== "<<") return undefined;
  const { explain, source, column } = atOffset(yaml, key.start);
  const length = Math.max(1, Math.min(key.end - key.start, source.length - column + 1));
  if (name === undefined) {
    const message =
      "The name of a field is a word in front of a colon, and YAML reads this as a value of several parts.";
    const hint = "write the name of the field without brackets, or take the line out";
    return explain("SOURCE_SYNTAX", message, hint, { length });
  }
  if (key.kind !== "scalar" || key.style !== "plain") return undefined;
  if (name === "") {
    const message = "There is no name in front of this colon.";
    return explain("SOURCE_SYNTAX", message, "write the name of the field, or take the line out");
  }
  const message = "The merge key (<<) is not read here: no fields come with it.";
  return explain("SOURCE_SYNTAX", message, "write the fields out in its place", { length });
}
