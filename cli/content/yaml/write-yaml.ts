// A value → YAML in the form that people would write.
import { Document, isMap, isScalar, visit } from "yaml";

/** Words that people, or older versions of YAML, read as something else: a yes, a time, a date. */
const MISTAKABLE = /^(?:y|yes|n|no|on|off|[-+.\d][-+.\d_,:/]*)$/i;

/** Writes a value on one line ("flow"), or in blocks on as many as it needs. Texts are quoted only if they have to be. */
export function writeYaml(value: unknown, style: "flow" | "block" = "flow"): string {
  const document = new Document(value, { aliasDuplicateObjects: false });
  visit(document, {
    Scalar(key, node) {
      if (key !== "key" && typeof node.value === "string" && MISTAKABLE.test(node.value)) node.type = "QUOTE_DOUBLE";
    },
    Collection(key, node) {
      // Two numbers, such as a focus, read better on one line.
      const isPoint =
        key !== null &&
        isMap(node) &&
        node.items.every((pair) => isScalar(pair.value) && typeof pair.value.value === "number");
      if (style === "flow" || isPoint) node.flow = true;
    },
  });
  return document.toString({ lineWidth: 0, flowCollectionPadding: true }).replace(/\n$/, "");
}
