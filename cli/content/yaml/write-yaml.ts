// A value → YAML as people would write it.
import { Document, isMap, isScalar, visit } from "yaml";

/** Words that a person, or an older YAML, takes for something else: a yes, a time, a date. */
const MISTAKABLE = /^(?:y|yes|n|no|on|off|[-+.\d][-+.\d_,:/]*)$/i;

/** A value on one line or, in blocks, on as many as it needs; texts are quoted where they have to be. */
export function writeYaml(value: unknown, style: "flow" | "block" = "flow"): string {
  const document = new Document(value, { aliasDuplicateObjects: false });
  visit(document, {
    Scalar(key, node) {
      if (key !== "key" && typeof node.value === "string" && MISTAKABLE.test(node.value)) node.type = "QUOTE_DOUBLE";
    },
    Collection(key, node) {
      // Two numbers, such as a focus, are better read on one line.
      const isPoint =
        key !== null &&
        isMap(node) &&
        node.items.every((pair) => isScalar(pair.value) && typeof pair.value.value === "number");
      if (style === "flow" || isPoint) node.flow = true;
    },
  });
  return document.toString({ lineWidth: 0, flowCollectionPadding: true }).replace(/\n$/, "");
}
