// The script of open pages: bundled once for each kind of page, with the data of this session in front of it.

import type { IncomingMessage, ServerResponse } from "node:http";
import { bundleDevClient } from "../bundle/bundle-dev-client.ts";
import type { Config } from "../config/resolve-config.ts";
import { isFromThisMachine } from "./request-guard.ts";
import { sendMade } from "./send-file.ts";

/** The path on which open pages receive changes. */
export const EVENTS_PATH = "/@eventsite/events";

/** The script of a page, by its entry below cli/, and its data. */
export interface PageClient {
  readonly entry: string;
  readonly session: Readonly<Record<string, string>>;
}

/** `clientFor`: for a page on this machine, or on another one. */
export function createClientScripts(config: Config, clientFor: (isHere: boolean) => PageClient) {
  const bundled = new Map<string, Promise<Uint8Array>>();
  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { entry, session } = clientFor(isFromThisMachine(request));
    const script = bundled.get(entry) ?? bundleDevClient(config, entry);
    bundled.set(entry, script);
    // `export` makes it a module and nothing else: a page of another origin can neither run it nor read the token in it.
    const head = `globalThis.eventsite=${JSON.stringify({ events: EVENTS_PATH, ...session })};export {};\n`;
    sendMade(response, 200, "js", Buffer.concat([Buffer.from(head), await script]));
  };
}
