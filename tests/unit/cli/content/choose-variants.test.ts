// Which variant of a page is published, by what is chosen for its name.
import { expect, test } from "vitest";
import { chooseVariants } from "../../../../cli/content/choose-variants.ts";
import type { SourceRef } from "../../../../cli/content/list-sources.ts";

const source = (collection: string, slug: string, variant?: string): SourceRef => ({
  collection,
  slug,
  variant,
  file: `content/${collection}/${slug}${variant === undefined ? "" : `@${variant}`}.yaml`,
  format: "yaml",
  path: `/gone/${collection}/${slug}@${variant ?? ""}.yaml`,
});

const site = { ...source("", "site"), file: "content/site.yaml" };
const sources = [
  source("pages", "home"),
  source("pages", "home", "short"),
  source("services", "home"),
  source("services", "galas"),
  source("services", "galas", "short"),
  source("services", "galas", "long"),
  source("services", "constructor"),
];

const chosen = (choice: Record<string, string>) =>
  chooseVariants(sources, choice, site)
    .sources.filter(({ isChosen }) => isChosen)
    .map(({ collection, slug, variant }) => `${collection}/${slug}${variant === undefined ? "" : `@${variant}`}`);

test("the plain page is published, whatever its name, until a variant is chosen", () => {
  const plain = ["pages/home", "services/home", "services/galas", "services/constructor"];
  expect(chosen({})).toEqual(plain);
  expect(chosen({ home: "", galas: "" })).toEqual(plain);
});

test("a choice is for the pages that have the variant, and for no other", () => {
  expect(chosen({ home: "short", galas: "long" })).toEqual([
    "pages/home@short",
    "services/home",
    "services/galas@long",
    "services/constructor",
  ]);
});

test("an unknown variant is reported, and the plain page published", () => {
  const choice = { galas: "brief" };
  expect(chooseVariants(sources, choice, site, choice).diagnostics).toMatchObject([
    { code: "CONTENT_UNKNOWN_VARIANT", message: '--variant galas=brief: There is no variant "brief" of "galas".' },
  ]);
  expect(chosen(choice)).toContain("services/galas");
});
