// Problems of the address that forms are sent to.

import { isLoopback } from "../../../relay/loopback.ts";
import type { Config } from "../../config/resolve-config.ts";
import type { Diagnostic } from "../../diagnostics/diagnostic.ts";
import type { SourceRef } from "../sources/list-sources.ts";
import { documentAt, reportAt } from "../sources/locate.ts";
import type { FinalSettings } from "./read-settings.ts";

/** Wildcard addresses: only the machine itself can reach a relay by them. */
const UNSPECIFIED = /^(?:0\.0\.0\.0|\[::\])$/;

/**
 * Reports a public site whose relay has a local address, which each visitor's browser would look up on the visitor's machine. A site is public
 * unless its address is local too, or it is only previewed. Also reports an https site whose forms use http: browsers block the request.
 */
export function unreachableRelay(
  { url, relay }: Pick<FinalSettings, "url" | "relay">,
  site: SourceRef,
  { relayUrl, purpose }: Pick<Config, "relayUrl" | "purpose">,
): Diagnostic[] {
  if (!URL.canParse(url) || !URL.canParse(relay.url)) return [];
  // At the line in site.yaml, unless an option has given the address.
  const report = (problem: Diagnostic) => [
    relayUrl === undefined ? reportAt(site, ["relay", "url"], problem) : problem,
  ];
  const page = new URL(url);
  const target = new URL(relay.url);
  const isHere = isLoopback(target.hostname) || UNSPECIFIED.test(target.hostname);
  if (isHere && purpose !== "serve" && !isLoopback(page.hostname)) {
    const origin = relayUrl === undefined ? "" : ", given by --relay-url or EVENTSITE_RELAY_URL,";
    const message = `Visitors of ${url} could not send forms: the relay ${relay.url}${origin} is an address of their own machine.`;
    const hint =
      "give the address that visitors reach the relay at; to try the forms on this machine, use `eventsite serve`, or build with --site-url http://localhost:4321";
    return report({ code: "CONTENT_LOCAL_RELAY", severity: "error", message, hint });
  }
  // A served site is http itself.
  if (purpose === "serve" || page.protocol !== "https:") return [];
  if (target.protocol !== "http:" || isLoopback(target.hostname)) return [];
  const message = `Browsers will not send forms from ${url} to ${relay.url}: the one is https, the other is not.`;
  const hint = "give the relay an https:// address";
  return report({ code: "CONTENT_INSECURE_RELAY", severity: "warning", message, hint });
}

/** Reports a relay address that is still marked as a placeholder when the site is built to be published. */
export function placeholderRelay(site: SourceRef, { relayUrl }: Pick<Config, "relayUrl">): Diagnostic[] {
  const document = relayUrl === undefined ? documentAt(site) : undefined;
  if (!document) return [];
  const place = document.place(["relay", "url"]);
  if (!document.placeholders.some(({ line }) => line === place.line)) return [];
  const message =
    "The relay's address is a placeholder: what visitors send with the forms of this site would reach nobody.";
  const hint =
    'write the address of your relay and take "# placeholder" away, or give it with --relay-url or EVENTSITE_RELAY_URL';
  return [document.report(place, { code: "CONTENT_PLACEHOLDER", severity: "warning", message, hint })];
}
