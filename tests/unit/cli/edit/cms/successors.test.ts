import { expect, test } from "vitest";
import type { SourceList, SourceRef } from "../../../../../cli/content/sources/list-sources.ts";
import { successorsOf } from "../../../../../cli/edit/cms/successors.ts";
import type { CollectionDefinition } from "../../../../../templates/kit/index.ts";

const refOf = (name: string) => {
  const [, collection = "", slug = "", variant] = /^(.*)\/(.*?)(?:@(.*))?$/.exec(name) ?? [];
  return { collection, slug, variant, file: `content/${name}.yaml` } as SourceRef;
};
const names = [
  "pages/404",
  "pages/contact",
  "pages/home",
  "pages/home@short",
  "pages/sent",
  "posts/one",
  "posts/two",
  "venues/a",
  "venues/404",
];
const list = { entries: names.map(refOf) } as unknown as SourceList;
const collections = [
  { name: "pages", path: (slug: string) => (slug === "home" ? "/" : `/${slug}`) },
  { name: "posts", path: (slug: string) => `/posts/${slug}` },
  { name: "forms", needs: [{ path: "/sent", message: "A form needs it." }] },
  { name: "venues" },
] as unknown as CollectionDefinition[];

test("the place of a page can be taken by others, its own collection first, but not by what says that something is not there or was sent", () => {
  expect(successorsOf(refOf("posts/one"), list, collections)).toEqual(["posts/two", "pages/contact", "pages/home"]);
});

test("the place of an entry without a page can be taken by those of its collection, whatever they are called", () => {
  expect(successorsOf(refOf("venues/a"), list, collections)).toEqual(["venues/404"]);
});
