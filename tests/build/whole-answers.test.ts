// What a newcomer's trial found untold: each of these once gave a broken site, or half an answer.
import { rmSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { build, check } from "../../cli/index.ts";
import { photo } from "../support/pictures.ts";
import { type SiteFiles, withSite } from "../support/with-site.ts";

const reported = (files: SiteFiles) =>
  withSite(files, async ({ root }) => {
    const { diagnostics } = await check({ root });
    return diagnostics.map(({ code, file, line, column }) => `${file}:${line}:${column} ${code}`);
  });

const form = (fields: string) => `form: consultation
fields:
${fields}
submit: { idle: Send, busy: Sending }
notices: { success: { title: Sent, text: Thanks }, failure: { title: Failed, text: Sorry } }
`;

test("two options of one value, and two fields of one name, are reported at the second", async () => {
  const options =
    form(`  - { input: select, name: eventType, label: Type, placeholder: Choose, options: [{ value: a, label: A }, { value: a, label: B }] }
  - { input: text, name: company, label: Company }
  - { input: text, name: company, label: Company again }`);
  expect(await reported({ "content/forms/consultation.yaml": options })).toEqual([
    "content/forms/consultation.yaml:3:116 CONTENT_INVALID_VALUE",
    "content/forms/consultation.yaml:5:26 CONTENT_INVALID_VALUE",
  ]);
});

test("a broken fragment and a lost main heading are reported beside other mistakes", async () => {
  const contact = `title: Contact us
description: Write to us or call, and a producer answers within a day with questions and a first idea.
sections:
  - type: request-form
    heading: Plan your event
    form: consultation
`;
  expect(
    await reported({
      "content/pages/contact.yaml": contact,
      "content/venues/other.yaml": "name: Other\naera: Downtown\n",
    }),
  ).toEqual(
    expect.arrayContaining([
      "content/pages/contact.yaml:3:1 VERIFY_HEADINGS",
      "content/services/gala-dinners.yaml:21:23 VERIFY_BROKEN_FRAGMENT",
      "content/venues/other.yaml:2:1 CONTENT_UNKNOWN_KEY",
    ]),
  );
});

test("in Markdown, a picture without words and a second main heading are reported at their lines", async () => {
  const page = `---
title: Terms of service
description: The terms under which this small site may be used, in two sections of plain words.
heading: Terms of service
updated: January 2025
notice: This text is a template.
---

# Twice

![](room.png)
`;
  expect(await reported({ "content/legal/terms.md": page })).toEqual([
    "content/legal/terms.md:9:3 VERIFY_HEADINGS",
    "content/legal/terms.md:11:5 VERIFY_IMAGE",
  ]);
});

test("a variant asked for by an option has no place in site.yaml, and an empty name is the plain page", () =>
  withSite({}, async ({ root, write }) => {
    const { readFileSync } = await import("node:fs");
    const site = readFileSync(join(root, "content/site.yaml"), "utf8");
    write({ "content/site.yaml": site.replace(/^variants: .*$/m, "variants: { gala-dinners: short }") });
    const [problem] = (await check({ root, variants: { "gala-dinners": "long" } })).diagnostics;
    expect(problem).toMatchObject({ code: "CONTENT_UNKNOWN_VARIANT", message: expect.stringContaining("--variant") });
    expect(problem?.line).toBeUndefined();
    const { files } = await build({ root, write: false, variants: { "gala-dinners": "" } });
    const page = files.find(({ path }) => path === "services/gala-dinners/index.html");
    expect(Buffer.from(page?.content ?? "").toString()).not.toContain("in short");
  }));

test("pictures and downloads that are not ours stay when the record of the last build is lost", () =>
  withSite({}, async ({ root, write }) => {
    await build({ root });
    write({
      "dist/downloads/menu.pdf": "theirs",
      "dist/assets/logo-partner1.svg": "theirs",
      "dist/assets/images/old-0123abcd.webp": "ours",
    });
    rmSync(join(root, ".eventsite"), { recursive: true });
    await build({ root });
    const { existsSync } = await import("node:fs");
    expect(existsSync(join(root, "dist/downloads/menu.pdf"))).toBe(true);
    expect(existsSync(join(root, "dist/assets/logo-partner1.svg"))).toBe(true);
    expect(existsSync(join(root, "dist/assets/images/old-0123abcd.webp"))).toBe(false);
  }));

test("two names of one picture are published once", () =>
  withSite({}, async ({ root, write }) => {
    const { readFileSync } = await import("node:fs");
    write({ "content/images/Room.png": readFileSync(join(root, "content/images/room.png")) });
    const venue = readFileSync(join(root, "content/venues/harbour-hotel.yaml"), "utf8");
    write({ "content/venues/second.yaml": venue.replace("room.png", "Room.png") });
    for (const round of [1, 2]) {
      const { files } = await build({ root, cache: round === 1 });
      const paths = files.map(({ path }) => path);
      expect(paths).toEqual([...new Set(paths)]);
    }
  }));

test("a first item without its dash is reported where it begins", async () => {
  const contact = `title: Contact us
description: Write to us or call, and a producer answers within a day with questions and a first idea.
sections:
    type: page-hero
    heading: Contact us

  - type: request-form
    heading: Plan your event
    form: consultation
`;
  expect(await reported({ "content/pages/contact.yaml": contact })).toContain(
    "content/pages/contact.yaml:4:5 SOURCE_INDENTATION",
  );
});

test("a page is written whole, however long it is, with the values of its tokens, behind its policy", () =>
  withSite({}, async ({ root, write }) => {
    const { readFileSync } = await import("node:fs");
    const terms = readFileSync(join(root, "content/legal/terms.md"), "utf8");
    write({ "content/legal/terms.md": `${terms}\n${"Long – ".repeat(60_000)}\n\nLast words.\n` });
    const { files } = await build({ root, write: false });
    const page = Buffer.from(files.find(({ path }) => path.startsWith("terms"))?.content ?? "").toString();
    expect(page.slice(0, 200)).toMatch(
      /<head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="d/,
    );
    expect(page).toMatch(/They belong to Evenhall Events Inc\./);
    expect(page.slice(page.indexOf("Last words.")).slice(-8)).toBe("</html>\n");
  }));

test("a picture that is too small is reported once, with the pixels that it needs and all places that name it", () =>
  withSite({}, async ({ root, write }) => {
    const { readFileSync } = await import("node:fs");
    const [service, terms] = ["content/services/gala-dinners.yaml", "content/legal/terms.md"];
    write({
      "content/images/tiny.png": await photo(60, 40).png().toBuffer(),
      [service]: readFileSync(join(root, service), "utf8").replace(/(?<=^ {6}src: ).*/m, "tiny.png"),
      [terms]: `${readFileSync(join(root, terms), "utf8")}\n![A room](tiny.png)\n`,
    });
    const { diagnostics } = await check({ root });
    expect(diagnostics.flatMap(({ code, message }) => (code === "CONTENT_IMAGE_TOO_SMALL" ? message : []))).toEqual([
      `The picture "tiny.png" has 60 by 40 pixels, and a page shows it at least 640 by 640: it will be blurred. It is also named in ${service}.`,
    ]);
  }));
