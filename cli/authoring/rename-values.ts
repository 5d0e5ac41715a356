// Changes the values of a file wherever they name an entry that gets another name and address, or that is retired. Pure.

import { linkOnSite } from "../content/references/link-on-site.ts";
import { type EntryPart, visitFields } from "../content/schema/entry-fields.ts";
import { valueAt } from "../content/schema/schema-walk.ts";
import type { Path } from "../content/sources/source-document.ts";

export interface Renaming {
  readonly collection: string;
  readonly slug: string;
  readonly newSlug: string;
  /** Without a slash at the end; undefined if entries of the collection have no address. */
  readonly address: string | undefined;
  readonly newAddress: string | undefined;
  /** The address of the site, with which full links to its pages begin; undefined if it has none. */
  readonly siteUrl: string | undefined;
}

export type Values = Readonly<Record<string, unknown>>;

/** The values with references, links and targets of Markdown links changed. */
export function renameMentions(values: Values, parts: readonly EntryPart[], renaming: Renaming): Values {
  const { collection, slug, newSlug } = renaming;
  const renamed = structuredClone(values);
  visitFields(parts, ({ field, value, path }) => {
    const isEntry = field.kind === "reference" && field.collection === collection && value === slug;
    const now = isEntry ? newSlug : leadOn(field.kind, value, renaming);
    if (now !== value) (valueAt(renamed, path.slice(0, -1)) as Record<string, unknown>)[String(path.at(-1))] = now;
  });
  return renamed;
}

function leadOn(kind: string, value: string, renaming: Renaming): string {
  if (kind === "link") return leadLink(value, renaming);
  return kind === "markdown"
    ? value.replace(MARKDOWN_TARGET, (_, before, target) => before + leadLink(target, renaming))
    : value;
}

/** The target of a link, of a reference or in angle brackets. */
const MARKDOWN_TARGET = /(\]\(\s*<?|\]:\s*<?|<)([^\s)>]+)/g;

/** A link to the entry gets its new address and keeps what follows. A full link stays a full one. */
function leadLink(link: string, renaming: Renaming): string {
  const { newAddress, siteUrl } = renaming;
  const suffix = behindAddress(link, renaming);
  if (suffix === undefined || newAddress === undefined) return link;
  const onSite = linkOnSite(link, siteUrl);
  const before = newAddress.startsWith("/") ? link.slice(0, link.length - onSite.length) : "";
  return before + newAddress + (newAddress.endsWith("/") ? suffix.replace(/^\/+/, "") : suffix);
}

/** What follows the address of the entry in a link to it; undefined for any other link. */
function behindAddress(link: string, { address, siteUrl }: Renaming): string | undefined {
  const onSite = linkOnSite(link, siteUrl);
  if (address === undefined || !onSite.startsWith(address)) return undefined;
  const suffix = onSite.slice(address.length);
  return /^\/*(?:[?#]|$)/.test(suffix) ? suffix : undefined;
}

/** Adds the old name of an entry to `formerly` and removes the new one from it. */
export function keepFormerName({ formerly, ...others }: Values, { slug, newSlug }: Renaming): Values {
  const formerNames = Array.isArray(formerly) ? formerly.map(String) : [];
  const names = [...formerNames.filter((name) => name !== newSlug && name !== slug), slug];
  return formerly === undefined ? { formerly: names, ...others } : { ...others, formerly: names };
}

/** For site.yaml: redirects to the entry get its new address. The old address gets a redirect, unless the entry itself keeps its names. */
export function renameInSite(values: Values, renaming: Renaming, keepsNames: boolean): Values {
  const { address, newAddress } = renaming;
  if (address === undefined || newAddress === undefined) return values;
  const moved = (Array.isArray(values.moved) ? values.moved : []).map((each) =>
    typeof each?.to === "string" ? { ...each, to: leadLink(each.to, renaming) } : each,
  );
  const newRedirects = keepsNames ? [] : [{ from: address, to: newAddress }];
  return moved.length + newRedirects.length === 0 ? values : { ...values, moved: [...moved, ...newRedirects] };
}

/** For site.yaml with its redirects changed: the new address does not lead to itself, and is not gone. Redirects to other pages stay. */
export function freeAddress(values: Values, renaming: Renaming): Values {
  const atNewAddress = { ...renaming, address: renaming.newAddress };
  const isNew = (link: unknown) => typeof link === "string" && behindAddress(link, atNewAddress) !== undefined;
  const withMoved = withoutItems(values, "moved", (each) => isNew(Object(each).from) && isNew(Object(each).to));
  return withoutItems(withMoved, "gone", isNew);
}

/** Without the list if no item is left. */
function withoutItems(values: Values, key: "moved" | "gone", leavesOut: (item: unknown) => boolean): Values {
  const { [key]: items, ...others } = values;
  if (!Array.isArray(items) || !items.some(leavesOut)) return values;
  const left = items.filter((item) => !leavesOut(item));
  return left.length === 0 ? others : { ...values, [key]: left };
}

/** For site.yaml: changes the name of the page in `variants`. */
export function renameVariant(values: Values, { slug, newSlug }: Renaming): Values {
  const { variants } = values;
  if (typeof variants !== "object" || variants === null || !(slug in variants)) return values;
  const renamed = Object.entries(variants).map(([page, name]) => [page === slug ? newSlug : page, name]);
  return { ...values, variants: Object.fromEntries(renamed) };
}

/** Like `renameMentions`, for an entry that is retired. An item of a list that names it is removed if others stay or its successor is in the list. */
export function retireMentions(values: Values, parts: readonly EntryPart[], retiring: Renaming): Values {
  const { collection, slug, newSlug } = retiring;
  const renamed = renameMentions(values, parts, retiring);
  const items: Path[] = [];
  visitFields(parts, ({ field, value, path }) => {
    const list = valueAt(values, path.slice(0, -1));
    const isItem =
      field.kind === "reference" && field.collection === collection && value === slug && Array.isArray(list);
    if (isItem && (newSlug === slug ? list.length > 1 : list.includes(newSlug))) items.push(path);
  });
  for (const path of items.reverse()) (valueAt(renamed, path.slice(0, -1)) as unknown[]).splice(Number(path.at(-1)), 1);
  return renamed;
}

/** For site.yaml: marks these addresses as gone, and also those that redirect to the entry. */
export function goneInSite(values: Values, from: readonly string[], retiring: Renaming): Values {
  const moved = (Array.isArray(values.moved) ? values.moved : []) as readonly { from: string; to: unknown }[];
  const led = moved.filter(({ to }) => typeof to === "string" && behindAddress(to, retiring) !== undefined);
  const gone = [...(Array.isArray(values.gone) ? values.gone : []), ...from, ...led.map((each) => each.from)];
  return { ...values, ...(led.length > 0 && { moved: moved.filter((each) => !led.includes(each)) }), gone };
}
