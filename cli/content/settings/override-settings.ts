// The values of site.yaml with the overrides of options and variables.

import { addressFault, settleAddress } from "../../../templates/kit/web-address.ts";
import type { Config } from "../../config/resolve-config.ts";
import type { Path } from "../sources/source-document.ts";

export type SettingsConfig = Pick<Config, "siteUrl" | "relayUrl" | "relayKey" | "variants" | "preview">;

export const withoutKeys = (data: Readonly<Record<string, unknown>>, keys: readonly string[]) =>
  Object.fromEntries(Object.entries(data).filter(([key]) => !keys.includes(key)));

/** An option overrides a variable, which the command has handled, and a variable overrides the file. */
export function override(data: Readonly<Record<string, unknown>>, config: SettingsConfig) {
  const inFile = data.relay as { url?: unknown } | undefined;
  const relay = {
    ...inFile,
    url: config.preview ? "" : siteAddress(config.relayUrl ?? inFile?.url),
    ...(config.relayKey && { key: config.relayKey }),
  };
  return {
    ...data,
    url: siteAddress(config.siteUrl ?? data.url),
    timeZone: String(data.timeZone ?? DEFAULT_ZONE),
    links: data.links === "bare" ? "bare" : "slash",
    relay,
    variants: { ...(data.variants as object), ...config.variants },
    moved: Array.isArray(data.moved) ? data.moved : [],
    gone: Array.isArray(data.gone) ? data.gone : [],
  };
}

/** An address with a fault stays as it is: it has been reported. */
function siteAddress(value: unknown): string {
  const address = String(value ?? "");
  return addressFault(address) === undefined ? settleAddress(address) : address;
}

/** An item of a list of the settings that a "site.<list>" reference may name. */
export interface ListItem {
  /** "site.<list>" */
  readonly collection: string;
  /** Its id. */
  readonly slug: string;
  readonly path: Path;
}

export const itemsWithIds = (settings: Readonly<Record<string, unknown>>): ListItem[] =>
  Object.entries(settings).flatMap(([name, list]) =>
    (Array.isArray(list) ? list : []).flatMap((item: { id?: unknown } | null, position) =>
      typeof item?.id === "string" ? [{ collection: `site.${name}`, slug: item.id, path: [name, position] }] : [],
    ),
  );

/** A site without a time zone of its own has the same dates everywhere. */
export const DEFAULT_ZONE = "UTC";
