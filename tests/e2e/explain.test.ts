// `eventsite explain`: from a page to the files one has to open to change it.
import { describe, expect, test } from "vitest";
import { explain } from "../../cli/index.ts";
import { run, treeOf } from "../support/process/command.ts";
import { withSite } from "../support/site/with-site.ts";

const sectionsOf = async (root: string, route: string) => (await explain(route, { root })).sections;

const secondVenue = `name: The Loft
area: Midtown
kind: Loft
description: A room under the roof.
order: 2000
image: { src: room.png, alt: A room }
figures: [{ value: "80", label: guests }]
`;

describe("eventsite explain", () => {
  test("lists the page's file, each section with its line, and what it draws on", () =>
    withSite({}, async ({ root }) => {
      const before = treeOf(root);
      const end = await run(["explain", "/contact"], { cwd: root });
      expect(end).toEqual({
        code: 0,
        signal: null,
        stderr: "",
        stdout: [
          "/contact/ (contact/index.html)",
          "",
          "content/pages/contact.yaml",
          "  content/pages/contact.yaml:4  page-hero",
          "  content/pages/contact.yaml:6  request-form",
          "    content/forms/consultation.yaml",
          "",
          "Head, header and footer",
          "  content/site.yaml",
          "  content/services/gala-dinners.yaml",
          "  content/images/room.png",
          "",
        ].join("\n"),
      });
      const { ".eventsite": _, ...after } = treeOf(root);
      expect(after).toEqual(before);
    }));

  test("names entries that a list shows without naming them, and those alone", () =>
    withSite({ "content/venues/loft.yaml": secondVenue }, async ({ root, write }) => {
      const venuesOf = async () => (await sectionsOf(root, "/")).find(({ type }) => type === "venue-list")?.draws ?? [];
      const hotel = "content/venues/harbour-hotel.yaml";
      expect(await venuesOf()).toEqual([hotel, "content/venues/loft.yaml", "content/images/room.png"]);
      const page = (extra: string) =>
        `title: Rooms\ndescription: A small site for tests, with one of everything that a page may hold.\nsections:\n  - type: page-hero\n    heading: Rooms\n  - type: venue-list\n    heading: Venues\n    ${extra}\n`;
      write({ "content/pages/home.yaml": page("limit: 1") });
      expect(await venuesOf()).toEqual([hotel, "content/images/room.png"]);
      write({ "content/pages/home.yaml": page("venues: [loft]") });
      expect(await venuesOf()).toEqual(["content/venues/loft.yaml", "content/images/room.png"]);
    }));

  test("knows the pictures of Markdown, and the reading that is published", () =>
    withSite({}, async ({ root, write }) => {
      write({
        "content/pages/about.yaml":
          "title: About us\ndescription: Who we are and how we came to plan evenings for other people.\nsections:\n  - type: page-hero\n    heading: About us\n  - type: prose\n    body: |\n      ![A room](room.png)\n",
      });
      expect((await sectionsOf(root, "about")).at(-1)).toEqual({
        type: "prose",
        line: 6,
        draws: ["content/images/room.png"],
      });
      const options = { root, variants: { "gala-dinners": "short" } };
      const { source, sections } = await explain("services/gala-dinners", options);
      expect(source).toBe("content/services/gala-dinners@short.yaml");
      expect(sections.map(({ type }) => type)).toEqual(["page-hero"]);
    }));

  test.each([
    ["contact", "contact/index.html"],
    ["/contact/", "contact/index.html"],
    ["/", "index.html"],
    ["404", "404.html"],
    ["/404.html", "404.html"],
    ["terms", "terms/index.html"],
    ["https://www.example.com/contact/", "contact/index.html"],
    ["http://localhost:4321/contact/?x=1#form", "contact/index.html"],
    ["localhost:4321/contact", "contact/index.html"],
    ["www.example.com/services/gala-dinners/", "services/gala-dinners/index.html"],
    ["https://www.example.com", "index.html"],
    ["https://www.example.com?utm_source=x", "index.html"],
    ["/contact?x=1#y", "contact/index.html"],
    ["#top", "index.html"],
    ["/contact/index.html", "contact/index.html"],
    ["/index.html", "index.html"],
  ])("finds a page by its address, however it was come by: %s", (route, file) =>
    withSite({}, async ({ root }) => expect(await explain(route, { root })).toMatchObject({ file })),
  );

  test("--json prints one document", () =>
    withSite({}, async ({ root }) => {
      const end = await run(["explain", "contact", "--json"], { cwd: root });
      expect(end).toMatchObject({ code: 0, stderr: "" });
      expect(JSON.parse(end.stdout)).toEqual({ ok: true, page: await explain("contact", { root }), diagnostics: [] });
    }));

  test("content with a mistake is reported, not explained", () =>
    withSite({ "content/pages/home.yaml": "title: Home\n" }, async ({ root }) => {
      const end = await run(["explain", "contact"], { cwd: root });
      expect(end).toMatchObject({ code: 1, stdout: "" });
      expect(end.stderr).toContain("content/pages/home.yaml:1:1  CONTENT_MISSING_KEY");
    }));
});
