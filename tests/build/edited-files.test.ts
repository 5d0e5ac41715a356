// A build after an entry has come that is wrong, or something that is no file: it is reported as by a whole build. What comes, goes and moves
// otherwise is in fuzz/edited-uses.test.ts.
import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { test } from "vitest";
import { contentSettled } from "../support/process/command.ts";
import { type Built, type Variation, withBuiltSite } from "../support/site/rebuilt-site.ts";
import { small, type TestSite } from "../support/site/with-site.ts";

const words = (path: string) => small(path.replace("content/", ""));
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

/** Builds after a change, which is refused, or gives the site of a whole build. */
async function changed(built: Built, change: (site: TestSite) => void): Promise<void> {
  change(built.site);
  await contentSettled();
  await built.rebuild();
}

async function expectRefused(built: Built, change: (site: TestSite) => void): Promise<void> {
  change(built.site);
  await built.expectRefused();
}

const put =
  (path: string, text: string | null) =>
  ({ write }: TestSite) =>
    write({ [path]: text });
const remove = (path: string) => put(path, null);

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
    await changed(built, ({ edit }) => edit(path, from, to));
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
    await expectRefused(built, ({ write }) =>
      write({ "content/services/New One.yaml": null, "content/pages/services.yaml": "title: x\n" }),
    );
  }, site));

test("what is no file is missed, or reported, as in a whole build", () =>
  withBuiltSite(async (built) => {
    const folder =
      (path: string) =>
      ({ root }: TestSite) =>
        mkdirSync(join(root, path));
    const link =
      (path: string) =>
      ({ root }: TestSite) =>
        symlinkSync("nowhere", join(root, path));
    const back = put(service("late"), serviceText("late", 30));
    await expectRefused(built, folder("content/services/more"));
    await expectRefused(built, put(service("new"), serviceText("new", 5)));
    await changed(built, remove("content/services/more"));
    for (const instead of [folder, link]) {
      await expectRefused(built, (site) => {
        remove(service("late"))(site);
        instead(service("late"))(site);
      });
      await changed(built, (site) => {
        remove(service("late"))(site);
        back(site);
      });
    }
  }, site));
