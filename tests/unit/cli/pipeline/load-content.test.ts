// What threads are asked: messages between threads are copies, which cannot hold functions. Each file is read once.
import fs, { cpSync } from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { join, relative } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { openSitePictures } from "../../../../cli/assets/images/site-pictures.ts";
import { loadTemplates } from "../../../../cli/bundle/load-templates.ts";
import { resolveConfig } from "../../../../cli/config/resolve-config.ts";
import { noRecords } from "../../../../cli/pipeline/build-records.ts";
import { loadContent } from "../../../../cli/pipeline/load-content.ts";
import { localThreads } from "../../../../cli/threads/threads.ts";
import { ownFolder } from "../../../support/process/own-folder.ts";
import { smallDir } from "../../../support/site/laid-over.ts";

const root = ownFolder();

async function contextOf(root: string) {
  const config = resolveConfig({ root, now: () => 0 });
  const templates = await loadTemplates(config);
  return {
    ...{ config, templates, pictures: openSitePictures(config), records: noRecords(), stamps: new Map() },
    threads: localThreads(templates),
    headersOnly: true,
    fonts: () => Promise.reject(new Error("No page is rendered.")),
    events: {},
  };
}

/** Paths of the files that are opened until the test ends, from this folder. */
function openedBelow(dir: string): string[] {
  const opened: string[] = [];
  const { openSync } = fs;
  onTestFinished(() => {
    fs.openSync = openSync;
    syncBuiltinESMExports();
  });
  fs.openSync = (path, ...rest) => {
    if (String(path).startsWith(dir)) opened.push(relative(dir, String(path)));
    return openSync(path, ...rest);
  };
  syncBuiltinESMExports();
  return opened;
}

test("all that a thread is asked can be sent to another thread", async () => {
  cpSync(smallDir, root, { recursive: true });
  const context = await contextOf(root);
  const { threads: local } = context;
  const asked: string[] = [];
  const threads: typeof local = {
    ...local,
    read(...parameters) {
      asked.push("read");
      return local.read(...structuredClone(parameters));
    },
    resolve(...parameters) {
      asked.push("resolve");
      return local.resolve(...structuredClone(parameters));
    },
  };
  const { diagnostics } = await loadContent({ ...context, threads });
  expect([asked, diagnostics.filter(({ severity }) => severity === "error")]).toEqual([["read", "resolve"], []]);
});

test("each file is read once, also where it names what is not public yet", async () => {
  cpSync(smallDir, root, { recursive: true });
  const venues = join(root, "content/venues");
  cpSync(join(venues, "harbour-hotel.yaml"), join(venues, "loft.yaml"));
  fs.appendFileSync(join(venues, "loft.yaml"), "publishFrom: 2030-01-01\n");
  const home = join(root, "content/pages/home.yaml");
  const text = fs.readFileSync(home, "utf8");
  fs.writeFileSync(home, text.replace("heading: Venues", "heading: Venues\n    venues: [harbour-hotel, loft]"));
  const context = await contextOf(root);
  const opened = openedBelow(join(root, "content"));
  const { leftOut, entries, diagnostics } = await loadContent(context);
  const found = entries.find(({ slug }) => slug === "home");
  expect([leftOut, found?.edits?.absent, diagnostics.filter(({ severity }) => severity === "error")]).toEqual([
    ["content/venues/loft.yaml"],
    [["sections", 1, "venues", 1]],
    [],
  ]);
  const entryFiles = opened.filter((path) => /^(?:pages|venues)\/.*\.yaml$/.test(path)).sort();
  expect(entryFiles).toEqual([...new Set(entryFiles)]);
  expect(entryFiles).toContain("pages/home.yaml");
});
