// Headers for the host, in the `_headers` format of static hosts. Others ignore it: the pages carry their policy themselves.
import { CACHE_CONTROL } from "../emit/file-headers.ts";
import { headerPolicy, picturePolicy } from "./content-policy.ts";

/**
 * Everything below assets/ has a content hash in its name. Rules add up: a picture gets both policies, and browsers apply both.
 * `pictures` are those outside of assets/images/.
 */
export function hostHeaders(relayUrl: string, pictures: readonly string[]): string {
  return rules({
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
  });
}

const rules = (byPath: Readonly<Record<string, Readonly<Record<string, string>>>>): string =>
  Object.entries(byPath)
    .map(([path, headers]) =>
      [path, ...Object.entries(headers).map(([name, value]) => `  ${name}: ${value}`), ""].join("\n"),
    )
    .join("\n");
