import { isScalar, visit } from "yaml";
import { type At, atOffset, type ExplainedError, type ParsedText } from "./explained-error.ts";

/** `{x:10, y:20}` is parsed as two keys without a value: the first is reported. */
export function findGluedColon(parsed: ParsedText): ExplainedError | undefined {
  let found: number | undefined;
  visit(parsed.document, {
    Map(_, map) {
      const glued = map.items.find(
        ({ key, value }) =>
          isScalar(key) && key.type === "PLAIN" && /^[A-Za-z_][\w-]*:\S/.test(key.source ?? "") && isNothing(value),
      );
      if (!map.flow || !glued || !isScalar(glued.key) || !glued.key.range) return undefined;
      found = glued.key.range[0];
      return visit.BREAK;
    },
  });
  if (found === undefined) return undefined;
  const at = atOffset(parsed, found);
  const { column, source } = at;
  const words =
    source.slice(0, column - 1) +
    source.slice(column - 1).replace(/(?<=^|[{,]\s*)([A-Za-z_][\w-]*):(?=[^\s,}])/g, "$1: ");
  const colon = source.indexOf(":", column - 1);
  return reportGluedColon(at, colon + 1, words.trim());
}

export const reportGluedColon = ({ explain }: At, column: number, meant: string): ExplainedError =>
  explain("SOURCE_SYNTAX", "The colon after a key needs a space after it.", `write ${meant}`, { column });

const isNothing = (value: unknown): boolean => value === null || (isScalar(value) && value.value === null);
