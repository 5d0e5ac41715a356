// Which line of a template made each element of a page.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { withSession } from "../support/site/with-session.ts";
import { exampleDir } from "../support/site/with-site.ts";

const tagsOf = (html: string): string[] => [...html.matchAll(/<([a-z][a-z0-9]*)\b/g)].map(([, tag = ""]) => tag);

test.each(["react", "preact"] as const)("an element is at the line that has its tag, with %s", (renderer) =>
  withSession(
    {},
    async ({ session, visual, root }) => {
      const { files } = await session.build();
      const html = Buffer.from(files.find(({ path }) => path === "index.html")?.content ?? "").toString();
      const found = await visual.components("index.html");
      const lines = (file: string) => readFileSync(join(root, file), "utf8").split("\n");
      const body = html.slice(html.indexOf("<body"));
      const tags = tagsOf(
        html.slice(0, html.indexOf("<body")).replace(/<(script|style)\b[^>]*>[\s\S]*?<\/\1>/g, "<$1>"),
      );
      const bodyTags = tagsOf(body.replace(/<(script|style)\b[^>]*>[\s\S]*?<\/\1>/g, "<$1>"));
      expect(found?.elements).toHaveLength(tags.length + bodyTags.length);
      const named = bodyTags.flatMap((tag, index) => {
        const place = found?.places[found.elements[tags.length + index] ?? -1];
        return place
          ? [
              [
                tag,
                lines(place.file)
                  [place.line - 1]?.slice(place.column - 1)
                  .match(/^<(\w+)/)?.[1],
              ],
            ]
          : [];
      });
      expect(named.length).toBeGreaterThan(10);
      for (const [tag, written] of named) expect(written).toBe(tag);
      expect(html).not.toContain("data-eventsite-source");
    },
    { base: exampleDir, renderer },
  ),
);

test("a page whose template looks at the properties of its elements has no such lines, and a page that is none neither", () =>
  withSession(
    {},
    async ({ session, visual, edit, read }) => {
      const section = "templates/sections/walk-list/index.tsx";
      expect(read(section)).toContain("<ul");
      edit(section, "<ul", '<ul data-count={Object.keys((<i title="" />).props).length}');
      await session.build();
      expect(await visual.components("index.html")).toBeUndefined();
      expect(await visual.components("none.html")).toBeUndefined();
    },
    { base: exampleDir },
  ));
