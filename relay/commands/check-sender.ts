// Whether mailboxes will believe our From: SPF, DKIM and DMARC of its domain, read from the DNS.
import { createPublicKey } from "node:crypto";
import { Resolver } from "node:dns/promises";
import type { RelayConfig } from "../config/config.ts";
import type { DkimKey } from "../config/values.ts";
import { domainOf } from "../mail/email-address.ts";
import { type Finding, failed, finding, findings, type Outcome, ok, skipped, warning } from "./finding.ts";

/** The DNS as far as it is needed. An unknown name gives an empty list; a DNS that does not answer rejects. */
export interface Dns {
  /** Each record's parts, put together. */
  txt(name: string): Promise<readonly string[]>;
  /** Names of the hosts that take mail. */
  mx(name: string): Promise<readonly string[]>;
}

/** `dkim`: what mails are signed with here, if they are; `bounceTo`: where bounces go, if not to the sender. */
interface SenderProbe extends Partial<Pick<RelayConfig["mail"], "dkim" | "bounceTo">> {
  readonly from: string;
  /** Names under which the domain's DKIM keys are published; the mail server's provider names them. */
  readonly dkimSelectors: readonly string[];
}

/** Domains that are kept for examples (RFC 2606, RFC 6761): nothing from them is ever delivered. */
const RESERVED = /(?:^|\.)(?:example\.(?:com|net|org)|example|test|invalid|localhost|local)$/i;
const isReservedDomain = (domain: string): boolean => RESERVED.test(domain);

export async function checkSender(
  { from, dkimSelectors, dkim = null, bounceTo = null }: SenderProbe,
  dns: Dns,
): Promise<Finding[]> {
  const domain = domainOf(from);
  if (isReservedDomain(domain)) {
    const problem = `${domain} is a domain for examples and tests: no mailbox believes it.`;
    return findings({ "sender: domain": failed(problem, "set RELAY_MAIL_FROM to an address of your own domain") });
  }
  const keys = dkimSelectors.map((selector) => `${selector}._domainkey.${domain}`);
  const looks: readonly (readonly [check: string, find: () => Outcome | Promise<Outcome>])[] = [
    ["SPF", async () => spfOutcome(domain, await dns.txt(domain))],
    ...(dkim === null ? [] : [["DKIM signature", () => checkDkimKey(dkim, dns)] as const]),
    ...keys.map((name) => ["DKIM", () => checkProvidersKey(name, dns)] as const),
    ...(dkim === null && keys.length === 0 ? [["DKIM", () => DKIM_UNKNOWN] as const] : []),
    ["DMARC", () => checkDmarc(domain, dns)],
    ["replies", async () => repliesOutcome(domain, await dns.mx(domain))],
    ...(bounceTo === null ? [] : [["bounces", () => checkBounces(bounceTo, domain, dns)] as const]),
  ];
  return Promise.all(
    looks.map(async ([check, find]) =>
      finding(`sender: ${check}`, await Promise.resolve().then(find).catch(unanswered)),
    ),
  );
}

const DKIM_UNKNOWN = skipped(
  "The key's name in the DNS is not known here.",
  "the mail server's provider says it; give it as --dkim-selector NAME",
);

const unanswered = ({ code = "no reason given" }: NodeJS.ErrnoException): Outcome =>
  warning(`The DNS did not answer (${code}).`, "check the resolver of this machine");

function spfOutcome(domain: string, records: readonly string[]): Outcome {
  const found = records.filter((record) => /^v=spf1(?: |$)/i.test(record));
  const [record] = found;
  if (record === undefined)
    return failed(
      `${domain} has no SPF record: many mailboxes will put our mail into the spam folder.`,
      `add a TXT record for ${domain}, such as "v=spf1 include:<your mail server's provider> -all"`,
    );
  if (found.length > 1)
    return failed(`${domain} has ${found.length} SPF records; then none counts.`, "put them together into one");
  const last = /(?:^| )([-~?+]?)all(?: |$)/i.exec(record);
  if (last && (last[1] === "+" || last[1] === ""))
    return warning(`${record} lets everybody send as ${domain}.`, "end it with -all or ~all");
  if (!last && !/(?:^| )redirect=/i.test(record))
    return warning(`${record} does not say what holds for other senders.`, "end it with -all or ~all");
  return ok(record);
}

