// The bytes of an SVG picture → its text, in the encoding that its first bytes or its XML declaration name.

/** undefined if the bytes are not text in that encoding, or the encoding is unknown. */
export function svgText(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder(encodingOf(bytes), { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

function encodingOf(bytes: Uint8Array): string {
  const start = Buffer.from(bytes.subarray(0, 200)).toString("latin1");
  // A byte order mark, or a first character of two bytes.
  if (/^(?:\xff\xfe|<\0)/.test(start)) return "utf-16le";
  if (/^(?:\xfe\xff|\0<)/.test(start)) return "utf-16be";
  const declared = /^\s*<\?xml\s[^>]*encoding\s*=\s*["']([^"']*)["']/.exec(start)?.[1] ?? "utf-8";
  // The bytes are not UTF-16: a program has converted the file and left the declaration.
  return /^utf-?16/i.test(declared) ? "utf-8" : declared;
}
