import { expect, test } from "vitest";
import { type HostName, hostNames, hostOfAnswer, rulesOf } from "../../../../cli/hosting/hosts.ts";
import { configNames } from "../../../../cli/publish/hosts/config/host-config.ts";
import { fixFor } from "../../../../cli/publish/live/host-fixes.ts";

test("a host in front is recognized before the one behind it", () => {
  const caching = (headers: { via?: string; server?: string }) => fixFor("caching", hostOfAnswer(headers));
  expect(caching({ server: "AmazonS3" })).toContain("aws s3 cp");
  expect(caching({ server: "AmazonS3", via: "1.1 abc.cloudfront.net (CloudFront)" })).toContain("cache policy");
  expect(hostOfAnswer({})).toBeUndefined();
});

test("headers and redirects of a host come from one place: files that it reads, its configuration, or each object", () => {
  for (const name of hostNames) {
    const { readsRulesAs, isConfigured, cacheControl, limits } = rulesOf(name);
    expect(readsRulesAs !== undefined && isConfigured, name).toBe(false);
    // A host that obeys each file's own caching has none for all of them.
    if (isConfigured) expect(cacheControl, name).toBeUndefined();
    if (readsRulesAs === undefined) expect(limits, name).toEqual({});
  }
});

test("what a host's title promises can be printed", () => {
  const named = hostNames.flatMap((name) => /`eventsite host ([^`]+)`/.exec(rulesOf(name).title)?.[1] ?? []);
  expect(named).toEqual(hostNames.filter((name: HostName) => rulesOf(name).isConfigured));
  for (const name of named) expect(configNames).toContain(name);
});