/** A subdomain without a record of its own falls under the one of its parents. */
async function checkDmarc(domain: string, dns: Dns): Promise<Outcome> {
  const labels = domain.split(".");
  for (let first = 0; first <= labels.length - 2; first += 1) {
    const name = labels.slice(first).join(".");
    const found = (await dns.txt(`_dmarc.${name}`)).filter((record) => /^v=DMARC1\s*(?:;|$)/i.test(record));
    if (found.length > 0) return dmarcOutcome(name, found);
  }
  return failed(
    `${domain} has no DMARC record: large mailbox providers ask for one.`,
    `add a TXT record for _dmarc.${domain}, to begin with "v=DMARC1; p=none; rua=mailto:<where reports go>"`,
  );
}

function dmarcOutcome(name: string, records: readonly string[]): Outcome {
  const [record = ""] = records;
  if (records.length > 1) return failed(`_dmarc.${name} has ${records.length} records; then none counts.`, "keep one");
  const policy = /(?:^|;)\s*p\s*=\s*(none|quarantine|reject)\b/i.exec(record)?.[1]?.toLowerCase();
  if (policy === undefined) return failed(`The record of ${name} has no policy: ${record}`, "add p=none at least");
  if (policy === "none")
    return ok(`p=none at ${name}; mails are only counted. From and envelope share their domain: aligned`);
  return ok(`p=${policy} at ${name}. From and envelope share their domain: aligned where SPF or DKIM holds`);
}

/** The return path is what SPF is checked for, and where other servers must be able to send to. */
async function checkBounces(bounceTo: string, from: string, dns: Dns): Promise<Outcome> {
  const domain = domainOf(bounceTo);
  if ((await dns.mx(domain)).length === 0)
    return failed(`${domain} takes no mail: no bounce arrives.`, "add an MX record, or correct RELAY_BOUNCE_TO");
  if (domain !== from && !(await dns.txt(domain)).some((record) => /^v=spf1(?: |$)/i.test(record)))
    return failed(
      `${domain} has no SPF record: acknowledgements are sent in its name.`,
      `add a TXT record for ${domain} that names the mail server, as for ${from}`,
    );
  const isAligned = domain === from || domain.endsWith(`.${from}`) || from.endsWith(`.${domain}`);
  return isAligned
    ? ok(`reported to ${bounceTo}`)
    : warning(
        `${domain} is another domain than the sender's: DMARC holds by DKIM alone.`,
        `let RELAY_BOUNCE_TO name an address at ${from}, or sign with DKIM`,
      );
}

const repliesOutcome = (domain: string, hosts: readonly string[]): Outcome =>
  hosts.length > 0
    ? ok(`mail to ${domain} goes to ${hosts[0]}`)
    : warning(`${domain} takes no mail: what bounces is lost.`, "add an MX record, or send from a domain that has one");

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

/** Of what the mail server signs with: whether there is a key. */
async function checkProvidersKey(name: string, dns: Pick<Dns, "txt">): Promise<Outcome> {
  const key = (await keysAt(name, dns))[0]?.get("p");
  if (key === undefined)
    return failed(`There is no key at ${name}.`, "add the TXT record that your mail server's provider shows");
  return key === ""
    ? failed(`The key at ${name} is withdrawn (p= is empty).`, "have the provider make a new one")
    : ok(`key at ${name}`);
}

export async function checkDkimKey(key: DkimKey, dns: Pick<Dns, "txt">): Promise<Outcome> {
  const name = `${key.selector}._domainkey.${key.domain}`;
  const own = publishedForm(key);
  const records = await keysAt(name, dns);
  const problem = keyProblem(name, records, own);
  if (problem !== null) return failed(problem, `set the TXT record ${name} to "v=DKIM1; k=rsa; p=${own}"`);
  const [tags] = records;
  if (/(?:^|:)\s*y/.test(tags?.get("t") ?? ""))
    return warning(`The key at ${name} is marked as a trial (t=y).`, "take t=y out of the record");
  return ok(`the key at ${name} is that of RELAY_DKIM_KEY`);
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
