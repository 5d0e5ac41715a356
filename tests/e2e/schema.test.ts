// `eventsite schema`: what editors read, and that it cannot fall behind the templates unnoticed.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { JsonSchema } from "../../templates/kit/for-build/json-schema.ts";
import { run, treeOf } from "../support/process/command.ts";
import { projectDir, withSite } from "../support/site/with-site.ts";

const FIELDS_BEGIN = "<!-- fields: written by `eventsite schema` from the templates; do not edit -->";
const FIELDS_END = "<!-- end of fields -->";

interface EditorSchema extends JsonSchema {
  readonly $schema: string;
  readonly definitions: Readonly<Record<string, JsonSchema>>;
}

const schemaOf = (root: string, name: string): EditorSchema =>
  JSON.parse(readFileSync(join(root, `.vscode/schemas/${name}.schema.json`), "utf8"));

const collections = ["artists", "clients", "forms", "pages", "services", "site", "testimonials", "venues"];

describe("eventsite schema", () => {
  test("writes a schema for site.yaml and every folder of YAML files, and maps each", () =>
    withSite({ ".vscode/settings.json": '{ "editor.tabSize": 2 }' }, async ({ root }) => {
      const end = await run(["schema"], { cwd: root });
      expect(end).toMatchObject({ code: 0, stderr: "" });
      expect(end.stdout.match(/^Wrote /gm)).toHaveLength(collections.length + 1);
      const settings = JSON.parse(readFileSync(join(root, ".vscode/settings.json"), "utf8"));
      expect(settings["editor.tabSize"]).toBe(2);
      expect(settings["yaml.schemas"]).toEqual(
        Object.fromEntries(
          collections.map((name) => [
            `./.vscode/schemas/${name}.schema.json`,
            name === "site" ? "content/site.yaml" : `content/${name}/*.yaml`,
          ]),
        ),
      );
      const written = treeOf(join(root, ".vscode"));
      expect((await run(["schema"], { cwd: root })).stdout).toBe("All 9 files are up to date.\n");
      expect(treeOf(join(root, ".vscode"))).toEqual(written);
    }));

  test("tells editors what each field is for, which may be left out, and every section type with its fields", () =>
    withSite({}, async ({ root }) => {
      await run(["schema"], { cwd: root });
      const venues = schemaOf(root, "venues");
      expect(venues.$schema).toBe("http://json-schema.org/draft-07/schema#");
      expect(venues.required).toEqual(["name", "area", "kind", "description", "image", "figures"]);
      expect(venues.properties?.order).toMatchObject({ default: 1000, description: expect.stringContaining("lists") });
      expect(JSON.stringify(venues)).not.toContain("x-field");
      // Files may be named in any case, colours written in any: a pattern that said otherwise would mark sound content.
      expect(venues.properties?.image?.properties?.src).not.toHaveProperty("pattern");
      expect(schemaOf(root, "site").properties?.head?.properties?.themeColor).not.toHaveProperty("pattern");
      for (const name of ["pages", "services"]) {
        const { definitions, properties } = schemaOf(root, name);
        const types = Object.keys(definitions);
        expect(types).toHaveLength(20);
        expect(properties?.sections?.items).toEqual({
          type: "object",
          required: ["type"],
          anyOf: types.map((type) => ({ $ref: `#/definitions/${type}` })),
        });
        for (const type of types) {
          expect(definitions[type]?.properties?.type).toMatchObject({ const: type, description: expect.any(String) });
          expect(definitions[type]).toMatchObject({ additionalProperties: false });
        }
      }
    }));

  test("--check names what is stale and writes nothing; writing updates it and deletes schemas of ours that are gone", () =>
    withSite({}, async ({ root, write }) => {
      await run(["schema"], { cwd: root });
      const valid = treeOf(join(root, ".vscode"));
      const text = readFileSync(join(root, ".vscode/schemas/venues.schema.json"), "utf8");
      write({
        ".vscode/schemas/venues.schema.json": text.replace("Downtown", "Uptown"),
        ".vscode/schemas/halls.schema.json": text,
        ".vscode/schemas/pages.schema.json": null,
        ".vscode/schemas/mine.schema.json": "{}",
      });
      const broken = treeOf(root);
      const end = await run(["schema", "--check"], { cwd: root });
      expect(end).toMatchObject({ code: 1, stdout: "" });
      const stale = ["halls", "pages", "venues"].map((name) => `.vscode/schemas/${name}.schema.json`);
      expect(end.stderr).toBe(`${stale.join("\n")}\n\nStale: run \`eventsite schema\`.\n`);
      const json = await run(["schema", "--check", "--json"], { cwd: root });
      expect(json).toMatchObject({ code: 1, stderr: "" });
      expect(JSON.parse(json.stdout)).toMatchObject({ ok: false, stale, diagnostics: [] });
      expect(treeOf(root)).toEqual(broken);

      expect(await run(["schema"], { cwd: root })).toMatchObject({ code: 0 });
      const { "schemas/mine.schema.json": mine, ...repaired } = treeOf(join(root, ".vscode"));
      expect(mine).toBeDefined();
      expect(repaired).toEqual(valid);
    }));

  test("lists the fields in the manual beside the content, which no page is made of", () =>
    withSite({ "content/README.md": `# Ours\n\n${FIELDS_BEGIN}\n${FIELDS_END}\n` }, async ({ root }) => {
      const before = await run(["check"], { cwd: root });
      expect(before).toMatchObject({ code: 1 });
      expect(before.stderr).toMatch(/^content\/README\.md {2}SCHEMA_STALE$/m);
      expect((await run(["schema"], { cwd: root })).stdout).toContain("Wrote content/README.md\n");
      expect(readFileSync(join(root, "content/README.md"), "utf8")).toContain("### `type: page-hero`");
      expect(await run(["check"], { cwd: root })).toMatchObject({ code: 0, stderr: "" });
    }));

  test("the schemas of this project are those of its templates", async () => {
    expect(await run(["schema", "--check"], { cwd: projectDir })).toMatchObject({ code: 0, stderr: "" });
  });
});
