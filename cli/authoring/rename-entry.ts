// Renames an entry: its file, its variants, and every link and reference to it. Its old address gets a redirect.

import { basename, dirname, join } from "node:path";
import { shownPath } from "../config/resolve-config.ts";
import type { SourceRef } from "../content/sources/list-sources.ts";
import { asBuildFailure, IF_WRITABLE } from "../diagnostics/as-build-failure.ts";
import { EventsiteError } from "../diagnostics/diagnostic.ts";
import { latinName } from "../text/latin-name.ts";
import { applyChange } from "./apply-change.ts";
import { hasOwnVariants, openContent, planTexts, type RenameOptions, refuseFixed } from "./content-changes.ts";
import {
  freeAddress,
  keepFormerName,
  type Renaming,
  renameInSite,
  renameMentions,
  renameVariant,
} from "./rename-values.ts";

/** All files are relative to the project root. */
export interface RenamedEntry {
  readonly files: readonly { readonly from: string; readonly to: string }[];
  /** Files in which links or references were changed. */
  readonly changed: readonly string[];
  /** undefined if the entry has no page. */
  readonly redirect: { readonly from: string; readonly to: string } | undefined;
}

/**
 * Renames an entry. If it rejects, nothing was changed: with USAGE for a name that is not valid, and with BuildFailedError: ROUTE_UNKNOWN if
 * there is no such entry, NEW_EXISTS if the new name is taken, the problem of a file that cannot be read or written, or the errors that the
 * site would then have and does not have now.
 */
export const renameEntry = ({ from, to, ...options }: RenameOptions): Promise<RenamedEntry> =>
  asBuildFailure(async () => {
    const content = await openContent(options);
    const { config, program, sources, siteUrl, pageAddress, inContent, find, findTaken } = content;
    const refs = find(from);
    const [{ collection, slug }] = refs;
    const newSlug = newName(inContent(to), collection);
    const address = pageAddress(collection, slug);
    const newAddress = pageAddress(collection, newSlug);
    const renaming: Renaming = { collection, slug, newSlug, address, newAddress, siteUrl };
    refuseFixed(renaming);
    const existing = findTaken(collection, newSlug);
    if (existing)
      throw new EventsiteError("NEW_EXISTS", `There is ${existing.file} already; nothing was renamed.`, {
        hint: "choose another name",
      });
    const { path: pageOf, schema } = program.templates.collections.find(({ name }) => name === collection) ?? {};
    const keepsNames = pageOf !== undefined && "formerly" in ((schema as { shape?: object }).shape ?? {});
    const texts = planTexts(content, (ref, data, parts) => {
      const values = renameMentions(data, parts, renaming);
      if (ref !== sources.site) return keepsNames && refs.includes(ref) ? keepFormerName(values, renaming) : values;
      const inSite = freeAddress(renameInSite(values, renaming, keepsNames), renaming);
      return hasOwnVariants(refs, sources) ? renameVariant(inSite, renaming) : inSite;
    });
    const targetOf = (ref: SourceRef): SourceRef => {
      const path = join(dirname(ref.path), newSlug + basename(ref.path).slice(slug.length));
      return { ...ref, path, file: shownPath(config.root, path), slug: newSlug };
    };
    const targets = new Map(refs.map((ref) => [ref, targetOf(ref)]));
    await applyChange(options, sources, { texts, targets });
    return {
      files: [...targets].map(([ref, target]) => ({ from: ref.file, to: target.file })),
      changed: texts.flatMap(({ original: { ref } }) => (targets.has(ref) ? [] : [ref.file])),
      redirect: address === undefined || newAddress === undefined ? undefined : { from: address, to: newAddress },
    };
  }, IF_WRITABLE);

function newName(target: string, collection: string): string {
  const name = target.startsWith(`${collection}/`) ? target.slice(collection.length + 1) : target;
  const slug = name.replace(/\.(?:ya?ml|md)$/i, "");
  if (/^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(slug)) return slug;
  const proposal = slug.includes("/") ? "" : latinName(slug);
  throw new EventsiteError("USAGE", `"${target}" cannot be the name of an entry in ${collection}.`, {
    hint: `use a-z, 0-9 and hyphens${proposal === "" ? "; an entry stays in its folder" : `, such as ${proposal}`}`,
  });
}
