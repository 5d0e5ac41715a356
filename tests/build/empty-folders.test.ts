// A folder of the content that is away is one problem, not one for each place that names what was in it.
import { renameSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { check } from "../../cli/index.ts";
import { diagnosticsOf, edited } from "../support/site/problems.ts";
import { frozenDir, withSite } from "../support/site/with-site.ts";

const errorsOf = async (root: string) =>
  (await check({ root })).diagnostics.filter(({ severity }) => severity === "error");

test.each(["images", "pages", "services", "forms", "legal", "images/clients"])("content/%s is not there", (name) =>
  withSite(
    {},
    async ({ root }) => {
      rmSync(join(root, "content", name), { recursive: true });
      const [problem, ...more] = await errorsOf(root);
      expect(problem?.message).toMatch(
        new RegExp(`^Nothing is in content/${name}, or the folder is not there: \\d+ places lead to`),
      );
      expect(problem).toMatchObject({ line: expect.any(Number), frame: expect.any(String) });
      expect(problem).not.toHaveProperty("folder");
      expect(more).toEqual([]);
    },
    frozenDir,
  ),
);

test("a link in its place that leads nowhere is reported itself", () =>
  withSite(
    {},
    async ({ root }) => {
      renameSync(join(root, "content/images"), join(root, "pictures"));
      symlinkSync(join(root, "away"), join(root, "content/images"));
      expect(await errorsOf(root)).toEqual([
        {
          code: "SOURCE_UNREADABLE",
          severity: "error",
          message: "This is a link to a folder that is not there.",
          file: "content/images",
          hint: "put the folder itself there",
        },
      ]);
    },
    frozenDir,
  ));

test("a single place is reported as such, and so is a name that is misspelt", async () => {
  const problems = await diagnosticsOf([edited("venues/harbour-hotel.yaml", ["room.png", "rooms/rom.png"])]);
  expect(problems.map(({ message }) => message)).toEqual(['There is no picture "rooms/rom.png" in content/images.']);
});
