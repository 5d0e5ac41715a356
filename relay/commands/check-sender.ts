// Whether mailboxes will believe our From: SPF, DKIM and DMARC of its domain, read from the DNS.
import { createPublicKey } from "node:crypto";
import { Resolver } from "node:dns/promises";
import type { DkimKey } from "../config/values.ts";
import { domainOf } from "../mail/email-address.ts";
import { type Finding, failed, ok, skipped, warning } from "./finding.ts";

/** The DNS as far as it is needed. An unknown name gives an empty list; a DNS that does not answer rejects. */
export interface Dns {
  /** Each record's parts, put together. */
  txt(name: string): Promise<readonly string[]>;
  /** Names of the hosts that take mail. */
  mx(name: string): Promise<readonly string[]>;
}

export interface SenderProbe {
  /** "requests@example.com" */
  readonly from: string;
  /** Names under which the domain's DKIM keys are published; the mail server's provider names them. */
  readonly dkimSelectors: readonly string[];
  /** What mails are signed with here; null where the mail server signs them. */
  readonly dkim?: DkimKey | null;
  /** Where bounces go, if not to the sender. */
  readonly bounceTo?: string | null;
}

/** Domains that are kept for examples (RFC 2606, RFC 6761): nothing from them is ever delivered. */
const RESERVED = /(?:^|\.)(?:example\.(?:com|net|org)|example|test|invalid|localhost|local)$/i;
export const isReservedDomain = (domain: string): boolean => RESERVED.test(domain);

export async function checkSender(
  { from, dkimSelectors, dkim = null, bounceTo = null }: SenderProbe,
  dns: Dns,
): Promise<Finding[]> {
  const domain = domainOf(from);
  if (isReservedDomain(domain))
    return [
      failed(
        "sender: domain",
        `${domain} is a domain for examples and tests: no mailbox believes it.`,
        "set RELAY_MAIL_FROM to an address of your own domain",
      ),
    ];
  const looks = [
    look("sender: SPF", async () => spfFinding(domain, await dns.txt(domain))),
    ...(dkim === null ? [] : [look(SIGNATURE, () => checkDkimKey(dkim, dns))]),
    ...dkimSelectors.map((selector) =>
      look("sender: DKIM", () => checkProvidersKey(`${selector}._domainkey.${domain}`, dns)),
    ),
    ...(dkim === null && dkimSelectors.length === 0 ? [Promise.resolve(DKIM_UNKNOWN)] : []),
    look("sender: DMARC", () => checkDmarc(domain, dns)),
    look("sender: replies", async () => mxFinding(domain, await dns.mx(domain))),
    ...(bounceTo === null ? [] : [look("sender: bounces", () => checkBounces(bounceTo, domain, dns))]),
  ];
  return Promise.all(looks);
}

const DKIM_UNKNOWN = skipped(
  "sender: DKIM",
  "The key's name in the DNS is not known here.",
  "the mail server's provider says it; give it as --dkim-selector NAME",
);

async function look(check: string, find: () => Promise<Finding>): Promise<Finding> {
  try {
    return await find();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return warning(
      check,
      `The DNS did not answer (${code ?? "no reason given"}).`,
      "check the resolver of this machine",
    );
  }
}

function spfFinding(domain: string, records: readonly string[]): Finding {
  const check = "sender: SPF";
  const found = records.filter((record) => /^v=spf1(?: |$)/i.test(record));
  const [record] = found;
  if (record === undefined)
    return failed(
      check,
      `${domain} has no SPF record: many mailboxes will put our mail into the spam folder.`,
      `add a TXT record for ${domain}, such as "v=spf1 include:<your mail server's provider> -all"`,
    );
  if (found.length > 1)
    return failed(check, `${domain} has ${found.length} SPF records; then none counts.`, "put them together into one");
  const last = /(?:^| )([-~?+]?)all(?: |$)/i.exec(record);
  if (last && (last[1] === "+" || last[1] === ""))
    return warning(check, `${record} lets everybody send as ${domain}.`, "end it with -all or ~all");
  if (!last && !/(?:^| )redirect=/i.test(record))
    return warning(check, `${record} does not say what holds for other senders.`, "end it with -all or ~all");
  return ok(check, record);
}

/** A subdomain without a record of its own falls under the one of its parents. */
async function checkDmarc(domain: string, dns: Dns): Promise<Finding> {
  const labels = domain.split(".");
  for (let first = 0; first <= labels.length - 2; first += 1) {
    const name = labels.slice(first).join(".");
    const found = (await dns.txt(`_dmarc.${name}`)).filter((record) => /^v=DMARC1\s*(?:;|$)/i.test(record));
    if (found.length > 0) return dmarcFinding(name, found);
  }
  return failed(
    "sender: DMARC",
    `${domain} has no DMARC record: large mailbox providers ask for one.`,
    `add a TXT record for _dmarc.${domain}, to begin with "v=DMARC1; p=none; rua=mailto:<where reports go>"`,
  );
}

function dmarcFinding(name: string, records: readonly string[]): Finding {
  const check = "sender: DMARC";
  const [record = ""] = records;
  if (records.length > 1)
    return failed(check, `_dmarc.${name} has ${records.length} records; then none counts.`, "keep one");
  const policy = /(?:^|;)\s*p\s*=\s*(none|quarantine|reject)\b/i.exec(record)?.[1]?.toLowerCase();
  if (policy === undefined)
    return failed(check, `The record of ${name} has no policy: ${record}`, "add p=none at least");
  if (policy === "none")
    return ok(check, `p=none at ${name}; mails are only counted. From and envelope share their domain: aligned`);
  return ok(check, `p=${policy} at ${name}. From and envelope share their domain: aligned where SPF or DKIM holds`);
}

