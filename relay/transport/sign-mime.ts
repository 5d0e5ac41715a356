// A mail as bytes → the same with DKIM signatures in front (RFC 6376, RFC 8463), one for each key. Our own, because the library that makes
// the mail signs with RSA alone. No time is in it: an attempt made again is the same mail.
import { createHash, createPrivateKey, sign } from "node:crypto";
import type { DkimKey } from "../config/deliverability.ts";

/** What a reader sees or answers to (RFC 6376 5.4.1). A mail has each once at most. */
const SIGNED = [
  ...["from", "sender", "reply-to", "subject", "date", "message-id", "to", "cc", "in-reply-to", "references"],
  ...["mime-version", "content-type", "content-transfer-encoding", "list-unsubscribe", "auto-submitted"],
];

export function signMime(mime: Buffer, keys: readonly DkimKey[]): Buffer {
  // Bytes stay as they are: each is a character here.
  const mail = mime.toString("latin1");
  const end = mail.indexOf("\r\n\r\n");
  const headers = new Map(
    mail
      .slice(0, end)
      .split(/\r\n(?![ \t])/)
      .map((line) => [line.slice(0, line.indexOf(":")).trim().toLowerCase(), relaxedHeader(line)]),
  );
  const names = SIGNED.filter((name) => headers.has(name));
  const signed = names.map((name) => `${headers.get(name)}\r\n`).join("");
  const bodyHash = createHash("sha256")
    .update(relaxedBody(mail.slice(end + 4)), "latin1")
    .digest("base64");
  const signatures = keys.map((key) => {
    const header = [
      `DKIM-Signature: v=1; a=${key.algorithm}; c=relaxed/relaxed; q=dns/txt;`,
      `d=${key.domain};`,
      `s=${key.selector};`,
      `h=${folded(names.join(":"), /.{1,60}(?::|$)/g)};`,
      `bh=${bodyHash};`,
      "b=",
    ].join("\r\n ");
    const signature = signatureOf(Buffer.from(signed + relaxedHeader(header), "latin1"), key);
    return `${header}${folded(signature, /.{1,72}/g)}\r\n`;
  });
  return Buffer.concat([Buffer.from(signatures.join(""), "latin1"), mime]);
}

function signatureOf(data: Buffer, { algorithm, privateKey }: DkimKey): string {
  const key = createPrivateKey(privateKey);
  // RFC 8463: Ed25519 signs the hash of the data, which it hashes once more.
  const made =
    algorithm === "rsa-sha256"
      ? sign("sha256", data, key)
      : sign(null, createHash("sha256").update(data).digest(), key);
  return made.toString("base64");
}

const folded = (text: string, pieces: RegExp): string => (text.match(pieces) ?? []).join("\r\n  ");

/** RFC 6376 3.4.2. */
function relaxedHeader(line: string): string {
  const value = line.slice(line.indexOf(":") + 1).replace(/\r\n/g, "");
  return `${line.slice(0, line.indexOf(":")).trim().toLowerCase()}:${value.replace(/[ \t]+/g, " ").replace(/^ | $/g, "")}`;
}

/** RFC 6376 3.4.4. */
function relaxedBody(body: string): string {
  const text = body
    .replace(/[ \t]+/g, " ")
    .replace(/ (?=\r\n|$)/g, "")
    .replace(/(?:\r\n)*$/, "");
  return text === "" ? "" : `${text}\r\n`;
}
