// Distinguishes requests of this machine and its own network from those that come from elsewhere: through a reverse proxy, or
// through a browser whose page has its own name lead here.
import type { IncomingMessage } from "node:http";
import { isIP } from "node:net";
import { isLoopback } from "../client-address.ts";

/** Whether the other end of the connection is on this machine: no header can claim it. */
export const isFromThisMachine = ({ socket }: IncomingMessage): boolean =>
  isLoopback((socket.remoteAddress ?? "").replace(/^::ffff:/i, ""));

const PROXY_HEADERS = /^(?:x-forwarded(?:-[a-z]+)?|forwarded|via|x-real-ip|cdn-loop)$/;

/** Whether a proxy says that it hands the request on. One that says nothing cannot be seen. */
export const isForwarded = ({ headers }: IncomingMessage): boolean =>
  Object.keys(headers).some((name) => PROXY_HEADERS.test(name));

/** The host of the request, without its port. */
export function hostNameOf({ headers }: IncomingMessage): string {
  const [, bracketed, plain = ""] = /^(?:\[([^\]]*)\]|([^:]*))(?::\d*)?$/.exec(headers.host ?? "") ?? [];
  return (bracketed ?? plain).toLowerCase();
}

/** Names that nobody can have lead elsewhere on the internet: RFC 6762 and 8375, what clusters use, and what has no dot. */
const INSIDE_NAMES = /^[\w-]+$|\.(?:local|localhost|internal|home\.arpa|svc)$/;

/** Whether the request is for an address or a name of the machine or its own network, rather than for a public name. */
export function isAskedInside(request: IncomingMessage): boolean {
  const name = hostNameOf(request);
  return isIP(name) > 0 || isLoopback(name) || INSIDE_NAMES.test(name);
}
