import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { headerPolicy, pagePolicy } from "../../../../cli/hosting/content-policy.ts";
import { headersFile, hostHeaders } from "../../../../cli/hosting/host-headers.ts";

const page = { style: "body{color:red}", hasScript: false, relayUrl: "https://relay.example.com/base/" };
const rules = (policy: string) =>
  Object.fromEntries(policy.split("; ").map((rule) => [rule.split(" ")[0], rule.split(" ").slice(1).join(" ")]));

test("a page without an island may run nothing, one with islands the site's own files, and neither anything inline", () => {
  expect(rules(pagePolicy(page))["script-src"]).toBe("'none'");
  expect(rules(pagePolicy({ ...page, hasScript: true }))["script-src"]).toBe("'self'");
  expect(pagePolicy({ ...page, hasScript: true })).not.toMatch(/unsafe|\*|data:/);
});

test("a page allows its one style by hash, files of the site, and nothing it does not name", () => {
  const { "default-src": standard, "style-src": style, "base-uri": base, ...others } = rules(pagePolicy(page));
  expect([standard, base]).toEqual(["'none'", "'none'"]);
  for (const kind of ["img-src", "font-src", "manifest-src"]) expect(others[kind]).toBe("'self'");
  expect(style).toBe(`'sha256-${createHash("sha256").update(page.style).digest("base64")}'`);
});

test("forms and calls go to the relay's origin and to the site itself", () => {
  const { "form-action": form, "connect-src": connect } = rules(pagePolicy(page));
  expect([form, connect]).toEqual(Array(2).fill("'self' https://relay.example.com"));
});

test("the header forbids frames around the site, all it does not name, and styles from elsewhere", () => {
  const header = rules(headerPolicy(page.relayUrl));
  expect(header["frame-ancestors"]).toBe("'none'");
  expect(header["default-src"]).toBe("'none'");
  expect(header["style-src"]).toBe("'unsafe-inline'");
});

test("the header allows all that a page's own policy allows", () => {
  const header = rules(headerPolicy(page.relayUrl));
  const own = rules(pagePolicy({ ...page, hasScript: true }));
  expect(Object.keys(own).filter((name) => !(name in header))).toEqual([]);
  for (const [name, values] of Object.entries(own)) if (name !== "style-src") expect(header[name]).toBe(values);
});

test("a picture that is opened as a document draws itself and loads, runs and opens nothing", () => {
  const headers = headersFile(hostHeaders(page.relayUrl, ["/icon.svg"]));
  const policy = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox";
  for (const path of ["/assets/images/*", "/icon.svg"])
    expect(headers).toContain(`\n${path}\n  Content-Security-Policy: ${policy}\n`);
});

test("hosts are asked to keep files with a hash in their name for good", () => {
  const headers = headersFile(hostHeaders(page.relayUrl, []));
  expect(headers).toMatch(/^\/assets\/\*\n {2}Cache-Control: public, max-age=31536000, immutable$/m);
  for (const line of headers.split("\n")) expect(line.length).toBeLessThan(2000);
});
