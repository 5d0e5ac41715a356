import { runInNewContext } from "node:vm";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { hostOfAnswer, type LiveCheck } from "../../../../../cli/hosting/hosts.ts";
import { CALL_PATHS } from "../../../../../cli/publish/hosts/config/config-input.ts";
import { configNames, hostConfigText } from "../../../../../cli/publish/hosts/config/host-config.ts";
import { fixFor } from "../../../../../cli/publish/live/host-fixes.ts";
import { CALL_PATH } from "../../../../../relay/contract.ts";
import { errorCodes } from "../../../../../relay/errors.ts";

const input = {
  url: "https://www.example.com",
  relayUrl: "https://relay.example.com",
  redirects: [
    { from: "/old/", to: "/new/" },
    { from: '/it"s/', to: "https://shop.example.com/a?b=c#d" },
  ],
  gone: ["/gone/"],
  headers: [
    {
      path: "/*",
      headers: [
        ["Content-Security-Policy", "default-src 'none'"],
        ["Permissions-Policy", "camera=()"],
      ] as [string, string][],
    },
    { path: "/icon.svg", headers: [["Content-Security-Policy", "sandbox"]] as [string, string][] },
  ],
  root: "/srv/my site",
};

test.each(configNames)("%s names the site, and is the same twice", (name) => {
  const text = hostConfigText(name, input);
  expect(text).toContain("www.example.com");
  expect(text).toBe(hostConfigText(name, input));
  expect(text).not.toMatch(/undefined|\[object/);
  expect(text.endsWith("\n")).toBe(true);
});

test("the relay's addresses are those of its contract", () => {
  expect(CALL_PATHS).toContain(CALL_PATH);
});

describe("the relay's proxy", () => {
  test.each(["nginx", "caddy"] as const)("of %s has a server of its own, or a path of the site", (name) => {
    const own = hostConfigText(name, input);
    expect(own).toMatch(/^relay\.example\.com \{|server_name relay\.example\.com;/m);
    const below = hostConfigText(name, { ...input, relayUrl: "https://www.example.com/forms" });
    expect(below).toContain(`/forms${CALL_PATH}`);
    expect(below).not.toContain("relay.example.com");
    const none = hostConfigText(name, { ...input, relayUrl: "" });
    expect(none).not.toContain("8787");
  });
});

test.each([
  [413, "payload_too_large"],
  [429, "rate_limited"],
])("a page can read what nginx refuses with %i", (status, code) => {
  for (const relayUrl of [input.relayUrl, "https://www.example.com/forms"]) {
    const printed = hostConfigText("nginx", { ...input, relayUrl });
    const [, headers = "", body = "{}"] =
      new RegExp(`internal;\\n((?:(?!internal;)[^])*?)return ${status} '(.*)';`).exec(printed) ?? [];
    expect(JSON.parse(body)).toMatchObject({ data: null, error: { code, requestId: null, fields: [] } });
    expect(Object.keys(errorCodes)).toContain(code);
    expect(headers).toContain('add_header Access-Control-Allow-Origin "*" always;');
    expect(headers).toContain("application/json");
    expect(printed).toContain(`error_page ${status} @`);
    expect(printed).toContain("limit_req_status 429;");
    expect(headers).toContain("Strict-Transport-Security");
  }
});

test("nginx leads from http to https, and each of its answers over https asks browsers to stay there", () => {
  const printed = hostConfigText("nginx", input);
  expect(printed).toContain("server_name www.example.com relay.example.com;");
  expect(printed).toContain("return 301 https://$host$request_uri;");
  expect(printed.match(/listen 443 ssl/g)).toHaveLength(2);
  expect(printed.match(/live\/www\.example\.com\/fullchain\.pem/g)).toHaveLength(2);
  expect(hostConfigText("nginx", { ...input, url: "http://127.0.0.1:8080", relayUrl: "" })).not.toMatch(
    /listen 443|ssl|Strict-Transport/,
  );
});

test("the workflow for GitHub Pages is valid YAML", () => {
  expect(parse(hostConfigText("github-pages", input)).jobs.publish.steps.length).toBeGreaterThan(5);
});

describe("the function for CloudFront", () => {
  const codeOf = (more: Partial<typeof input> = {}): string =>
    JSON.parse(hostConfigText("s3-cloudfront", { ...input, ...more })).Resources.Addresses.Properties.FunctionCode;
  const run = (code: string, uri: string) =>
    runInNewContext(`${code}; handler(${JSON.stringify({ request: { uri } })})`);

  test.each([
    ["/", { uri: "/index.html" }],
    ["/contact/", { uri: "/contact/index.html" }],
    ["/icon.svg", { uri: "/icon.svg" }],
    ["/contact", { statusCode: 301, headers: { location: { value: "/contact/" } } }],
    ["/old", { statusCode: 301, headers: { location: { value: "/new/" } } }],
    ["/gone/", { statusCode: 410 }],
    ["/.eventsite/publications.json", { statusCode: 404 }],
  ])("%s", (uri, answer) => {
    expect(run(codeOf(), uri)).toMatchObject(answer);
  });

  test("leaves old addresses to their pages where they would not fit", () => {
    const redirects = Array.from({ length: 500 }, (_, index) => ({ from: `/old-${index}/`, to: "/new/" }));
    const code = codeOf({ redirects });
    expect(code.length).toBeLessThan(10_240);
    expect(run(code, "/old-1/")).toEqual({ uri: "/old-1/index.html" });
  });
});

test("what `verify` says of a host names a configuration that there is", () => {
  const servers = "cloudfront AmazonS3 UploadServer Azure GitHub.com Netlify cloudflare nginx Caddy".split(" ");
  const checks: LiveCheck[] = ["type", "caching", "compression", "headers", "redirect", "not-found", "https"];
  const fixes = servers.flatMap((server) => checks.map((check) => fixFor(check, hostOfAnswer({ server }))));
  const named = fixes.flatMap((fix) => /`eventsite host ([^`]+)`/.exec(fix)?.[1] ?? []);
  expect(named.length).toBeGreaterThan(0);
  expect(named.filter((name) => !configNames.some((each) => each === name))).toEqual([]);
});
