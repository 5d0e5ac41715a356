import { describe, expect, test } from "vitest";
import { mapSchemas } from "../../../../cli/authoring/editor-settings.ts";

const mapping = { "./.vscode/schemas/pages.schema.json": "content/pages/*.yaml" };
const map = (text: string | undefined) => mapSchemas(text, mapping);

describe("the settings of the editor", () => {
  test("are made where there are none", () => {
    expect(map(undefined)).toBe(`${JSON.stringify({ "yaml.schemas": mapping }, null, 2)}\n`);
    expect(map("\n")).toBe(map(undefined));
  });

  test("keep every other key in its place, and schemas that are not ours", () => {
    const before = {
      "yaml.schemas": {
        "https://example.com/ci.json": "ci.yml",
        "./.vscode/schemas/gone.schema.json": "content/gone/*",
      },
      "editor.tabSize": 2,
    };
    expect(JSON.parse(map(JSON.stringify(before)))).toEqual({
      "yaml.schemas": { "https://example.com/ci.json": "ci.yml", ...mapping },
      "editor.tabSize": 2,
    });
    expect(Object.keys(JSON.parse(map(JSON.stringify(before))))).toEqual(["yaml.schemas", "editor.tabSize"]);
  });

  test("stay to the letter where nothing is to be changed", () => {
    const text = `{"editor.tabSize":4,   "yaml.schemas":${JSON.stringify(mapping)}}`;
    expect(map(text)).toBe(text);
  });

  test.each(["{ // mine\n}", "[]", "{,}"])("are not written again when they are not plain JSON: %j", (text) => {
    expect(() => map(text)).toThrow(expect.objectContaining({ code: "SCHEMA_SETTINGS" }));
  });
});
