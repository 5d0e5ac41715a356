// Which file of a site in memory answers a request.
import { expect, test } from "vitest";
import { filesFor, findFile } from "../../../../cli/serve/find-file.ts";

const site = new Set(["index.html", "404.html", "venues/index.html", "robots.txt", "caf\u00e9/index.html"]);
const find = (url: string) => findFile(url, (path) => site.has(path));

test.each([
  ["/", "index.html"],
  ["//", "index.html"],
  ["/?from=mail", "index.html"],
  ["/venues/", "venues/index.html"],
  ["/venues/index.html", "venues/index.html"],
  ["/robots.txt?a=/b", "robots.txt"],
  ["/caf%C3%A9/", "caf\u00e9/index.html"],
])("%s is a file", (url, path) => {
  expect(find(url)).toEqual({ kind: "file", path, status: 200 });
});

test.each([
  ["/venues", "/venues/"],
  ["/venues?from=mail?", "/venues/?from=mail?"],
  ["/caf%C3%A9", "/caf%C3%A9/"],
])("%s is a folder: its address ends in a slash", (url, location) => {
  expect(find(url)).toEqual({ kind: "redirect", location });
});

test.each(["/halls/", "/halls", "/venues/../index.html", "/%00", "/%", "/robots.txt/"])("%s is not there", (url) => {
  expect(find(url)).toEqual({ kind: "file", path: "404.html", status: 404 });
});

test("without a site there is nothing", () => {
  expect(findFile("/", () => false)).toEqual({ kind: "nothing" });
});

test("a request names its files before they are there, and none outside the site", () => {
  expect(filesFor("/venues?x")).toEqual(["venues", "venues/index.html"]);
  expect(filesFor("/venues/")).toEqual(["venues/index.html"]);
  expect(filesFor("/a/../../b")).toEqual([]);
});
