// Files that are published as they are, where something else of the site is.
import { expect, test } from "vitest";
import { alikeFiles, reservedFiles, staticCollisions } from "../../../../cli/routes/static-collisions.ts";

const fileOf = (path: string) => ({ path, source: `/x/${path}`, file: `content/files/${path}` });
const site = [
  { path: "index.html", file: "content/pages/home.yaml" },
  { path: "contact/index.html", file: "content/pages/contact.yaml" },
  { path: "404.html", file: "content/pages/404.yaml" },
  { path: "robots.txt" },
];
const messages = (path: string) => staticCollisions([fileOf(path)], site).map(({ message }) => message);

test.each([
  ["index.html", "This file cannot be published as /: content/pages/home.yaml is published as /."],
  [
    "contact/index.html",
    "This file cannot be published as /contact/: content/pages/contact.yaml is published as /contact/.",
  ],
  [
    "Contact/Index.html",
    "This file cannot be published as /Contact/Index.html: content/pages/contact.yaml is published as /contact/.",
  ],
  ["contact", "This file cannot be published as /contact: content/pages/contact.yaml is published as /contact/."],
  [
    "contact.html",
    "This file cannot be published as /contact.html: content/pages/contact.yaml is published as /contact/.",
  ],
  ["404.html", "This file cannot be published as /404.html: content/pages/404.yaml is published as /404.html."],
  ["robots.txt", "This file cannot be published as /robots.txt: the build writes robots.txt itself."],
  ["robots.txt/a.txt", "This file cannot be published as /robots.txt/a.txt: the build writes robots.txt itself."],
])("%s is where the site has something else", (path, message) => {
  expect(messages(path)).toEqual([message]);
});

test.each(["contact/map.pdf", "contacts/index.html", "downloads/robots.txt", "google1.html", "contact.pdf"])(
  "%s is beside it",
  (path) => {
    expect(messages(path)).toEqual([]);
  },
);

test("of two that differ in capitals alone, the second is reported", () => {
  expect(alikeFiles(["a/A.pdf", "a/a.pdf", "b.pdf"].map(fileOf))).toMatchObject([
    {
      code: "ROUTE_COLLISION",
      file: "content/files/a/a.pdf",
      message: "This file and content/files/a/A.pdf differ in capitals alone, which some hosts do not tell apart.",
    },
  ]);
});

test("names of builds, deploys and hosts are taken in any case", () => {
  const taken = ["assets/a.css", "Assets/a.css", ".eventsite/a", ".eventsite-lock", "_headers", "_redirects"];
  const free = ["downloads/assets/a.css", "downloads/_headers", "asset.css"];
  expect(reservedFiles([...taken, ...free].map(fileOf)).map(({ file }) => file)).toEqual(
    taken.map((path) => `content/files/${path}`),
  );
});
