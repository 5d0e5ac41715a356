// What threads are asked: messages between threads are copies, which cannot hold functions.
import { cpSync } from "node:fs";
import { expect, test } from "vitest";
import { openSitePictures } from "../../../../cli/assets/images/site-pictures.ts";
import { loadTemplates } from "../../../../cli/bundle/load-templates.ts";
import { noPause } from "../../../../cli/config/pause.ts";
import { resolveConfig } from "../../../../cli/config/resolve-config.ts";
import { localThreads } from "../../../../cli/entries/threads.ts";
import { noFacts } from "../../../../cli/pipeline/facts.ts";
import { loadContent } from "../../../../cli/pipeline/load-content.ts";
import { smallDir } from "../../../support/laid-over.ts";
import { ownFolder } from "../../../support/own-folder.ts";

const root = ownFolder();

test("all that a thread is asked can be sent to another thread", async () => {
  cpSync(smallDir, root, { recursive: true });
  const config = resolveConfig({ root, now: () => 0 });
  const templates = await loadTemplates(config);
  const local = localThreads(templates, noPause);
  let asked = 0;
  const threads: typeof local = {
    ...local,
    read(...parameters) {
      asked++;
      return local.read(...structuredClone(parameters));
    },
  };
  const { diagnostics } = await loadContent({
    ...{ config, templates, threads, pictures: openSitePictures(config), facts: noFacts(), stamps: new Map() },
    headersOnly: true,
    fonts: () => Promise.reject(new Error("No page is rendered.")),
    events: {},
  });
  expect([asked, diagnostics.filter(({ severity }) => severity === "error")]).toEqual([1, []]);
});
