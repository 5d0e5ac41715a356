// `eventsite new`: a file to begin with, that is right from the first moment and never takes another's place.
import { readFileSync, writeFileSync } from "node:fs";
import { join, parse } from "node:path";
import { describe, expect, test } from "vitest";
import { check, createEntry, starterKinds } from "../../cli/index.ts";
import { run, treeOf } from "../support/process/command.ts";
import { withContentCopy } from "../support/site/content-copy.ts";
import { withSite } from "../support/site/with-site.ts";

const kinds = ["venue", "artist", "service", "testimonial", "page", "form"];
const text = (root: string, file: string) => readFileSync(join(root, file), "utf8");
const awkward = `L'Été: "Nº 1" #4 & *yes*`;

/** Makes one of each kind, and checks the site with all of them. */
async function expectValid(root: string, edit: (starter: string) => string): Promise<void> {
  for (const kind of kinds) {
    for (const name of [`Harbour Place ${kind}`, `${awkward} ${kind}`, `${kind} ${"x".repeat(85)}`, kind.charAt(0)]) {
      const { file } = await createEntry({ root, kind, name });
      // No two entries have had the same address.
      const edited = edit(text(root, file)).replace("former-name", `former-${parse(file).name}`);
      writeFileSync(join(root, file), edited);
    }
  }
  // Pages that are published wait for somebody to link to them.
  const { diagnostics } = await check({ root });
  expect(diagnostics.filter(({ code }) => code !== "ROUTE_UNLINKED")).toEqual([]);
  for (const { severity, file } of diagnostics)
    expect([severity, file]).toEqual(["warning", expect.stringMatching(/pages|services/)]);
}

/** Every field that may be left out, put to use. */
const withAllFields = (starter: string) => starter.replace(/^( *)#(?! \S)/gm, "$1");

describe("eventsite new", () => {
  test.each([
    ["as it is", (starter: string) => starter],
    ["with every optional field put to use", withAllFields],
  ])("a starter of any kind passes a check %s, on the small site and on the real one", async (_, edit) => {
    expect(withAllFields("#a: 1\n#  b: 2\n  #c: 3\n# Words.\n")).toBe("a: 1\n  b: 2\n  c: 3\n# Words.\n");
    await withSite({}, ({ root }) => expectValid(root, edit));
    await withContentCopy(({ root }) => expectValid(root, edit));
  });

  test("prints the path and which lists are full; a release check points to every sample in the file", () =>
    withSite({}, async ({ root, edit }) => {
      edit("content/pages/home.yaml", /heading: Venues/, "$&\n    limit: 1");
      const end = await run(["new", "venue", "  Harbour   Café & Hotel "], { cwd: root });
      const file = "content/venues/harbour-cafe-hotel.yaml";
      const note = expect.stringMatching(/^Note: content\/pages\/home\.yaml:12 .+\n$/);
      expect(end).toEqual({ code: 0, signal: null, stdout: `${file}\n`, stderr: note });
      expect(await run(["check"], { cwd: root })).toMatchObject({ code: 0, stderr: "" });
      const lines = text(root, file).split("\n");
      expect(lines).toEqual(expect.arrayContaining(["name: Harbour Café & Hotel", "  src: room.png # placeholder"]));
      const { diagnostics } = await check({ root, release: true });
      const samples = lines.flatMap((line, index) => (line.endsWith(" # placeholder") ? [index + 1] : []));
      expect(samples).toHaveLength(7);
      expect(diagnostics.map(({ code, file, line }) => ({ code, file, line }))).toEqual(
        samples.map((line) => ({ code: "CONTENT_PLACEHOLDER", file, line })),
      );
    }));

  test("names the file in Latin letters, and the entry as it was given", () =>
    withSite({}, async ({ root }) => {
      const { file } = await createEntry({ root, kind: "service", name: "Größe & Söhne’s Café Ærø" });
      expect(file).toBe("content/services/grosse-sohnes-cafe-aero.yaml");
      expect(text(root, file)).toContain("title: Größe & Söhne’s Café Ærø\n");
      expect((await check({ root })).diagnostics).toEqual([]);
    }));

  test.each([
    [
      ["new"],
      /missing required argument 'kind'\n\(the kinds are venue, artist, service, testimonial, page, form: eventsite new venue/,
    ],
    [["new", "venue"], /missing required argument 'name'/],
    [["new", "hall", "Town Hall"], /Allowed choices are venue, artist, service, testimonial, page, form\./],
    [["new", "venue", "!?"], /No file name can be made from "!\?"\./],
    [
      ["new", "artist", "東京 5"],
      /"東京 5": file names and addresses are in Latin letters\.\n {2}hint: .* eventsite new artist "/,
    ],
    [
      ["new", "form", "2026 Gala"],
      /"2026-gala" is not a name for a form: .* beginning with a letter.*\n {2}hint: .* eventsite new form "Harbour Hotel"/,
    ],
    [["new", "venue", "x".repeat(101)], /The name has 101 characters; it may have 100\./],
    [["new", "venue", "{brand.name}"], /A name cannot have braces in it/],
  ] as const)("wrong usage gives 2 and writes nothing: %j", (args, message) =>
    withSite({}, async ({ root }) => {
      const before = treeOf(root);
      const end = await run(args, { cwd: root });
      expect(end).toMatchObject({ code: 2, stdout: "" });
      expect(end.stderr).toMatch(message);
      expect(treeOf(root)).toEqual(before);
    }),
  );

  test("--json prints one document, done or not", () =>
    withSite({}, async ({ root }) => {
      const made = await run(["new", "page", "About us", "--json"], { cwd: root });
      expect(made).toMatchObject({ code: 0, stderr: "" });
      expect(JSON.parse(made.stdout)).toEqual({ ok: true, file: "content/pages/about-us.yaml", diagnostics: [] });
      const again = await run(["new", "page", "About us", "--json"], { cwd: root });
      expect(again).toMatchObject({ code: 1, stderr: "" });
      expect(JSON.parse(again.stdout)).toMatchObject({ ok: false, diagnostics: [{ code: "NEW_EXISTS" }] });
    }));

  test("--help lists the kinds, and a script can ask for them", () =>
    withSite({}, async ({ root }) => {
      const { stdout } = await run(["new", "--help"], { cwd: root });
      expect(stdout.replace(/\s+/g, " ")).toContain(`choices: ${kinds.map((kind) => `"${kind}"`).join(", ")}`);
      expect(await starterKinds({ root })).toEqual(kinds);
      await expect(createEntry({ root, kind: "clients", name: "Northlight" })).rejects.toMatchObject({
        code: "USAGE",
        message:
          'There is no kind of entry "clients". Allowed choices are venue, artist, service, testimonial, page, form.',
      });
    }));

  test("a site without a picture begins what needs none, and is asked to get one first for what does", () =>
    withSite({ "content/images/room.png": null, "content/images/icons": null }, async ({ root }) => {
      const end = await run(["new", "testimonial", "Ada"], { cwd: root });
      expect(end).toMatchObject({ code: 0, stdout: "content/testimonials/ada.yaml\n" });
      const refused = await run(["new", "venue", "Town Hall"], { cwd: root });
      expect(refused).toMatchObject({ code: 1, stdout: "" });
      expect(refused.stderr).toContain("There is no picture in content/images to begin with.");
    }));
});
