// A key to sign with, and the check of a signature as RFC 6376 describes it.
import { createHash, createVerify, generateKeyPairSync, type KeyObject } from "node:crypto";

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

/** What the signature says, and whether it and the body's hash are right. */
export function verifyDkim(mail: string, publicKey: KeyObject) {
  const end = mail.indexOf("\r\n\r\n");
  const headers = mail.slice(0, end).split(/\r\n(?![ \t])/);
  const body = mail
    .slice(end + 4)
    .split("\r\n")
    .map((line) => line.replace(/[ \t]+/g, " ").replace(/ $/, ""))
    .join("\r\n")
    .replace(/(?:\r\n)*$/, "\r\n");
  const signature = headers.find((line) => /^dkim-signature:/i.test(line)) ?? "";
  const tags = Object.fromEntries(
    signature
      .slice(signature.indexOf(":") + 1)
      .split(";")
      .map((tag) => [tag.slice(0, tag.indexOf("=")).trim(), tag.slice(tag.indexOf("=") + 1).replace(/\s/g, "")]),
  );
  const signed = (tags.h ?? "")
    .split(":")
    .map((name) => headers.findLast((line) => line.toLowerCase().startsWith(`${name}:`)) ?? "");
  const unsigned = relaxed(signature.replace(/(\bb=)[\s\S]*$/, "$1"));
  const data = [...signed.map(relaxed), unsigned].join("\r\n");
  return {
    tags,
    isBodyRight: createHash("sha256").update(body, "latin1").digest("base64") === tags.bh,
    isSignatureRight: createVerify("RSA-SHA256")
      .update(data, "latin1")
      .verify(publicKey, tags.b ?? "", "base64"),
  };
}
