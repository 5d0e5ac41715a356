// Reports a misspelt id of site.yaml once, at its source position. It is one mistake, although it breaks every entry that refers to it.
import { type Diagnostic, isProblem } from "../../diagnostics/diagnostic.ts";
import { nearest } from "../../text/suggest.ts";
import type { SourceList, SourceRef } from "../sources/list-sources.ts";
import { documentAt } from "../sources/locate.ts";
import { readSource } from "../sources/read-source.ts";
import { SETTING_REFERENCE } from "./check-references.ts";

/** How many files a hint names. It only gives the number of the others. */
const MAX_NAMED = 6;

/**
 * If several files name an id that site.yaml does not have, their diagnostics become one in site.yaml, provided that its list has an unused
 * id that is similar, or only one unused id. All other diagnostics stay.
 */
export function reportMisspeltIds(
  diagnostics: readonly Diagnostic[],
  lists: Readonly<Record<string, ReadonlySet<string>>>,
  sources: Pick<SourceList, "site" | "entries">,
): readonly Diagnostic[] {
  const groups = groupByMessage(diagnostics);
  const reports = new Map<string, Diagnostic>();
  for (const [message, group] of groups) {
    const [, slug = "", list = ""] = SETTING_REFERENCE.exec(message) ?? [];
    if (slug === "" || new Set(group.map(({ file }) => file)).size < 2) continue;
    const id = misspeltId(slug, [...(lists[`site.${list}`] ?? [])], sources.entries);
    const report = id === undefined ? undefined : reportOnce(slug, list, id, group, sources.site);
    if (report) reports.set(message, report);
  }
  if (reports.size === 0) return diagnostics;
  return [...diagnostics.filter(({ message }) => !reports.has(message)), ...reports.values()];
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
    return isProblem(file) ? [] : [file.text];
  });
  const isNamed = (id: string) => texts.some((text) => text.includes(id) && namesId(text, id));
  const near = nearest(slug, ids);
  if (near !== undefined) return isNamed(near) ? undefined : near;
  const unnamed = ids.filter((id) => !isNamed(id));
  return unnamed.length === 1 ? unnamed[0] : undefined;
}

/** Whether an id is a value in a text, alone or between brackets, and not a word of a sentence. */
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
  const others = places.length > MAX_NAMED ? ` and ${places.length - MAX_NAMED} more` : "";
  const message = `No file names "${id}" of ${list}, while ${places.length} name "${slug}", which ${list} does not have.`;
  const hint = `did you mean "${slug}"? It is named in ${places.slice(0, MAX_NAMED).join(", ")}${others}`;
  return document.report(document.place([list, index, "id"]), { code: "CONTENT_UNKNOWN_REFERENCE", message, hint });
}
