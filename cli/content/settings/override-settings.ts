import { addressFault, settleAddress } from "../../../templates/kit/web-address.ts";
import type { Config } from "../../config/resolve-config.ts";

export type SettingsConfig = Pick<Config, "siteUrl" | "relayUrl" | "relayKey" | "variants" | "preview">;

export const without = (data: Readonly<Record<string, unknown>>, keys: readonly string[]) =>
  Object.fromEntries(Object.entries(data).filter(([key]) => !keys.includes(key)));

/** Option before variable before file: the command has handled the first two. */
export function override(data: Readonly<Record<string, unknown>>, config: SettingsConfig) {
  const inFile = data.relay as { url?: unknown } | undefined;
  const relay = {
    ...inFile,
    url: config.preview ? "" : settled(config.relayUrl ?? inFile?.url),
    ...(config.relayKey && { key: config.relayKey }),
  };
  return {
    ...data,
    url: settled(config.siteUrl ?? data.url),
    timeZone: String(data.timeZone ?? DEFAULT_ZONE),
    links: data.links === "bare" ? "bare" : "slash",
    relay,
    variants: { ...(data.variants as object), ...config.variants },
    moved: Array.isArray(data.moved) ? data.moved : [],
    gone: Array.isArray(data.gone) ? data.gone : [],
  };
}

/** An address with a fault has been reported. */
function settled(written: unknown): string {
  const address = String(written ?? "");
  return addressFault(address) === undefined ? settleAddress(address) : address;
}

/** The items that a "site.<list>" reference may name: `slug` is the id. */
export const itemsWithIds = (settings: Readonly<Record<string, unknown>>) =>
  Object.entries(settings).flatMap(([name, list]) =>
    (Array.isArray(list) ? list : []).flatMap((item: { id?: unknown } | null, position) =>
      typeof item?.id === "string" ? [{ collection: `site.${name}`, slug: item.id, path: [name, position] }] : [],
    ),
  );

/** A site without a time zone of its own has the same dates everywhere. */
export const DEFAULT_ZONE = "UTC";
