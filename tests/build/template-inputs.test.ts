// Files outside of the templates' folder that templates import belong to what a site is made of: the compiler says which they are.
import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { build } from "../../cli/index.ts";
import { contentSettled } from "../support/process/command.ts";
import { withSession } from "../support/site/with-session.ts";
import { exampleDir, type SiteFiles, withSite } from "../support/site/with-site.ts";

const hours = (text: string) => `export const hours = ${JSON.stringify(text)};\n`;

/** A site whose foot is in a file beside its templates. */
const page = readFileSync(join(exampleDir, "templates/layout/page.tsx"), "utf8");
const files: SiteFiles = {
  "shared/hours.ts": hours("Open from eight"),
  "templates/layout/page.tsx": `import { hours } from "../../shared/hours.ts";\n${page}`.replace(
    /<footer className="dark">.*<\/footer>/,
    "<footer>{hours}</footer>",
  ),
};

test("a build notices a change in them, and only then builds again", () =>
  withSite(
    files,
    async ({ root, write, read }) => {
      // Files that are as young as a tick of the disk's clock are never believed to be unchanged.
      const later = (file: string) =>
        vi.useFakeTimers({ toFake: ["Date"], now: statSync(join(root, file)).ctimeMs + 10_000 });
      const start = () => read("dist/index.html");
      try {
        later("templates/layout/page.tsx");
        expect((await build({ root })).unchanged).toBe(false);
        expect(start()).toContain("<footer>Open from eight</footer>");
        expect((await build({ root })).unchanged).toBe(true);
        write({ "shared/hours.ts": hours("Closed on Mondays") });
        later("shared/hours.ts");
        expect((await build({ root })).unchanged).toBe(false);
        expect(start()).toContain("<footer>Closed on Mondays</footer>");
        expect((await build({ root })).unchanged).toBe(true);
        write({ "shared/hours.ts": null });
        await expect(build({ root })).rejects.toMatchObject({ diagnostics: [{ code: "BUNDLE_FAILED" }] });
      } finally {
        vi.useRealTimers();
      }
    },
    exampleDir,
  ));

test("a session sees them change", () =>
  withSession(
    files,
    async ({ session, root, write }) => {
      await contentSettled();
      await session.build();
      write({ "shared/hours.ts": hours("Closed on Mondays") });
      expect(session.scan().changed).toEqual([join(root, "shared/hours.ts")]);
      const { files } = await session.build();
      expect(String(files.find(({ path }) => path === "index.html")?.content)).toContain("Closed on Mondays");
    },
    { base: exampleDir },
  ));
