// Builds of a site with a long list, each of which knows the one before: after every edit of entries that other pages show, the folder is that of
// a build without caches. Templates keep what they derive from the list: a page may show an entry that it did not read.
import { readFileSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { build } from "../../cli/index.ts";
import { contentSettled } from "../e2e/command.ts";
import { listFiles } from "../support/files.ts";
import { imageCacheDir } from "../support/image-cache-dir.ts";
import { rounds } from "../support/rounds.ts";
import { type SiteFiles, withSite } from "../support/with-site.ts";

/** So many that their pages share the pictures of links. */
const COUNT = 304;
const nameAt = (index: number) => `service-${String(index).padStart(3, "0")}`;
const fileAt = (index: number) => `content/services/${nameAt(index)}.yaml`;

/** Each shows the next ones of its group, or names three others; the first shows all of them. */
const serviceAt = (index: number): string => `title: "Service ${index}"
description: "What service ${index} is, how long it takes, and whom to call about it."
name: Service ${index}
summary: Number ${index}.
group: planning
order: ${100 + index}
footerLabels: ${index % 50 === 0 ? `[Label ${index}]` : "[]"}
image: { src: room.png, alt: A room }
sections:
  - { type: page-hero, heading: Service ${index}, image: { src: room.png, alt: A room } }
  - type: related-services
    heading: More
${index % 2 === 0 ? "" : `    services: [${[1, 7, 60].map((step) => nameAt((index + step) % COUNT)).join(", ")}]\n`}  - type: call-to-action
    heading: Tell us the date
    actions: [{ label: All, href: /services }]
`;

const overview = `title: All services
description: All of our services, what each of them takes, and whom to call about it.
sections:
  - { type: page-hero, heading: Services, image: { src: room.png, alt: A room } }
  - { type: service-index, heading: All }
`;

const site: SiteFiles = {
  ...Object.fromEntries(Array.from({ length: COUNT }, (_, index) => [fileAt(index), serviceAt(index)])),
  "content/pages/services.yaml": overview,
};

const where = fc.nat(COUNT - 1);
const word = fc.constantFrom("Gala evenings", "Dinners by the lake", "x", "{brand.name} at night");

/** Two pages with one title are refused, and so are all edits after that: they are rare. */
const ownWord = fc.tuple(word, fc.nat(999)).map((words) => words.join(" "));

/** A change of what lists, footers and neighbours show of an entry. */
const edit = fc.tuple(
  where,
  fc.oneof(
    fc.tuple(fc.constantFrom("title", "name", "summary"), ownWord),
    fc.tuple(
      fc.constant("description"),
      ownWord.map((each) => `${each}, how long it takes, what it costs and whom to call`),
    ),
    fc.tuple(fc.constant("order"), fc.nat(999).map(String)),
    fc.tuple(fc.constant("footerLabels"), fc.constantFrom("[]", "[One]", "[One, Two]")),
    fc.tuple(fc.constant("listed"), fc.constant("true")),
    fc.tuple(fc.constant("    heading"), word),
    fc.tuple(
      fc.constant("    services"),
      where.map((index) => `[${nameAt(index)}]`),
    ),
  ),
);

const treeOf = (dir: string) => new Map(listFiles(dir).map((path) => [path, readFileSync(join(dir, path), "latin1")]));

test("are those of builds without caches, also where what is known was spoilt", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(edit, fc.nat(7)), { minLength: 7, maxLength: 7 }), (steps) =>
      withSite(site, async ({ root }) => {
        const options = { root, imageCacheDir };
        await build(options);
        await contentSettled(root);
        await build(options);
        for (const [[index, [key, value]], harm] of steps) {
          const file = join(root, fileAt(index));
          writeFileSync(file, readFileSync(file, "utf8").replace(new RegExp(`^${key}: .*`, "m"), `${key}: ${value}`));
          const dir = join(root, ".eventsite/manifests");
          const facts = listFiles(dir).find((path) => path.endsWith(".facts"));
          if (harm === 0 && facts !== undefined) truncateSync(join(dir, facts), 1000);
          const made = await build(options).catch(({ diagnostics }) => ({ diagnostics }));
          const whole = await build({ ...options, write: false }).catch(({ diagnostics }) => ({ diagnostics }));
          if ("diagnostics" in whole || "diagnostics" in made) {
            expect(made).toEqual(whole);
            continue;
          }
          expect(treeOf(join(root, "dist"))).toEqual(
            new Map(whole.files.map(({ path, content }) => [path, Buffer.from(content ?? "").toString("latin1")])),
          );
          expect(made.warnings).toEqual(whole.warnings);
        }
      }),
    ),
    rounds(1, 20),
  );
});
