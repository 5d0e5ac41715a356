// Whether mailboxes will believe our From: SPF, DKIM and DMARC of its domain, read from the DNS.

import { createPublicKey } from "node:crypto";
import { Resolver } from "node:dns/promises";
import type { DkimKey } from "../config/values.ts";
import type { Finding } from "../service/protocol.ts";
import { asciiAddress, domainOf } from "../text/email-address.ts";
import { failed, ok, skipped, warning } from "./finding.ts";

interface SenderProbe {
  /** An address. */
  readonly from: string;
  /** Names under which the domain's DKIM keys are published; the mail server's provider names them. */
  readonly dkimSelectors: readonly string[];
  /** What mails are signed with here, if they are. */
  readonly dkim: DkimKey | null;
}

/** The TXT records of a name. */
type ReadTxt = (name: string) => Promise<string[]>;

export function checkSender({ from, dkimSelectors, dkim }: SenderProbe, read = readTxt): Promise<Finding[]> {
  const domain = domainOf(asciiAddress(from));
  const findingOf = (check: string, find: (check: string) => Promise<Finding>) =>
    find(check).catch((error) => unanswered(check, error));
  return Promise.all([
    findingOf("sender: SPF", (check) => checkSpf(check, domain, read)),
    ...(dkim === null ? [] : [findingOf("sender: DKIM signature", (check) => checkDkimKey(check, dkim, read))]),
    ...dkimSelectors.map((name) => findingOf("sender: DKIM", (check) => checkProvidersKey(check, name, domain, read))),
    ...(dkim === null && dkimSelectors.length === 0 ? [KEY_UNKNOWN] : []),
    findingOf("sender: DMARC", (check) => checkDmarc(check, domain, read)),
  ]);
}

const KEY_UNKNOWN = skipped(
  "sender: DKIM",
  "The key's name in the DNS is not known here.",
  "the mail server's provider says it; give it as --dkim-selector NAME",
);

const unanswered = (check: string, { code = "no reason given" }: NodeJS.ErrnoException): Finding =>
  warning(check, `The DNS did not answer (${code}).`, "check the resolver of this machine");

async function checkSpf(check: string, domain: string, readTxt: ReadTxt): Promise<Finding> {
  const [record, another] = (await readTxt(domain)).filter((each) => /^v=spf1(?: |$)/i.test(each));
  if (record === undefined)
    return failed(
      check,
      `${domain} has no SPF record: many mailboxes will put our mail into the spam folder.`,
      `add a TXT record for ${domain}, such as "v=spf1 include:<your mail server's provider> -all"`,
    );
  if (another !== undefined)
    return failed(check, `${domain} has several SPF records; then none counts.`, "put them together into one");
  return /(?:^| )\+?all(?: |$)/i.test(record)
    ? warning(check, `${record} lets everybody send as ${domain}.`, "end it with -all or ~all")
    : ok(check, record);
}

/** A subdomain without a record of its own falls under the one of its parents. */
async function checkDmarc(check: string, domain: string, readTxt: ReadTxt): Promise<Finding> {
  const labels = domain.split(".");
  for (const first of labels.slice(0, -1).keys()) {
    const name = labels.slice(first).join(".");
    const [record, another] = (await readTxt(`_dmarc.${name}`)).filter((each) => /^v=DMARC1\s*(?:;|$)/i.test(each));
    if (another !== undefined)
      return failed(check, `_dmarc.${name} has several records; then none counts.`, "keep one");
    if (record !== undefined) return dmarcFinding(check, name, record);
  }
  return failed(
    check,
    `${domain} has no DMARC record: large mailbox providers ask for one.`,
    `add a TXT record for _dmarc.${domain}, to begin with "v=DMARC1; p=none; rua=mailto:<where reports go>"`,
  );
}

function dmarcFinding(check: string, name: string, record: string): Finding {
  const policy = /(?:^|;)\s*p\s*=\s*(none|quarantine|reject)\b/i.exec(record)?.[1]?.toLowerCase();
  return policy === undefined
    ? failed(check, `The record of ${name} has no policy: ${record}`, "add p=none at least")
    : ok(check, `p=${policy} at ${name}. From and envelope share their domain: aligned where SPF or DKIM holds`);
}

/** Of what the mail server signs with: whether there is a key. */
async function checkProvidersKey(check: string, selector: string, domain: string, readTxt: ReadTxt): Promise<Finding> {
  const name = `${selector}._domainkey.${domain}`;
  const [key] = await keysAt(name, readTxt);
  return key
    ? ok(check, `key at ${name}`)
    : failed(check, `There is no key at ${name}.`, "add the TXT record that your mail server's provider shows");
}

async function checkDkimKey(check: string, key: DkimKey, readTxt: ReadTxt): Promise<Finding> {
  const name = `${key.selector}._domainkey.${key.domain}`;
  const expectedKey = createPublicKey(key.privateKey).export({ type: "spki", format: "der" }).toString("base64");
  const published = await keysAt(name, readTxt);
  if (published.length === 1 && published[0] === expectedKey)
    return ok(check, `the key at ${name} is that of RELAY_DKIM_KEY`);
  const problem =
    published.length === 0
      ? `There is no key at ${name}: the signature counts for nothing.`
      : `The key at ${name} is not that of RELAY_DKIM_KEY.`;
  return failed(check, problem, `set the TXT record ${name} to "v=DKIM1; k=rsa; p=${expectedKey}"`);
}

/** Each key there, blanks within it left out; one that is withdrawn is empty. */
const keysAt = async (name: string, readTxt: ReadTxt): Promise<string[]> =>
  (await readTxt(name)).flatMap((record) => {
    const key = /(?:^|;)\s*p\s*=([^;]*)/.exec(record)?.[1];
    return key === undefined ? [] : [key.replace(/\s/g, "")];
  });

/** Each record's parts, put together; none for an unknown name. A DNS that does not answer rejects. */
async function readTxt(name: string): Promise<string[]> {
  try {
    const records = await new Resolver({ timeout: 3000, tries: 2 }).resolveTxt(name);
    return records.map((parts) => parts.join(""));
  } catch (error) {
    if (["ENODATA", "ENOTFOUND"].includes((error as NodeJS.ErrnoException).code ?? "")) return [];
    throw error;
  }
}
