// Keys to sign with, and the check of a signature as RFC 6376 and RFC 8463 describe it.
import { createHash, generateKeyPairSync, type KeyObject, verify } from "node:crypto";

export function dkimKeyPair(bits = 1024): {
  readonly privateKey: string;
  readonly publicKey: KeyObject;
  readonly record: string;
} {
  const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength: bits });
  const record = `v=DKIM1; k=rsa; p=${publicKey.export({ type: "spki", format: "der" }).toString("base64")}`;
  return { privateKey: privateKey.export({ type: "pkcs8", format: "pem" }).toString(), publicKey, record };
}

const relaxed = (line: string): string => {
  const [name = "", ...rest] = line.replace(/\r\n(?=[ \t])/g, "").split(":");
  return `${name.trim().toLowerCase()}:${rest
    .join(":")
    .replace(/[ \t]+/g, " ")
    .trim()}`;
};

/** What the signature with this selector says (without one, the first), and whether it and the body's hash are right. */
export function verifyDkim(mail: string, publicKey: KeyObject, selector?: string) {
  const end = mail.indexOf("\r\n\r\n");
  const headers = mail.slice(0, end).split(/\r\n(?![ \t])/);
  const body = mail
    .slice(end + 4)
    .split("\r\n")
    .map((line) => line.replace(/[ \t]+/g, " ").replace(/ $/, ""))
    .join("\r\n")
    .replace(/(?:\r\n)*$/, "\r\n");
  const signatures = headers
    .filter((line) => /^dkim-signature:/i.test(line))
    .map((line) => ({ line, tags: tagsOf(line) }));
  const { line, tags } = signatures.find((one) => selector === undefined || one.tags.s === selector) ?? {
    line: "",
    tags: tagsOf(""),
  };
  // A name that is there once more than the field stands for nothing: it shows that none was added.
  const left = [...headers];
  const signed = (tags.h ?? "")
    .toLowerCase()
    .split(":")
    .flatMap((name) => {
      const at = left.findLastIndex((header) => header.toLowerCase().startsWith(`${name}:`));
      return at === -1 ? [] : left.splice(at, 1);
    });
  const unsigned = relaxed(line.replace(/(\bb=)[\s\S]*$/, "$1"));
  const data = Buffer.from([...signed.map(relaxed), unsigned].join("\r\n"), "latin1");
  const signature = Buffer.from(tags.b ?? "", "base64");
  return {
    tags,
    isBodyRight: createHash("sha256").update(body, "latin1").digest("base64") === tags.bh,
    isSignatureRight: verify("sha256", data, publicKey, signature),
  };
}

const tagsOf = (signature: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    signature
      .slice(signature.indexOf(":") + 1)
      .split(";")
      .map((tag) => [tag.slice(0, tag.indexOf("=")).trim(), tag.slice(tag.indexOf("=") + 1).replace(/\s/g, "")]),
  );
