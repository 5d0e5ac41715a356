import { expect, test } from "vitest";
import { redirectsFile, spellings } from "../../../../cli/hosting/redirect-files.ts";

test("redirects have rules without addresses that are gone, and these without redirects", () => {
  const [redirects, gone] = [[{ from: "/old/", to: "/new/" }], ["/gone/"]];
  expect(redirectsFile({ redirects, gone: [] })).toBe("/old/ /new/ 301!\n/old/ /new/ 301\n/old /new/ 301\n");
  expect(redirectsFile({ redirects: [], gone })).toBe("/gone/ /404.html 410!\n");
  expect(redirectsFile({ redirects: [], gone: [] })).toBe("");
});

test("an address is asked for with and without its slash, unless that is another one", () => {
  expect(["/", "/a b", "/a/", "/a.pdf"].map(spellings)).toEqual([
    ["/"],
    ["/a%20b", "/a%20b/"],
    ["/a/", "/a"],
    ["/a.pdf"],
  ]);
});
