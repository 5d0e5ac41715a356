// What a host should send along, in the `_headers` format that static hosts read. Others pass it by: the pages carry their policy themselves.
import { headerPolicy } from "./content-policy.ts";

/** Everything below assets/ has its content's hash in its name. */
export function hostHeaders(relayUrl: string): string {
  return rules({
    "/*": {
      "Content-Security-Policy": headerPolicy(relayUrl),
      "X-Content-Type-Options": "nosniff",
      "X-Frame-Options": "DENY",
      "Referrer-Policy": "strict-origin-when-cross-origin",
      "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
      "Cross-Origin-Opener-Policy": "same-origin",
    },
    "/assets/*": { "Cache-Control": "public, max-age=31536000, immutable" },
  });
}

const rules = (byPath: Readonly<Record<string, Readonly<Record<string, string>>>>): string =>
  Object.entries(byPath)
    .map(([path, headers]) =>
      [path, ...Object.entries(headers).map(([name, value]) => `  ${name}: ${value}`), ""].join("\n"),
    )
    .join("\n");
