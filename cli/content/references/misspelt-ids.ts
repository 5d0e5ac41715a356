// A misspelt id in site.yaml breaks every entry that refers to it. It is one mistake, reported once, at its source position.
import type { Diagnostic } from "../../diagnostics/diagnostic.ts";
import { nearest } from "../../text/suggest.ts";
import type { SourceList, SourceRef } from "../sources/list-sources.ts";
import { documentAt } from "../sources/locate.ts";
import { readSource } from "../sources/read-source.ts";
import { SETTING_REFERENCE } from "./check-references.ts";

/** Files that a hint names; above this it only gives their number. */
const MAX_NAMED = 6;

/**
 * The same diagnostics; those of several files with an id that site.yaml lacks become one there, if it has an unused id that is
 * similar, or the only one in its list.
 */
export function reportMisspeltIds(
  diagnostics: readonly Diagnostic[],
  lists: Readonly<Record<string, ReadonlySet<string>>>,
  sources: Pick<SourceList, "site" | "entries">,
): readonly Diagnostic[] {
  const groups = groupByMessage(diagnostics);
  const gathered = new Map<string, Diagnostic>();
  for (const [message, group] of groups) {
    const [, slug = "", list = ""] = SETTING_REFERENCE.exec(message) ?? [];
    if (slug === "" || new Set(group.map(({ file }) => file)).size < 2) continue;
    const id = misspeltId(slug, [...(lists[`site.${list}`] ?? [])], sources.entries);
    const found = id === undefined ? undefined : reportOnce(slug, list, id, group, sources.site);
    if (found) gathered.set(message, found);
  }
  if (gathered.size === 0) return diagnostics;
  return [...diagnostics.filter(({ message }) => !gathered.has(message)), ...gathered.values()];
}

function groupByMessage(diagnostics: readonly Diagnostic[]): Map<string, Diagnostic[]> {
  const groups = new Map<string, Diagnostic[]>();
  for (const diagnostic of diagnostics) {
    const group = groups.get(diagnostic.message);
    if (group) group.push(diagnostic);
    else groups.set(diagnostic.message, [diagnostic]);
  }
  return groups;
}

function misspeltId(slug: string, ids: readonly string[], entries: readonly SourceRef[]): string | undefined {
  const texts = entries.flatMap((ref) => {
    const file = readSource(ref);
    return "code" in file ? [] : [file.text];
  });
  const isNamed = (id: string) => texts.some((text) => text.includes(id) && namesId(text, id));
  const near = nearest(slug, ids);
  if (near !== undefined) return isNamed(near) ? undefined : near;
  const unnamed = ids.filter((id) => !isNamed(id));
  return unnamed.length === 1 ? unnamed[0] : undefined;
}

/** Whether an id appears in a text as a value of its own, alone or between brackets, rather than as a word of a sentence. */
const namesId = (text: string, id: string): boolean =>
  text.split("\n").some((line) =>
    line
      .replace(/\s#.*$/, "")
      .replace(/^[\s-]*(?:[\w-]+:\s+)?/, "")
      .split(/[[\],{}]|:\s/)
      .some((part) => part.trim().replace(/^(["'])(.*)\1$/, "$2") === id),
  );

function reportOnce(
  slug: string,
  list: string,
  id: string,
  group: readonly Diagnostic[],
  site: SourceRef,
): Diagnostic | undefined {
  const document = documentAt(site);
  const items = (document?.data as Record<string, unknown> | undefined)?.[list];
  const index = Array.isArray(items) ? items.findIndex((item: { id?: unknown } | null) => item?.id === id) : -1;
  if (!document || index === -1) return undefined;
  const places = [...new Set(group.map(({ file: name, line }) => `${name}:${line}`))].sort();
  const more = places.length > MAX_NAMED ? ` and ${places.length - MAX_NAMED} more` : "";
  const message = `No file names "${id}" of ${list}, while ${places.length} name "${slug}", which ${list} does not have.`;
  const hint = `did you mean "${slug}"? It is named in ${places.slice(0, MAX_NAMED).join(", ")}${more}`;
  return document.report(document.place([list, index, "id"]), { code: "CONTENT_UNKNOWN_REFERENCE", message, hint });
}
