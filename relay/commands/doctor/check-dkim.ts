// Whether the DNS has the public half of the key that mails are signed with here.
import { createPublicKey } from "node:crypto";
import type { DkimKey } from "../../config/values.ts";
import { type Finding, failed, ok, warning } from "./finding.ts";

const check = "sender: DKIM signature";

interface TextRecords {
  /** Each record's parts, put together; none where the name is unknown. */
  txt(name: string): Promise<readonly string[]>;
}

export async function checkDkimKey(key: DkimKey, dns: TextRecords): Promise<Finding> {
  const name = `${key.selector}._domainkey.${key.domain}`;
  const own = publishedForm(key);
  const hint = `set the TXT record ${name} to "v=DKIM1; k=rsa; p=${own}"`;
  const records = (await dns.txt(name)).map(tagsOf).filter((tags) => tags.has("p"));
  const [tags] = records;
  if (tags === undefined) return failed(check, `There is no key at ${name}: the signature counts for nothing.`, hint);
  if (records.length > 1)
    return failed(check, `There are ${records.length} keys at ${name}; then any may be taken.`, hint);
  const published = (tags.get("p") ?? "").replace(/\s/g, "");
  if (published === "") return failed(check, `The key at ${name} is withdrawn (p= is empty).`, hint);
  const wrong = wrongTag(tags);
  if (wrong !== null) return failed(check, `The record at ${name} has ${wrong}: verifiers leave the key aside.`, hint);
  if (!isSameKey(published, own)) return failed(check, `The key at ${name} is not that of RELAY_DKIM_KEY.`, hint);
  if (/(?:^|:)\s*y/.test(tags.get("t") ?? ""))
    return warning(check, `The key at ${name} is marked as a trial (t=y).`, "take t=y out of the record");
  return ok(check, `the key at ${name} is that of RELAY_DKIM_KEY`);
}

const publishedForm = ({ privateKey }: DkimKey): string =>
  createPublicKey(privateKey).export({ type: "spki", format: "der" }).toString("base64");

const tagsOf = (record: string): ReadonlyMap<string, string> =>
  new Map(
    record.split(";").flatMap((tag) => {
      const [, name, value = ""] = /^\s*([a-z][\w]*)\s*=\s*([\s\S]*?)\s*$/i.exec(tag) ?? [];
      return name === undefined ? [] : [[name, value] as const];
    }),
  );

/** RFC 6376 3.6.1: the algorithm, what it may hash with, and what it is for. */
function wrongTag(tags: ReadonlyMap<string, string>): string | null {
  const listOf = (name: string, fallback: string) => (tags.get(name) ?? fallback).split(":").map((one) => one.trim());
  if ((tags.get("k") ?? "rsa").toLowerCase() !== "rsa") return `k=${tags.get("k")}`;
  if (!listOf("h", "sha256").includes("sha256")) return `h=${tags.get("h")}`;
  if (!listOf("s", "*").some((one) => one === "*" || one === "email")) return `s=${tags.get("s")}`;
  if (tags.has("v") && tags.get("v") !== "DKIM1") return `v=${tags.get("v")}`;
  return null;
}

/** Some publish the bare RSA key (PKCS #1) in the place of the usual form. */
function isSameKey(published: string, own: string): boolean {
  if (published === own) return true;
  try {
    const key = createPublicKey({ key: Buffer.from(published, "base64"), format: "der", type: "pkcs1" });
    return key.export({ type: "spki", format: "der" }).toString("base64") === own;
  } catch {
    return false;
  }
}
