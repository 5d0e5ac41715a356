// A build after an entry has come that is wrong, or something that is no file: it is reported as by a whole build. What comes, goes and moves
// otherwise is in fuzz/edited-uses.test.ts.
import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { build } from "../../cli/index.ts";
import { contentSettled } from "../e2e/command.ts";
import { imageCacheDir } from "../support/image-cache-dir.ts";
import { type Built, treeOf, type Variation, withBuiltSite } from "../support/rebuilt-site.ts";
import { projectDir } from "../support/with-site.ts";

const words = (path: string) => readFileSync(join(projectDir, "tests/fixtures/sites/small", path), "utf8");
const service = (name: string) => `content/services/${name}.yaml`;

/** A service whose page shows the next ones of its group. */
const serviceText = (name: string, order: number, more = "") =>
  `${words(service("gala-dinners"))
    .replace(/^(title|description|name): /gm, `$&${name} `)
    .replace(/^order: .*/m, `order: ${order}`)
    .replace(/^footerLabels.*\n/m, "")}  - { type: related-services, heading: More }\n${more}`;

const draftOf = (text: string) =>
  text.replace(
    /^(\s*(?:- )?(?:title|description|name|summary|alt|heading|label|quote|role|company): .*)$/gm,
    "$1 # placeholder",
  );

const site: Pick<Variation, "write"> = {
  write: {
    [service("early")]: serviceText("early", 1),
    [service("late")]: serviceText("late", 30),
  },
};

const isLasting = ({ code }: { readonly code: string }) => code !== "ROUTE_VANISHED";

/** Builds after a change, and compares the folder and the result with those of a whole build. Returns the codes of its warnings. */
async function changed(built: Built, change: (root: string) => void) {
  const { root } = built.site;
  const options = { root, imageCacheDir };
  change(root);
  await contentSettled(root);
  const made = await build(options);
  const whole = await build({ ...options, write: false });
  expect(treeOf(join(root, "dist"))).toEqual(
    new Map(whole.files.map(({ path, content }) => [path, Buffer.from(content ?? "").toString("latin1")])),
  );
  const { warnings } = made;
  expect({ ...made, warnings: warnings.filter(isLasting), files: made.files.length }).toEqual({
    ...whole,
    files: whole.files.length,
  });
  return warnings.map(({ code }) => code);
}

const put = (path: string, text: string) => (root: string) => writeFileSync(join(root, path), text);
const remove = (path: string) => (root: string) => rmSync(join(root, path));
const replace = (path: string, from: RegExp, to: string) => (root: string) => {
  const text = readFileSync(join(root, path), "utf8");
  expect(text).toMatch(from);
  put(path, text.replace(from, to))(root);
};

async function expectRefused(built: Built, change: (root: string) => void): Promise<void> {
  change(built.site.root);
  await built.expectRefused();
}

const REFERENCES: Readonly<Record<string, string>> = {
  "a reference": "services: [late], ",
  "a link in Markdown": "\n[So](/services/late).\n",
  "a variant that is not published": "  - { type: related-services, heading: More, services: [late] }\n",
};

test.each([
  ["a link", service("early"), /(?<=href: )\/contact#form/],
  ["a reference", service("early"), /(?<=type: related-services, )(?=heading)/],
  ["a link in Markdown", "content/legal/terms.md", /$(?![\s\S])/],
  ["a variant that is not published", service("gala-dinners@short"), /$(?![\s\S])/],
])("what something refers to is missed when it is gone, or a draft: %s", (kind, path, from) =>
  withBuiltSite(async (built) => {
    const to = REFERENCES[kind] ?? "/services/late";
    await changed(built, replace(path, from, to));
    await expectRefused(built, remove(service("late")));
    await expectRefused(built, put(service("late"), draftOf(serviceText("late", 30))));
    await changed(built, put(service("late"), serviceText("late", 29)));
  }, site),
);

test("a new entry is checked like any other", () =>
  withBuiltSite(async (built) => {
    await expectRefused(built, put(service("new"), serviceText("new", 5).replace("/contact#form", "/nowhere")));
    await expectRefused(built, put(service("new"), serviceText("early", 5)));
    await expectRefused(built, put(service("new"), "title: New\n"));
    await changed(built, put(service("new"), serviceText("new", 5)));
    await expectRefused(built, put("content/services/New One.yaml", serviceText("one", 5)));
    await expectRefused(built, (root) => {
      remove("content/services/New One.yaml")(root);
      put("content/pages/services.yaml", "title: x\n")(root);
    });
  }, site));

test("what is no file is missed, or reported, as in a whole build", () =>
  withBuiltSite(async (built) => {
    const folder = (path: string) => (root: string) => mkdirSync(join(root, path));
    const link = (path: string) => (root: string) => symlinkSync("nowhere", join(root, path));
    const away = (path: string) => (root: string) => rmSync(join(root, path), { recursive: true });
    const back = put(service("late"), serviceText("late", 30));
    await expectRefused(built, folder("content/services/more"));
    await expectRefused(built, put(service("new"), serviceText("new", 5)));
    await changed(built, away("content/services/more"));
    for (const instead of [folder, link]) {
      await expectRefused(built, (root) => [remove(service("late")), instead(service("late"))].map((go) => go(root)));
      await changed(built, (root) => [away(service("late")), back].map((go) => go(root)));
    }
  }, site));
