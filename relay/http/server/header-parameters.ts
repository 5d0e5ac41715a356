/** `; name=value` or `; name="value"`; a comma begins the same header once more. */
const PARAMETER = /;\s*([^\s=;"]+)\s*=\s*("(?:\\.|[^"\\])*"|[^;,]*)/g;

/** The parameters of a header, by their names in lower case. The first of several with one name counts. */
export function parametersOf(header: string): ReadonlyMap<string, string> {
  const parameters = new Map<string, string>();
  for (const [, name = "", value = ""] of header.matchAll(PARAMETER)) {
    const isQuoted = value.startsWith('"') && value.endsWith('"') && value.length > 1;
    const text = isQuoted ? value.slice(1, -1).replace(/\\(.)/g, "$1") : value.trim();
    if (!parameters.has(name.toLowerCase())) parameters.set(name.toLowerCase(), text);
  }
  return parameters;
}
