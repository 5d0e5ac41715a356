// The report of a comparison: all that it needs is in it, and nothing of a site can break out of its words.
import { expect, test } from "vitest";
import type { SiteChange } from "../../../../../../cli/publish/diff/compare/site-change.ts";
import { reportPage } from "../../../../../../cli/publish/diff/report/report-page.ts";

const totals = { pages: 2, files: 9, bytes: 1_200_000 };
const nothing: SiteChange = {
  before: { kind: "target", name: "live", at: "2026-12-24T18:00:00.000Z", commit: "1a2b3c", ...totals },
  after: { kind: "content", name: "content", ...totals },
  pages: [],
  repeated: [],
  look: { style: [], layout: [], scripts: [], data: [] },
  alike: [],
  unchanged: 2,
  redirects: [],
  files: [],
};
const report = (change: Partial<SiteChange>, pages = new Map()) =>
  reportPage(
    { ...nothing, ...change },
    { siteName: "Ever & Co", pictures: { before: new Map(), after: new Map() }, pages },
  );

test("without changes it says so, and what was compared", () => {
  const html = report({});
  expect(html).toContain("<h1>Nothing changes for visitors</h1>");
  expect(html).toContain("what is live at the target live (2026-12-24 18:00, commit 1a2b3c)");
  expect(html).toContain("<title>What changes on Ever &amp; Co</title>");
});

test("it asks for nothing, runs nothing, and shows what a page says as words", () => {
  const hostile = '<script src="https://evil.example"></script>"><img src=x onerror=alert(1)>';
  const picture = { src: hostile, alt: hostile };
  const html = report(
    {
      pages: [
        {
          ...{ kind: "moved", repeated: [], look: [], weight: { before: 120_000, after: 90_000 } },
          ...{ address: `/${hostile}`, to: hostile, name: hostile },
          changes: [
            { what: "head", name: "title", before: hostile, after: hostile },
            { what: "picture", kind: "replaced", place: "page", under: hostile, before: picture, after: picture },
            { what: "link", text: hostile, under: "", before: hostile, after: hostile },
          ],
        },
      ],
      repeated: [{ change: { what: "link", text: hostile, under: "" }, pages: [hostile] }],
      redirects: [{ address: hostile, before: hostile, after: hostile }],
      files: [{ kind: "added", path: hostile }],
    },
    new Map([[`/${hostile}`, { before: hostile, after: hostile }]]),
  );
  expect(html).not.toMatch(/<script|<img src=x|<link|@import/);
  expect(html.match(/<iframe sandbox /g)).toHaveLength(2);
  expect(
    [...html.matchAll(/ (?:src|href)="([^"]*)"/g)].map(([, to = ""]) => to).filter((to) => !/^(?:data:|#)/.test(to)),
  ).toEqual([]);
  expect(html).toContain("default-src 'none'");
});
