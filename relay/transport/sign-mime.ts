// A mail as bytes → the same with a DKIM signature in front. No time is in it: an attempt made again is the same mail.
import type { DkimKey } from "../config/deliverability.ts";

export async function signMime(mime: Buffer, { domain, selector, privateKey }: DkimKey): Promise<Buffer> {
  const { default: Dkim } = await import("nodemailer/lib/dkim");
  const signer = new Dkim({ domainName: domain, keySelector: selector, privateKey });
  const chunks: Buffer[] = [];
  for await (const chunk of signer.sign(mime)) chunks.push(chunk as Buffer);
  const signed = Buffer.concat(chunks);
  // The library leaves a mail unsigned, without a word, where it cannot sign.
  if (!signed.subarray(0, 15).equals(Buffer.from("DKIM-Signature:"))) throw new Error("The mail could not be signed.");
  return signed;
}
