// Recognises files that cannot be pictures of the site by their first bytes, and says what to do.
import type { Finding } from "../../diagnostics/diagnostic.ts";

type Advice = Pick<Finding, "message"> & { readonly hint: string };

const EXPORT = "open it in a picture editor and export it as JPEG, PNG, WebP or AVIF";

const KINDS: readonly (readonly [start: RegExp, advice: Advice])[] = [
  [
    /^\p{Cc}\x8b/u,
    {
      message: "is a compressed file, as drawing programs save SVG under the name .svgz.",
      hint: "save it as plain SVG, not compressed, under a name that ends in .svg",
    },
  ],
  [
    /^(?:\xef\xbb\xbf)?\s*<(?:!doctype\s+html|html)\b/i,
    {
      message: "is a web page and no picture.",
      hint: "open the address it came from, and save the picture itself",
    },
  ],
  [/^%PDF/, { message: "is a PDF document and no picture.", hint: EXPORT }],
  [
    /^%!PS/,
    { message: "is in truth of the type EPS.", hint: "open it in a drawing program and export it as plain SVG" },
  ],
  [/^8BPS/, { message: "is in truth of the type PSD.", hint: EXPORT }],
  [/^BM.{12}\x28/s, { message: "is in truth of the type BMP.", hint: EXPORT }],
];

export function foreignType(bytes: Uint8Array): Advice | undefined {
  const start = Buffer.from(bytes.subarray(0, 200)).toString("latin1");
  return KINDS.find(([pattern]) => pattern.test(start))?.[1];
}
