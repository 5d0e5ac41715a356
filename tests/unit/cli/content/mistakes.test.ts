// Mistakes in content files, as the content alone reports them: in milliseconds, where a check of the whole site takes many times as long.
import { cpSync, mkdtempSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, inject, test } from "vitest";
import { openSitePictures } from "../../../../cli/assets/images/site-pictures.ts";
import { loadTemplates } from "../../../../cli/bundle/load-templates.ts";
import { resolveConfig } from "../../../../cli/config/resolve-config.ts";
import { type Diagnostic, sortDiagnostics } from "../../../../cli/diagnostics/diagnostic.ts";
import { formatReport } from "../../../../cli/diagnostics/format-diagnostics.ts";
import { noRecords } from "../../../../cli/pipeline/build-records.ts";
import { loadContent } from "../../../../cli/pipeline/load-content.ts";
import { localThreads } from "../../../../cli/threads/threads.ts";
import { filesOf, fixtureNames, layerOf, reportOf } from "../../../support/site/invalid-fixtures.ts";
import { type LaidOver, laidOver, smallDir } from "../../../support/site/laid-over.ts";
import { edited, reported, typingMistakes } from "../../../support/site/problems.ts";

/** A copy for all tests of a worker, with its templates and pictures. Nothing of its words is kept. */
let kept: ReturnType<typeof openSite> | undefined;

async function openSite() {
  const root = mkdtempSync(join(inject("sharedFolder"), "content-"));
  cpSync(smallDir, root, { recursive: true });
  const config = resolveConfig({ root });
  return { config, templates: await loadTemplates(config), pictures: openSitePictures(config) };
}

/** In the order of a report. One at a time. */
async function contentProblemsOf(files: readonly LaidOver[]): Promise<readonly Diagnostic[]> {
  kept ??= openSite();
  const { config, templates, pictures } = await kept;
  return laidOver(config.contentDir, files, async () => {
    const { diagnostics } = await loadContent({
      config,
      templates,
      pictures,
      records: noRecords(),
      stamps: new Map(),
      threads: localThreads(templates),
      headersOnly: true,
      fonts: () => Promise.reject(new Error("No page is rendered.")),
      events: {},
    });
    return sortDiagnostics(diagnostics);
  });
}

/** What is found without more than the file: see yaml/mistakes.test.ts. */
const isOfFile = (reports: readonly string[]) =>
  reports.length > 0 && reports.every((report) => / SOURCE_/.test(report));

describe("a mistake of somebody who is no programmer", () => {
  test.each(typingMistakes.filter(([, , , , reports]) => !isOfFile(reports)))(
    "%s, in %s",
    async (_, path, from, to, reports) => {
      const found = await contentProblemsOf([edited(path, [from, to])]);
      expect(found.map(({ file }) => file)).toEqual(found.map(() => `content/${path}`));
      expect(found.map(reported)).toEqual(reports);
    },
  );
});

describe("a mistake gives its report", () => {
  test.each(fixtureNames.filter((name) => layerOf(name) === "content"))("%s", async (name) => {
    expect(`${formatReport(await contentProblemsOf(filesOf(name)))}\n`).toBe(reportOf(name));
  });
});
