// Hints that would lead further astray: renaming what is no text, deleting what every site needs, names that look the same.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { check } from "../../cli/index.ts";
import { run } from "../support/process/command.ts";
import { diagnosticsOf, edited, shortForm } from "../support/site/problems.ts";
import { withSite } from "../support/site/with-site.ts";

describe("a picture that browsers do not show", () => {
  const heic = (brand: string) => Buffer.from(`\0\0\0\x18ftyp${brand}\0\0\0\0mif1heic`, "latin1");

  test("is named with what to do, by its own name", async () => {
    const [problem, ...more] = await diagnosticsOf([
      edited("venues/harbour-hotel.yaml", ["room.png", "IMG_0042.HEIC"]),
      ["images/IMG_0042.HEIC", ""],
    ]);
    expect(problem).toMatchObject({ code: "CONTENT_INVALID_VALUE", line: 6 });
    expect(`${problem?.message}`).toContain("HEIC");
    expect(`${problem?.message}`).toContain("export it as JPEG");
    expect(more).toEqual([]);
  });

  test.each(["heic.HEIC", "photo.tif", "photo.gif"])(
    "is not proposed under the name that was meant: %s",
    async (file) => {
      const src = `${file.split(".")[0]}.jpg`;
      const problems = await diagnosticsOf([
        edited("venues/harbour-hotel.yaml", ["room.png", src]),
        [`images/${file}`, "x"],
      ]);
      expect(problems).toMatchObject([
        { code: "CONTENT_UNKNOWN_IMAGE", hint: `open "${file}" and export it as JPEG, under the name "${src}"` },
      ]);
    },
  );

  test("is renamed where it is a JPEG picture under a rare name", async () => {
    const problems = await diagnosticsOf([
      edited("venues/harbour-hotel.yaml", ["room.png", "photo.jpg"]),
      ["images/photo.jfif", "x"],
    ]);
    expect(problems).toMatchObject([{ code: "CONTENT_UNKNOWN_IMAGE", hint: 'rename "photo.jfif" to "photo.jpg"' }]);
  });

  test.each([
    ["photo.gif", "export it as JPEG, PNG or WebP"],
    ["photo.tiff", "export it as JPEG, PNG or WebP"],
    ["photo.jfif", "rename the file so that it ends in .jpg"],
    ["logo.svgz", "save it as plain SVG, not compressed"],
    ["logo.eps", "export it as plain SVG or PNG"],
  ])("is not named, with what to do: %s", async (src, advice) => {
    const problems = await diagnosticsOf([
      edited("venues/harbour-hotel.yaml", ["room.png", src]),
      [`images/${src}`, "x"],
    ]);
    expect(problems).toMatchObject([{ code: "CONTENT_INVALID_VALUE", message: expect.stringContaining(advice) }]);
  });

  test.each([
    [
      "entities",
      '<!DOCTYPE svg [<!ENTITY a "b">]><svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"/>',
      "hint",
      "without entities",
    ],
    ["no namespace", '<svg viewBox="0 0 9 9"/>', "message", 'lacks xmlns="http://www.w3.org/2000/svg"'],
    [
      "a name of HTML",
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">&nbsp;</svg>',
      "message",
      "(line 1: undefined entity)",
    ],
  ] as const)("is a drawing with %s, and says what to do", async (_, drawing, where, words) => {
    const problems = await diagnosticsOf([
      edited("venues/harbour-hotel.yaml", ["room.png", "logo.svg"]),
      ["images/logo.svg", drawing],
    ]);
    expect(problems).toMatchObject([{ [where]: expect.stringContaining(words) }]);
  });

  test.each(["heic", "heix", "mif1"])("is known by its bytes, whatever its name: %s", (brand) =>
    withSite({ "content/images/photo.jpg": heic(brand) }, async ({ root, write }) => {
      const [path, text] = edited("venues/harbour-hotel.yaml", ["room.png", "photo.jpg"]);
      write({ [`content/${path}`]: text });
      const { diagnostics } = await check({ root });
      expect(diagnostics).toMatchObject([
        {
          code: "CONTENT_IMAGE_UNREADABLE",
          message: expect.stringMatching(/is in truth of the type HEI[CF]\.$/),
          hint: "browsers do not show it: open it and export it as JPEG",
        },
      ]);
    }),
  );

  test("is not taken for one where it is an AVIF", () =>
    withSite({}, async ({ root, write }) => {
      const raw = sharp({ create: { width: 960, height: 960, channels: 3, background: "#123456" } });
      const [path, text] = edited("venues/harbour-hotel.yaml", ["room.png", "photo.avif"]);
      write({ [`content/${path}`]: text, "content/images/photo.avif": await raw.avif({ effort: 0 }).toBuffer() });
      expect((await check({ root })).diagnostics).toEqual([]);
    }));
});

test("the list of pictures that there are holds pictures only", async () => {
  const [problem] = await diagnosticsOf([
    edited("venues/harbour-hotel.yaml", ["room.png", "quite-other.png"]),
    ["images/scenes/README.md", "How the scenes are made."],
  ]);
  expect(problem?.hint).toBe("there are: icons/icon.svg, logo.svg, room.png");
});

test("an empty site.yaml is not to be deleted", async () => {
  const [problem] = await diagnosticsOf([["site.yaml", ""]]);
  expect(problem).toMatchObject({ code: "SOURCE_EMPTY", file: "content/site.yaml" });
  expect(problem?.hint).not.toContain("delete");
});

test("a start page that is missing is reported once, and not by all that lead there", () =>
  withSite({ "content/pages/home.yaml": null }, async ({ root }) => {
    const { diagnostics } = await check({ root });
    expect(diagnostics.map(shortForm)).toEqual(["pages/home.yaml ROUTE_MISSING"]);
  }));

describe("a command in a folder without content", () => {
  test.each([
    [["check"], "content"],
    [["build"], "content"],
    [["check", "--content", "words"], "words"],
    [["build", "--content", "words"], "words"],
    [["serve", "--content", "words"], "words"],
  ])("%j names the folder it looked for, whole, and leaves nothing behind", ([...args], folder) =>
    withSite({ content: null }, async ({ root }) => {
      const end = await run(args, { cwd: root });
      expect(end.code).toBe(1);
      expect(end.stderr).toContain(`There is no content folder at ${join(root, folder)}.`);
      expect(readdirSync(root)).toEqual([]);
    }),
  );
});

test.each(["award-nights", "copy-of-gala-dinners", "gala-dinners-2"])(
  "a copied entry is reported in the copy: %s.yaml",
  (slug) =>
    withSite({}, async ({ root, write }) => {
      write({ [`content/services/${slug}.yaml`]: readFileSync(join(root, "content/services/gala-dinners.yaml")) });
      const { diagnostics } = await check({ root });
      const twice = diagnostics.filter(({ code }) => code === "VERIFY_DUPLICATE_TITLE");
      expect(twice.map(({ file }) => file)).toEqual(Array(2).fill(`content/services/${slug}.yaml`));
    }),
);

test("a copied form is reported in the copy", () =>
  withSite({}, async ({ root, write }) => {
    write({ "content/forms/advice.yaml": readFileSync(join(root, "content/forms/consultation.yaml")) });
    const { diagnostics } = await check({ root });
    const [problem, ...more] = diagnostics.filter(({ code }) => code !== "CONTENT_COPIED");
    expect([problem?.file, more]).toEqual(["content/forms/advice.yaml", []]);
  }));
