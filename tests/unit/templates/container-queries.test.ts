// What is laid out side by side follows the reader's text size: sections ask the width of main, in rem, not that of the window.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { projectDir } from "../../support/site/with-site.ts";

const dir = join(projectDir, "templates/sections");
const sheets = readdirSync(dir, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".css"));

test.each(sheets)("%s says `@container page (min-width: …)` where it would say `@media (min-width: …)`", (name) => {
  expect(readFileSync(join(dir, name), "utf8")).not.toMatch(/@media[^{]*(?:min-width|max-width)/);
});
