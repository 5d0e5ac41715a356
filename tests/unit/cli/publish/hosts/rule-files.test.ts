import { describe, expect, test } from "vitest";
import { headersFile } from "../../../../../cli/hosting/host-headers.ts";
import { rulesOf } from "../../../../../cli/hosting/hosts.ts";
import { redirectsFile } from "../../../../../cli/hosting/redirect-files.ts";
import { objectsOf } from "../../../../../cli/publish/hosts/object-keys.ts";
import { headersFor, readHeadersFile, readRedirectsFile } from "../../../../../cli/publish/hosts/rule-files.ts";

const rule = (path: string, ...headers: [string, string][]) => ({ path, headers });

describe("_headers", () => {
  const rules = [
    rule("/*", ["X-A", "1"], ["X-B", "b: c"]),
    rule("/assets/*", ["X-A", "2"]),
    rule("/icon.svg", ["X-A", "3"]),
  ];

  test("is read as it is written", () => {
    expect(readHeadersFile(headersFile(rules))).toEqual({ rules, ignored: [] });
  });

  test("adds up the values of rules that meet", () => {
    expect(Object.fromEntries(headersFor(rules, "/assets/a.css"))).toEqual({ "x-a": "1, 2", "x-b": "b: c" });
    expect(headersFor(rules, "/icon.svg").get("x-a")).toBe("1, 3");
    expect(headersFor(rules, "/icon.svgz").get("x-a")).toBe("1");
  });

  test("is cut off where a host stops reading", () => {
    const { limits } = rulesOf("cloudflare-pages");
    const many = Array.from({ length: 102 }, (_, index) =>
      rule(`/${index}`, ["X", index === 5 ? "x".repeat(2000) : "y"]),
    );
    const { rules: read, ignored } = readHeadersFile(headersFile(many), limits);
    expect(read.length).toBe(100);
    expect(read[5]?.headers).toEqual([]);
    expect(ignored.map(({ reason }) => reason)).toEqual(["too long", "too many rules", "too many rules"]);
  });
});

describe("_redirects", () => {
  const text = redirectsFile({ redirects: [{ from: "/old/", to: "/new/#a" }], gone: ["/gone/"] });

  test("leads on at Netlify although there is a page, and answers 410", () => {
    const { rules } = readRedirectsFile(text, rulesOf("netlify"));
    expect(rules[0]).toEqual({ from: "/old/", to: "/new/#a", status: 301, isForced: true });
    expect(rules.at(-1)).toEqual({ from: "/gone/", to: "/404.html", status: 410, isForced: true });
  });

  test("leads on at Cloudflare from both spellings, which reads neither 301! nor 410", () => {
    const { rules } = readRedirectsFile(text, rulesOf("cloudflare-pages"));
    expect(rules.map(({ from, status }) => `${from} ${status}`)).toEqual(["/old/ 301", "/old 301"]);
  });
});

test("buckets without indexes get two more keys for each page but the first; S3 websites get objects that redirect", () => {
  const site = {
    paths: ["index.html", "a/b/index.html", "404.html"],
    redirects: [
      { from: "/old/", to: "/a/b/" },
      { from: "/x.pdf", to: "https://b.example/ü" },
    ],
  };
  expect(objectsOf(rulesOf("s3-rest"), site)).toEqual({
    keys: [
      { key: "a/b/", file: "a/b/index.html" },
      { key: "a/b", file: "a/b/index.html" },
    ],
    redirects: [],
  });
  expect(objectsOf(rulesOf("s3-website"), site)).toEqual({
    keys: [],
    redirects: [
      { key: "old/index.html", page: "old/index.html", to: "/a/b/" },
      { key: "old", page: "old/index.html", to: "/a/b/" },
      { key: "x.pdf", page: undefined, to: "https://b.example/%C3%BC" },
    ],
  });
});
