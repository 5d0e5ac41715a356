import { describe, expect, test } from "vitest";
import { checkSender } from "../../../relay/doctor/check-sender.ts";

const GOOD: Readonly<Record<string, readonly string[]>> = {
  "evenhall.ca": ["google-site-verification=x", "v=spf1 include:_spf.mail.ca -all"],
  "_dmarc.evenhall.ca": ["v=DMARC1; p=quarantine; rua=mailto:d@evenhall.ca"],
  "s1._domainkey.evenhall.ca": ["v=DKIM1; k=rsa; p=MIIBIjANBg"],
};

type ReadTxt = (name: string) => Promise<string[]>;
const dnsOf =
  (txt: Readonly<Record<string, readonly string[]>>): ReadTxt =>
  async (name) => [...(txt[name] ?? [])];

async function statusOf(check: string, dns: ReadTxt, from = "web@evenhall.ca", dkimSelectors = ["s1"]) {
  const all = await checkSender({ from, dkimSelectors, dkim: null }, dns);
  const found = all.filter((one) => one.check === `sender: ${check}`);
  return found.map(({ status }) => status).join();
}

describe("the sender's domain", () => {
  test("with SPF, DKIM and DMARC is well", async () => {
    const findings = await checkSender({ from: "web@evenhall.ca", dkimSelectors: ["s1"], dkim: null }, dnsOf(GOOD));
    expect(findings.map(({ check, status }) => [check, status])).toEqual([
      ["sender: SPF", "ok"],
      ["sender: DKIM", "ok"],
      ["sender: DMARC", "ok"],
    ]);
  });

  const NAMES = { SPF: "evenhall.ca", DKIM: "s1._domainkey.evenhall.ca", DMARC: "_dmarc.evenhall.ca" };
  test.each([
    ["SPF", "none", [], "failed"],
    ["SPF", "two", ["v=spf1 -all", "v=spf1 ~all"], "failed"],
    ["SPF", "everybody", ["v=spf1 +all"], "warning"],
    ["SPF", "everybody, in short", ["v=spf1 mx all"], "warning"],
    ["SPF", "another domain's", ["v=spf1 redirect=_spf.mail.ca"], "ok"],
    ["SPF", "a text that begins alike", ["v=spf10 -all"], "failed"],
    ["DKIM", "none", [], "failed"],
    ["DKIM", "withdrawn", ["v=DKIM1; p="], "failed"],
    ["DKIM", "a key without a version", ["k=ed25519; p=11qYAYKxCrf"], "ok"],
    ["DMARC", "none", [], "failed"],
    ["DMARC", "two", ["v=DMARC1; p=none", "v=DMARC1; p=reject"], "failed"],
    ["DMARC", "no policy", ["v=DMARC1; rua=mailto:x@y.ca"], "failed"],
    ["DMARC", "spaces", ["v=DMARC1 ;p = reject"], "ok"],
  ] as const)("%s: %s", async (check, _, records, status) => {
    expect(await statusOf(check, dnsOf({ ...GOOD, [NAMES[check]]: records }))).toBe(status);
  });

  test("DKIM without the key's name is not judged", async () => {
    expect(await statusOf("DKIM", dnsOf(GOOD), "web@evenhall.ca", [])).toBe("skipped");
  });

  test("a subdomain falls under the DMARC record of its parent", async () => {
    expect(await statusOf("DMARC", dnsOf(GOOD), "web@mail.evenhall.ca")).toBe("ok");
  });

  test("whose DNS does not answer gets that report, not that records are missing", async () => {
    const silent = () => Promise.reject(Object.assign(new Error("queryTxt"), { code: "ETIMEOUT" }));
    expect(await statusOf("SPF", silent)).toBe("warning");
  });
});
