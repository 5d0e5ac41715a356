// Retires an entry: its files are removed, what names it gets its successor or leaves it out, and its address gets a redirect or is gone.
import type { CheckOptions } from "../config/resolve-config.ts";
import type { SourceRef } from "../content/sources/list-sources.ts";
import { documentAt } from "../content/sources/locate.ts";
import { asBuildFailure, IF_WRITABLE } from "../diagnostics/as-build-failure.ts";
import { EventsiteError } from "../diagnostics/diagnostic.ts";
import { applyChange } from "./apply-change.ts";
import { hasOwnVariants, openContent, planTexts, refuseFixed } from "./content-changes.ts";
import { goneInSite, type Renaming, renameInSite, retireMentions, type Values } from "./rename-values.ts";
import { type RepeatedLink, repeatedLinks } from "./repeated-links.ts";

export interface RetireOptions extends Pick<CheckOptions, "root" | "contentDir" | "templatesDir" | "cache"> {
  /** "services/gala-dinners", its file, or the address of its page. "pages/home@summer" or its file is only that variant. */
  readonly entry: string;
  /** The target for its visitors: another entry, named in the same ways, or an http(s) address. Default: none. */
  readonly to?: string | undefined;
}

/** All files are relative to the project root. */
export interface RetiredEntry {
  readonly removed: readonly string[];
  /** The changed files: those with links or references to the entry, and site.yaml. */
  readonly changed: readonly string[];
  /** The addresses of the entry, including its former ones. */
  readonly addresses: readonly string[];
  /** The target of these addresses; undefined if they are gone. */
  readonly to: string | undefined;
  /** Lists in which two items lead to the target now. */
  readonly twice: readonly RepeatedLink[];
}

/**
 * Retires an entry. If the site would then have an error that it does not have now, such as a link to the page, nothing is changed: rejects
 * with BuildFailedError and these errors. Also rejects with ROUTE_UNKNOWN if there is no such entry, and with USAGE for a page that every site has.
 */
export const retireEntry = ({ entry, to: successor, ...options }: RetireOptions): Promise<RetiredEntry> =>
  asBuildFailure(async () => {
    const content = await openContent(options);
    const { sources, siteUrl, pageAddress, find } = content;
    const matches = find(entry);
    const [first] = matches;
    const { collection, slug, variant } = first;
    const refs = variant === undefined ? matches : [first];
    const address = pageAddress(collection, slug);
    if (variant === undefined) refuseFixed({ collection, slug, address });
    const [next] = successor === undefined || /^https?:/.test(successor) ? [] : find(successor);
    const nextAddress = next && pageAddress(next.collection, next.slug);
    if (next && address !== undefined && nextAddress === undefined)
      throw new EventsiteError("USAGE", `${next.file} has no page that visitors could be led to.`);
    const to = next ? nextAddress || "/" : successor;
    const newSlug = next?.collection === collection ? next.slug : slug;
    const retiring: Renaming = { collection, slug, newSlug, address, newAddress: to, siteUrl };
    const former = formerNames(refs).flatMap((name) => pageAddress(collection, name) ?? []);
    const addresses = address === undefined || variant !== undefined ? [] : [address, ...former];
    const inSite = (values: Values): Values => {
      const { variants, ...others } = values;
      const { [slug]: _, ...otherVariants } = { ...(variants as object) } as Record<string, unknown>;
      const remaining = hasOwnVariants(refs, sources) ? { ...others, variants: otherVariants } : values;
      if (address === undefined) return remaining;
      if (to === undefined) return goneInSite(remaining, addresses, retiring);
      return former.reduce<Values>(
        (site, from) => renameInSite(site, { ...retiring, address: from }, false),
        renameInSite(remaining, retiring, false),
      );
    };
    const texts = planTexts(content, (ref, values, parts) => {
      // Only `variants` names a variant. The check below says where it is in use.
      if (refs.includes(ref) || variant !== undefined) return values;
      const newValues = retireMentions(values, parts, retiring);
      return ref === sources.site ? inSite(newValues) : newValues;
    });
    await applyChange(options, sources, { texts, targets: new Map(refs.map((ref) => [ref, undefined])) });
    return {
      removed: refs.map(({ file }) => file),
      changed: texts.map(({ original }) => original.ref.file),
      addresses,
      to: addresses.length === 0 ? undefined : to,
      twice:
        to === undefined ? [] : texts.flatMap(({ original, text }) => repeatedLinks({ ...original.ref, text }, to)),
    };
  }, IF_WRITABLE);

/** The names in `formerly` of these files. */
function formerNames(refs: readonly SourceRef[]): string[] {
  return refs.flatMap((ref) => {
    const { formerly } = (documentAt(ref)?.data ?? {}) as { formerly?: unknown };
    return Array.isArray(formerly) ? formerly.map(String) : [];
  });
}