/** The return path is what SPF is checked for, and where other servers must be able to send to. */
async function checkBounces(bounceTo: string, from: string, dns: Dns): Promise<Finding> {
  const check = "sender: bounces";
  const domain = domainOf(bounceTo);
  if ((await dns.mx(domain)).length === 0)
    return failed(check, `${domain} takes no mail: no bounce arrives.`, "add an MX record, or correct RELAY_BOUNCE_TO");
  if (domain !== from && !(await dns.txt(domain)).some((record) => /^v=spf1(?: |$)/i.test(record)))
    return failed(
      check,
      `${domain} has no SPF record: acknowledgements are sent in its name.`,
      `add a TXT record for ${domain} that names the mail server, as for ${from}`,
    );
  const isAligned = domain === from || domain.endsWith(`.${from}`) || from.endsWith(`.${domain}`);
  return isAligned
    ? ok(check, `reported to ${bounceTo}`)
    : warning(
        check,
        `${domain} is another domain than the sender's: DMARC holds by DKIM alone.`,
        `let RELAY_BOUNCE_TO name an address at ${from}, or sign with DKIM`,
      );
}

function mxFinding(domain: string, hosts: readonly string[]): Finding {
  const check = "sender: replies";
  return hosts.length > 0
    ? ok(check, `mail to ${domain} goes to ${hosts[0]}`)
    : warning(
        check,
        `${domain} takes no mail: what bounces is lost.`,
        "add an MX record, or send from a domain that has one",
      );
}

const MISSING: ReadonlySet<string> = new Set(["ENODATA", "ENOTFOUND"]);

/** The resolver of this machine, or the servers given ("127.0.0.1:5353"). */
export function createDns(servers: readonly string[] = []): Dns {
  const resolver = new Resolver({ timeout: 3000, tries: 2 });
  if (servers.length > 0) resolver.setServers(servers);
  return {
    txt: async (name) => (await orNone(resolver.resolveTxt(name))).map((parts) => parts.join("")),
    mx: async (name) => (await orNone(resolver.resolveMx(name))).map(({ exchange }) => exchange),
  };
}

/** An unknown name is an answer too. */
async function orNone<Item>(looked: Promise<Item[]>): Promise<Item[]> {
  try {
    return await looked;
  } catch (error) {
    if (MISSING.has((error as NodeJS.ErrnoException).code ?? "")) return [];
    throw error;
  }
}

const SIGNATURE = "sender: DKIM signature";

/** Of what the mail server signs with: whether there is a key. */
async function checkProvidersKey(name: string, dns: Pick<Dns, "txt">): Promise<Finding> {
  const key = (await keysAt(name, dns))[0]?.get("p");
  if (key === undefined)
    return failed(
      "sender: DKIM",
      `There is no key at ${name}.`,
      "add the TXT record that your mail server's provider shows",
    );
  return key === ""
    ? failed("sender: DKIM", `The key at ${name} is withdrawn (p= is empty).`, "have the provider make a new one")
    : ok("sender: DKIM", `key at ${name}`);
}

export async function checkDkimKey(key: DkimKey, dns: Pick<Dns, "txt">): Promise<Finding> {
  const name = `${key.selector}._domainkey.${key.domain}`;
  const own = publishedForm(key);
  const records = await keysAt(name, dns);
  const problem = keyProblem(name, records, own);
  if (problem !== null) return failed(SIGNATURE, problem, `set the TXT record ${name} to "v=DKIM1; k=rsa; p=${own}"`);
  const [tags] = records;
  if (/(?:^|:)\s*y/.test(tags?.get("t") ?? ""))
    return warning(SIGNATURE, `The key at ${name} is marked as a trial (t=y).`, "take t=y out of the record");
  return ok(SIGNATURE, `the key at ${name} is that of RELAY_DKIM_KEY`);
}

function keyProblem(name: string, records: readonly ReadonlyMap<string, string>[], own: string): string | null {
  const [tags] = records;
  if (tags === undefined) return `There is no key at ${name}: the signature counts for nothing.`;
  if (records.length > 1) return `There are ${records.length} keys at ${name}; then any may be taken.`;
  const published = tags.get("p") ?? "";
  if (published === "") return `The key at ${name} is withdrawn (p= is empty).`;
  const wrong = wrongTag(tags);
  if (wrong !== null) return `The record at ${name} has ${wrong}: verifiers leave the key aside.`;
  return isSameKey(published, own) ? null : `The key at ${name} is not that of RELAY_DKIM_KEY.`;
}

/** The tags of each key there, blanks within the key left out. */
const keysAt = async (name: string, dns: Pick<Dns, "txt">): Promise<ReadonlyMap<string, string>[]> =>
  (await dns.txt(name)).map(tagsOf).filter((tags) => tags.has("p"));

const publishedForm = ({ privateKey }: DkimKey): string =>
  createPublicKey(privateKey).export({ type: "spki", format: "der" }).toString("base64");

const tagsOf = (record: string): ReadonlyMap<string, string> =>
  new Map(
    record.split(";").flatMap((tag) => {
      const [, name, value = ""] = /^\s*([a-z][\w]*)\s*=\s*([\s\S]*?)\s*$/i.exec(tag) ?? [];
      return name === undefined ? [] : [[name, name === "p" ? value.replace(/\s/g, "") : value] as const];
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
