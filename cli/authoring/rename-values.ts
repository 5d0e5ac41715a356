// The values of a file → the same with another name and address of an entry in them, wherever they name it. Pure.

import { linkOnSite } from "../content/references/link-on-site.ts";
import { type EntryPart, visitFields } from "../content/schema/entry-fields.ts";
import { valueAt } from "../content/schema/schema-walk.ts";
import type { Path } from "../content/sources/source-document.ts";

export interface Renaming {
  readonly collection: string;
  readonly slug: string;
  readonly newSlug: string;
  /** Without a slash at the end; undefined where entries have no address. */
  readonly address: string | undefined;
  readonly newAddress: string | undefined;
  /** The address of the site, with which links to it may be written in full; undefined where it has none. */
  readonly siteUrl: string | undefined;
}

export type Values = Readonly<Record<string, unknown>>;

/** References, links and the targets of Markdown links. */
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

/** Of a link, a reference and an address in angle brackets. */
const MARKDOWN_TARGET = /(\]\(\s*<?|\]:\s*<?|<)([^\s)>]+)/g;

/** A link to the entry leads to its new address, with what follows it; written in full if it was. */
function leadLink(link: string, renaming: Renaming): string {
  const { newAddress, siteUrl } = renaming;
  const rest = behindAddress(link, renaming);
  if (rest === undefined || newAddress === undefined) return link;
  const onSite = linkOnSite(link, siteUrl);
  const before = newAddress.startsWith("/") ? link.slice(0, link.length - onSite.length) : "";
  return before + newAddress + (newAddress.endsWith("/") ? rest.replace(/^\/+/, "") : rest);
}

/** What follows the address of the entry in a link to it; undefined in any other. */
function behindAddress(link: string, { address, siteUrl }: Renaming): string | undefined {
  const onSite = linkOnSite(link, siteUrl);
  if (address === undefined || !onSite.startsWith(address)) return undefined;
  const rest = onSite.slice(address.length);
  return /^\/*(?:[?#]|$)/.test(rest) ? rest : undefined;
}

/** `formerly` with the name that an entry had, and without the one that it gets. */
export function keepFormerName({ formerly, ...others }: Values, { slug, newSlug }: Renaming): Values {
  const formerNames = Array.isArray(formerly) ? formerly.map(String) : [];
  const names = [...formerNames.filter((name) => name !== newSlug && name !== slug), slug];
  return formerly === undefined ? { formerly: names, ...others } : { ...others, formerly: names };
}

/** site.yaml: redirects to the entry lead to its new address, and so does its old one, unless the entry itself keeps its names. */
export function renameInSite(values: Values, renaming: Renaming, keepsNames: boolean): Values {
  const { address, newAddress } = renaming;
  if (address === undefined || newAddress === undefined) return values;
  const moved = (Array.isArray(values.moved) ? values.moved : []).map((each) =>
    typeof each?.to === "string" ? { ...each, to: leadLink(each.to, renaming) } : each,
  );
  const more = keepsNames ? [] : [{ from: address, to: newAddress }];
  return moved.length + more.length === 0 ? values : { ...values, moved: [...moved, ...more] };
}

/** site.yaml: the page's name under `variants`. */
export function renameVariant(values: Values, { slug, newSlug }: Renaming): Values {
  const { variants } = values;
  if (typeof variants !== "object" || variants === null || !(slug in variants)) return values;
  const renamed = Object.entries(variants).map(([page, name]) => [page === slug ? newSlug : page, name]);
  return { ...values, variants: Object.fromEntries(renamed) };
}

/** The same for an entry that goes: items of lists that name it are left out where others stay, or its successor is among them already. */
export function retireMentions(values: Values, parts: readonly EntryPart[], retiring: Renaming): Values {
  const { collection, slug, newSlug } = retiring;
  const left = renameMentions(values, parts, retiring);
  const items: Path[] = [];
  visitFields(parts, ({ field, value, path }) => {
    const list = valueAt(values, path.slice(0, -1));
    const isItem =
      field.kind === "reference" && field.collection === collection && value === slug && Array.isArray(list);
    if (isItem && (newSlug === slug ? list.length > 1 : list.includes(newSlug))) items.push(path);
  });
  for (const path of items.reverse()) (valueAt(left, path.slice(0, -1)) as unknown[]).splice(Number(path.at(-1)), 1);
  return left;
}

/** site.yaml: these addresses are gone, and with them those that led to the entry. */
export function goneInSite(values: Values, from: readonly string[], retiring: Renaming): Values {
  const moved = (Array.isArray(values.moved) ? values.moved : []) as readonly { from: string; to: unknown }[];
  const led = moved.filter(({ to }) => typeof to === "string" && behindAddress(to, retiring) !== undefined);
  const gone = [...(Array.isArray(values.gone) ? values.gone : []), ...from, ...led.map((each) => each.from)];
  return { ...values, ...(led.length > 0 && { moved: moved.filter((each) => !led.includes(each)) }), gone };
}
