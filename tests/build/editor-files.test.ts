// What `schema` writes beside files that are there.
import { mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { schema } from "../../cli/index.ts";
import { withSite } from "../support/site/with-site.ts";

const FIELDS_BEGIN = "<!-- fields: written by `eventsite schema` from the templates; do not edit -->";
const FIELDS_END = "<!-- end of fields -->";
const SETTINGS = ".vscode/settings.json";

test("a manual keeps its line ends, and settings keep their byte order mark", () =>
  withSite(
    {
      "content/README.md": `# Ours\r\n\r\n${FIELDS_BEGIN}\r\n${FIELDS_END}\r\n\r\nThe end.\r\n`,
      [SETTINGS]: '\ufeff{ "editor.tabSize": 2 }\r\n',
    },
    async ({ root }) => {
      const { stale } = await schema({ root });
      expect(stale).toEqual(expect.arrayContaining(["content/README.md", SETTINGS]));
      const manual = readFileSync(join(root, "content/README.md"), "utf8");
      expect(manual).toContain("### `type: page-hero`\r\n");
      expect(manual).not.toMatch(/(?<!\r)\n/);
      const settings = readFileSync(join(root, SETTINGS), "utf8");
      expect([settings[0], Object.keys(JSON.parse(settings.slice(1)))]).toEqual([
        "\ufeff",
        ["editor.tabSize", "yaml.schemas"],
      ]);
      expect((await schema({ root, write: false })).stale).toEqual([]);
    },
  ));

test("nothing is written where there is no site", () =>
  withSite({}, async ({ root }) => {
    mkdirSync(join(root, "empty"));
    const diagnostics = [expect.objectContaining({ code: "SOURCE_NO_CONTENT" })];
    await expect(schema({ root: join(root, "empty") })).rejects.toMatchObject({ diagnostics });
    expect(readdirSync(join(root, "empty"))).toEqual([]);
  }));
