// What content/README.md gives to copy passes the checks of a build.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { check } from "../../cli/index.ts";
import { withContentCopy } from "../support/site/content-copy.ts";
import { projectDir } from "../support/site/with-site.ts";

const manual = readFileSync(join(projectDir, "content/README.md"), "utf8");
const picture = "gala-detail.webp";

const head = (name: string) =>
  `title: A page with a ${name} of the manual\ndescription: A page that shows whether what the manual gives to copy is what a build accepts.\nlisted: false\n`;

const HERO = "  - type: page-hero\n    heading: The main heading\n";

/** Problems of pages with these sections, but for the names that a writer replaces. */
const problemsOf = (sections: readonly (readonly [name: string, yaml: string])[]) =>
  withContentCopy(async (copy) => {
    const pageOf = ([name, yaml]: readonly [string, string], index: number) =>
      [
        `pages/sample-${index}.yaml`,
        `${head(name)}sections:\n${/type: (?:page-hero|hero-carousel)\n/.test(yaml) ? "" : HERO}${yaml.replaceAll("picture.webp", picture)}`,
      ] as const;
    copy.write(Object.fromEntries(sections.map(pageOf)));
    const { diagnostics } = await check({ root: copy.root });
    return diagnostics.filter(({ message, code }) => !message.includes('"file-name"') && code !== "ROUTE_UNLINKED");
  });

test("each type of section has a sample that a build accepts, with its optional fields and without", async () => {
  const chapters = manual.split("### `type: ").slice(1);
  const samples = chapters.map((chapter) => {
    const [name = "", yaml = ""] = [/^[a-z-]+/.exec(chapter)?.[0], /^```yaml\n([\s\S]*?)^```/m.exec(chapter)?.[1]];
    expect(yaml).toContain(`  - type: ${name}\n`);
    return [name, yaml] as const;
  });
  expect(samples.length).toBeGreaterThan(15);
  const whole = samples.map(([name, yaml]) => [name, yaml.replace(/^( *)#(?! \S)/gm, "$1")] as const);
  expect(await problemsOf([...samples, ...whole])).toEqual([]);
});

test("the sample of Markdown is one that a build accepts, and none has a comment behind a text", async () => {
  const [, markdown = ""] = /^```markdown\n([\s\S]*?)^```/m.exec(manual) ?? [];
  const text = markdown.replace("harbour-hotel.webp", picture).replace(/^(?=.)/gm, "      ");
  expect(manual).not.toMatch(/^ *(?:- |[\w-]+: )[^#\n{]+ # /m);
  expect(await problemsOf([["text", `  - type: prose\n    body: |\n${text}`]])).toEqual([]);
});
