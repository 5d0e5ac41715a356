// Headers for hosts that read `_headers`; for others `eventsite host` prints them. The pages carry their policy themselves.
import { headerPolicy, picturePolicy } from "./content-policy.ts";
import { CACHE_CONTROL } from "./file-headers.ts";

export const HEADERS_FILE = "_headers";

/** `path` is exact, or ends in a star. */
export interface HeaderRule {
  readonly path: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
}

/** The format of this file; hosts compare the whole path of a request, `base` included. */
export const headersFile = (rules: readonly HeaderRule[], base = ""): string =>
  rules
    .map(({ path, headers }) => [base + path, ...headers.map(([name, value]) => `  ${name}: ${value}`), ""].join("\n"))
    .join("\n");

/**
 * Everything below assets/ has a content hash in its name. Rules add up: a picture gets both policies, and browsers apply both.
 * `pictures` are those outside of assets/images/.
 */
export function hostHeaders(relayUrl: string, pictures: readonly string[]): HeaderRule[] {
  const byPath = {
    "/*": {
      "Content-Security-Policy": headerPolicy(relayUrl),
      "X-Content-Type-Options": "nosniff",
      "X-Frame-Options": "DENY",
      "Referrer-Policy": "strict-origin-when-cross-origin",
      "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
      "Cross-Origin-Opener-Policy": "same-origin",
    },
    ...Object.fromEntries(
      ["/assets/images/*", ...pictures].map((path) => [path, { "Content-Security-Policy": picturePolicy() }]),
    ),
    "/assets/*": { "Cache-Control": CACHE_CONTROL.asset },
  };
  return Object.entries(byPath).map(([path, headers]) => ({ path, headers: Object.entries(headers) }));
}
