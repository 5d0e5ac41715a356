/**
 * An address with its domain in ASCII, as some browsers give it for a field of type email and others do not: "ana@bücher.example" →
 * "ana@xn--bcher-kva.example". What is no domain stays as it was typed.
 */
export function asciiAddress(address: string): string {
  const at = address.lastIndexOf("@") + 1;
  const domain = address.slice(at);
  if (at === 0 || !/[^\0-\x7f]/.test(domain) || /[\s/?#:\\]/.test(domain)) return address;
  try {
    return address.slice(0, at) + new URL(`http://${domain}`).hostname;
  } catch {
    return address;
  }
}
