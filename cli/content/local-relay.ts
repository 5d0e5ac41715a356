import type { Config } from "../config/resolve-config.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { isLoopback } from "./insecure-relay.ts";
import type { SourceRef } from "./list-sources.ts";
import type { BuildSettings } from "./read-settings.ts";
import { readSource } from "./read-sources.ts";
import { openDocument } from "./yaml/source-document.ts";

/** Listening on every address of a machine, and reached from that machine alone. */
const UNSPECIFIED = /^(?:0\.0\.0\.0|\[::\])$/;

/**
 * A site for others whose relay is on this machine: the browser of each visitor would look for it on theirs. A site is for others unless its
 * address is of this machine too, or it is only served.
 */
export function localRelay(
  { url, relay }: Pick<BuildSettings, "url" | "relay">,
  site: SourceRef,
  { relayUrl, purpose }: Pick<Config, "relayUrl" | "purpose">,
): Diagnostic[] {
  if (purpose === "serve" || !URL.canParse(url) || !URL.canParse(relay.url)) return [];
  const { hostname } = new URL(relay.url);
  if (!(isLoopback(hostname) || UNSPECIFIED.test(hostname)) || isLoopback(new URL(url).hostname)) return [];
  const given = relayUrl === undefined ? "" : ", given by --relay-url or EVENTSITE_RELAY_URL,";
  const message = `Visitors of ${url} could not send forms: the relay ${relay.url}${given} is an address of their own machine.`;
  const hint =
    "give the address that visitors reach the relay at; to try the forms on this machine, use `eventsite serve`, or build with --site-url http://localhost:4321";
  const file = relayUrl === undefined ? readSource(site) : undefined;
  if (file === undefined || "code" in file) return [{ code: "CONTENT_LOCAL_RELAY", severity: "error", message, hint }];
  const document = openDocument(file);
  return [document.report("CONTENT_LOCAL_RELAY", document.place(["relay", "url"]), message, hint)];
}
