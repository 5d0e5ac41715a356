import type { Config } from "../config/resolve-config.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import type { SourceRef } from "./list-sources.ts";
import type { BuildSettings } from "./read-settings.ts";
import { readSource } from "./read-sources.ts";
import { openDocument } from "./yaml/source-document.ts";

/** Browsers take these for safe without https: w3.org/TR/secure-contexts, "potentially trustworthy". */
const LOOPBACK = /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\]|\[::ffff:7f[\da-f]{2}:[\da-f]{1,4}\])\.?$/;

/** Whether a host is the very machine that asks. */
export const isLoopback = (hostname: string): boolean => LOOPBACK.test(hostname);

/** One where pages come over https and would send their forms in the clear: browsers stop the call, and the visitor sees it fail. */
export function insecureRelay(
  { url, relay }: Pick<BuildSettings, "url" | "relay">,
  site: SourceRef,
  { relayUrl }: Pick<Config, "relayUrl">,
): Diagnostic[] {
  if (!URL.canParse(url) || !URL.canParse(relay.url)) return [];
  const target = new URL(relay.url);
  if (new URL(url).protocol !== "https:" || target.protocol !== "http:" || isLoopback(target.hostname)) return [];
  const message = `Browsers will not send forms from ${url} to ${relay.url}: the one is https, the other is not.`;
  const hint = "give the relay an https:// address";
  const file = relayUrl === undefined ? readSource(site) : undefined;
  if (file === undefined || "code" in file)
    return [{ code: "CONTENT_INSECURE_RELAY", severity: "warning", message, hint }];
  const document = openDocument(file);
  return [document.report("CONTENT_INSECURE_RELAY", document.place(["relay", "url"]), message, hint, "warning")];
}
