// Drafts and dates: what a site of a moment holds, what leads to what is not public, and dates that cannot be.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { type BuildOptions, build, check, retireEntry } from "../../cli/index.ts";
import { contentSettled, run } from "../support/process/command.ts";
import { imageCacheDir } from "../support/site/image-cache-dir.ts";
import { shortForm } from "../support/site/problems.ts";
import { withSession } from "../support/site/with-session.ts";
import { type SiteFiles, small, withSite } from "../support/site/with-site.ts";

const HOME = "content/pages/home.yaml";
const SITE = "content/site.yaml";

/** The small site with a second venue, so that the list of them is never empty. */
const withHome = (more: string, files: SiteFiles = {}): SiteFiles => ({
  [HOME]: small("pages/home.yaml") + more,
  "content/venues/loft.yaml": small("venues/harbour-hotel.yaml").replace(/^name: .*/m, "name: Loft"),
  ...files,
});

const card = (title: string, more = "", href = "/contact") =>
  `      - { title: ${title}, text: Words., href: ${href}${more} }\n`;
const dated = (path: string, dates: string) => ({ [`content/${path}`]: `${dates}\n${small(path)}` });

/** The text of a file of the site as it is at a moment. */
async function pageAt(root: string, asOf: string, path = "index.html"): Promise<string> {
  const { files } = await build({ root, asOf, write: false, imageCacheDir });
  return String(files.find((file) => file.path === path)?.content ?? "");
}

const problemsOf = async (files: SiteFiles, asOf = "2026-06-01") =>
  withSite(files, async ({ root }) => {
    const { diagnostics } = await check({ root, asOf });
    return diagnostics.map((each) => [shortForm(each), each.message, each.hint]);
  });

const gallery = `  - type: gallery
    heading: Pictures
    pictures:
      - { image: { src: room.png, alt: A room }, caption: Other }
      - { image: { src: room.png, alt: A room }, caption: Seen, draft: true }
      - { image: { src: room.png, alt: A room }, caption: More }
`;

describe("an item of a list, a section, an entry and the notice", () => {
  test("are public from a date, up to a date, and on the whole of both days, by the clocks of the site", () =>
    withSite(withHome(card("Winter", ", publishFrom: 2026-12-01, publishUntil: 2026-12-24")), async ({ root }) => {
      const shows = async (asOf: string) => (await pageAt(root, asOf)).includes("Winter");
      expect(await shows("2026-11-30T23:59")).toBe(false);
      expect(await shows("2026-12-01")).toBe(true);
      expect(await shows("2026-12-24T23:59")).toBe(true);
      expect(await shows("2026-12-25")).toBe(false);
      // Toronto is five hours behind.
      const { lastChangeAt, nextChangeAt } = await build({ root, asOf: "2026-12-02", write: false, imageCacheDir });
      expect([lastChangeAt, nextChangeAt]).toEqual(["2026-12-01T00:00-05:00", "2026-12-25T00:00-05:00"]);
    }));

  test("are left out as a section, with its place in the order kept for the others", () =>
    withSite(
      withHome("  - { type: prose, draft: true, body: Not yet. }\n  - { type: prose, body: Last words. }\n"),
      async ({ root }) => {
        const page = await pageAt(root, "2026-06-01");
        expect(page).toContain("Last words.");
        expect(page).not.toContain("Not yet.");
      },
    ));

  test("are left out as an entry: of lists and of the sitemap, with its page", () =>
    withSite(
      withHome("", {
        ...dated("venues/harbour-hotel.yaml", "publishUntil: 2026-12-31"),
        "content/pages/offer.yaml":
          "publishFrom: 2026-12-01\ntitle: An offer\ndescription: What we offer in December, with all that belongs to it.\nsections:\n  - { type: page-hero, heading: An offer }\n",
      }),
      async ({ root }) => {
        expect(await pageAt(root, "2026-11-30")).toContain("Harbour hotel");
        expect(await pageAt(root, "2026-11-30", "sitemap.xml")).not.toContain("/offer/");
        expect(await pageAt(root, "2026-11-30", "offer/index.html")).toBe("");
        const { files } = await build({ root, asOf: "2027-01-01", write: false, imageCacheDir });
        expect(files.filter(({ content }) => String(content).includes("Harbour hotel"))).toEqual([]);
        expect(await pageAt(root, "2027-01-01", "sitemap.xml")).toContain("/offer/");
        expect(await pageAt(root, "2027-01-01", "offer/index.html")).toContain("An offer");
      },
    ));

  test("are left out as the notice and as a link of site.yaml", () => {
    const site = small("site.yaml")
      .replace(/^url:/m, "notice: { text: Closed., publishFrom: 2026-12-24, publishUntil: 2027-01-02 }\nurl:")
      .replace(/^( +)- label: Contact$/m, "$1- label: Late\n$1  draft: true\n$1  href: /terms\n$&");
    return withSite({ [SITE]: site }, async ({ root }) => {
      expect(await pageAt(root, "2026-12-23", "contact/index.html")).not.toContain("Closed.");
      expect(await pageAt(root, "2027-01-02", "contact/index.html")).toContain("Closed.");
      expect(await pageAt(root, "2027-01-03", "contact/index.html")).not.toMatch(/Closed\.|>Late</);
    });
  });

  test("are all there, and marked, where drafts are asked for", () =>
    withSite(
      withHome(
        card("Winter", ", publishFrom: 2026-12-01, publishUntil: 2026-12-24") +
          card("Later", ", draft: true") +
          gallery,
        {
          ...dated("services/gala-dinners.yaml", "draft: true"),
          [SITE]: small("site.yaml").replace(/^url:/m, "notice: { text: Closed., draft: true }\nurl:"),
        },
      ),
      async ({ root }) => {
        const all = { root, drafts: true, write: false, imageCacheDir } as const;
        const { files } = await build({ ...all, asOf: "2026-06-01" });
        const textOf = (path: string) => String(files.find((file) => file.path === path)?.content);
        for (const mark of [
          "[from 2026-12-01 to 2026-12-24] Winter",
          "[draft] Later",
          "[draft] Closed.",
          ">[draft] Seen<",
        ])
          expect(textOf("index.html")).toContain(mark);
        expect(textOf("services/gala-dinners/index.html")).toMatch(/<title>\[draft\] .*<h1[^>]*>\[draft\] /s);
        const { files: then } = await build({ ...all, asOf: "2026-12-01" });
        const page = String(then.find(({ path }) => path === "index.html")?.content);
        expect(page).toContain(">Winter");
        expect(page).toContain("[draft] Later");
      },
    ));
});

test("the address of a page whose time is over is gone on purpose, or leads on by a redirect that begins then", async () => {
  const offer =
    "publishUntil: 2026-12-24\nformerly: [deal]\ntitle: An offer\ndescription: What we offer in December, with all that belongs to it.\nsections:\n  - { type: page-hero, heading: An offer }\n";
  const pages = {
    "content/pages/offer.yaml": offer,
    // Nobody has seen these.
    "content/pages/soon.yaml": offer.replace(/^.*\n.*\ntitle: An/, "publishFrom: 2027-06-01\ntitle: Another"),
    "content/pages/idea.yaml": offer.replace(/^.*\n.*\ntitle: An/, "draft: true\ntitle: A third"),
  };
  await withSite(withHome("", pages), async ({ root }) => {
    const at = async (asOf: string) => {
      const { gone, redirects, warnings } = await build({ root, asOf, imageCacheDir });
      const codes = warnings.map(({ code }) => code).filter((code) => code !== "ROUTE_UNLINKED");
      return { gone, redirects, codes };
    };
    const leads = [{ from: "/deal/", to: "/offer/" }];
    expect(await at("2026-12-24")).toEqual({ gone: [], redirects: leads, codes: [] });
    expect(await at("2026-12-25")).toEqual({ gone: ["/deal/", "/offer/"], redirects: [], codes: [] });
    expect(await at("2026-12-24")).toEqual({ gone: [], redirects: leads, codes: [] });
    const site = readFileSync(join(root, SITE), "utf8");
    writeFileSync(join(root, SITE), `${site}moved:\n  - { from: /offer/, to: /contact, publishFrom: 2026-12-25 }\n`);
    expect(await at("2026-12-24")).toEqual({ gone: [], redirects: leads, codes: [] });
    const onward = [{ from: "/offer/", to: "/contact/" }];
    expect(await at("2026-12-25")).toEqual({ gone: ["/deal/"], redirects: onward, codes: [] });
  });
});

describe("what leads to something that is not public while it is itself", () => {
  test("is reported with both dates, also before the day comes", async () => {
    const files = withHome(card("Dinner", ", publishFrom: 2026-12-01", "/services/gala-dinners"), {
      ...dated("services/gala-dinners.yaml", "publishUntil: 2026-12-24"),
    });
    const link = 'The page "/services/gala-dinners" is public until 2026-12-24, and what leads to it here';
    const hint = "give both the same dates, or remove this line";
    const found = [
      ["pages/home.yaml:17:15 CONTENT_UNKNOWN_ROUTE", `${link} always.`, hint],
      ["pages/home.yaml:18:46 CONTENT_UNKNOWN_ROUTE", `${link} from 2026-12-01.`, hint],
    ];
    expect(await problemsOf(files)).toEqual(found);
    expect(await problemsOf(files, "2027-01-01")).toEqual(found);
  });

  test("is in order where it is public for no longer, and when the day has come", async () => {
    const until = (dates: string) =>
      withHome("", {
        ...dated("services/gala-dinners.yaml", "publishFrom: 2026-05-01\npublishUntil: 2026-12-24"),
        [HOME]:
          small("pages/home.yaml").replace("title: Planning", `title: Planning\n        ${dates}`) + card("Other"),
      });
    expect(await problemsOf(until("publishUntil: 2026-12-24"))).toEqual([]);
    expect(await problemsOf(until("publishUntil: 2026-12-01T10:00"))).toEqual([]);
    expect(await problemsOf(until("draft: true"))).toEqual([]);
    expect(await problemsOf(until("publishUntil: 2026-12-25"))).toHaveLength(1);
    expect(await problemsOf(until("publishUntil: 2026-12-24"), "2026-04-30")).toHaveLength(1);
    // Only while the section that it is in is public.
    const files = until("publishFrom: 2026-01-01\n        publishUntil: 2027-01-31");
    const dates = "\n    publishFrom: 2026-05-01\n    publishUntil: 2026-12-24";
    const section = String(files[HOME]).replace("- type: cards", `- type: cards${dates}`);
    for (const asOf of ["2026-04-30", "2026-06-01"])
      expect(await problemsOf({ ...files, [HOME]: section }, asOf)).toEqual([]);
  });

  test("is left out where it is an item of a list of references, as long as others are in it", async () => {
    const files = (names: string) => ({
      ...withHome(""),
      [HOME]: small("pages/home.yaml").replace("heading: Venues", `heading: Venues\n    venues: [${names}]`),
      "content/venues/loft.yaml": `publishFrom: 2026-12-01\n${small("venues/harbour-hotel.yaml").replace(/^name: .*/m, "name: Loft")}`,
    });
    await withSite(files("loft, harbour-hotel"), async ({ root }) => {
      expect(await pageAt(root, "2026-11-30")).not.toContain("Loft");
      expect(await pageAt(root, "2026-12-01")).toContain("Loft");
    });
    expect(await problemsOf(files("loft"))).toEqual([
      [
        "pages/home.yaml:12:14 CONTENT_UNKNOWN_REFERENCE",
        '"loft" of content/venues is public from 2026-12-01, and what leads to it here always.',
        "give both the same dates, or remove this line",
      ],
    ]);
  });

  test("may be an item of a list of site.yaml", async () => {
    const site = small("site.yaml").replace(
      /^ {2}- id: planning$/m,
      "$&\n    publishUntil: 2026-12-24\n    title: A\n    text: A\n  - id: other",
    );
    const service = (dates: string) => ({ [SITE]: site, ...dated("services/gala-dinners.yaml", dates) });
    const found = (dates: string) => [
      "services/gala-dinners.yaml:6:8 CONTENT_UNKNOWN_REFERENCE",
      `"planning" of serviceGroups of site.yaml is public until 2026-12-24, and what leads to it here ${dates}.`,
      "give both the same dates, or remove this line",
    ];
    expect(await problemsOf(service("draft: false"))).toContainEqual(found("always"));
    expect(await problemsOf(service("draft: false"), "2026-12-25")).toContainEqual(found("always"));
    expect(await problemsOf(service("publishUntil: 2026-12-25"))).toContainEqual(found("until 2026-12-25"));
    const places = (await problemsOf(service("publishUntil: 2026-12-24"))).map(([place]) => place);
    expect(places).not.toContain(found("always")[0]);
  });

  test("is found in what a build knew before site.yaml had the dates", () =>
    withSite({}, async ({ root }) => {
      await build({ root, asOf: "2026-06-01", imageCacheDir });
      await contentSettled();
      const site = readFileSync(join(root, SITE), "utf8");
      writeFileSync(join(root, SITE), site.replace("- id: planning", "$&\n    publishFrom: 2026-07-01"));
      const { diagnostics } = await check({ root, asOf: "2026-06-01" });
      expect(diagnostics.map(shortForm)).toContain("services/gala-dinners.yaml:5:8 CONTENT_UNKNOWN_REFERENCE");
    }));

  test("is reported where it is a part of a page, before that is gone", async () => {
    const part = "  - { type: prose, id: terms, publishUntil: 2126-12-24, body: Words. }\n";
    const files = withHome(`${part}  - { type: prose, body: "[Terms](#terms)" }\n`);
    const [[place, message] = []] = await problemsOf(files);
    expect(`${place} ${message}`).toMatch(/^pages\S+ VERIFY_BROKEN_FRAGMENT From 2126-12-25T00:00-05:00 on: /);
    // Until then, nothing is refused for it.
    await withSite(files, ({ root }) => retireEntry({ root, entry: "venues/loft" }));
  });

  test("says of a draft that it is one", async () => {
    const found = await problemsOf(dated("services/gala-dinners.yaml", "draft: true"));
    const place = "pages/home.yaml:17:15 CONTENT_UNKNOWN_ROUTE";
    const message = 'The page "/services/gala-dinners" is a draft.';
    expect(found).toEqual([[place, message, "make this a draft too, or remove this line"]]);
  });

  test("includes everybody, where it is the start page", async () => {
    const codes = (await problemsOf(dated("pages/home.yaml", "draft: true"))).map(([place]) => place);
    expect(codes).toContain("pages/home.yaml ROUTE_MISSING");
  });
});

describe("dates that cannot be", () => {
  const DATE = "write one such as 2026-12-24, a whole day of the site's time zone, or 2026-12-24T18:00";
  test.each([
    [
      "publishFrom: 2026-02-30",
      "1:14 CONTENT_INVALID_VALUE",
      '"publishFrom" is not a date that there is: "2026-02-30".',
      DATE,
    ],
    ["publishUntil: 2026", "1:15 CONTENT_INVALID_VALUE", '"publishUntil" is not a date that there is: 2026.', DATE],
    ["draft: soon", "1:8 CONTENT_INVALID_VALUE", '"draft" must be true or false; it is "soon".', undefined],
    [
      "publishUntil: 2026-11-30\npublishFrom: 2026-12-01",
      "1:15 CONTENT_INVALID_VALUE",
      '"publishUntil" 2026-11-30 is not after "publishFrom" 2026-12-01: it would never be public.',
      "exchange the two, or correct one of them",
    ],
    [
      "publishUntill: 2026-11-30",
      "1:1 CONTENT_UNKNOWN_KEY",
      'The file has no field "publishUntill".',
      'did you mean "publishUntil"?',
    ],
  ])("%j is reported", async (dates, place, message, hint) => {
    expect(await problemsOf(dated("venues/harbour-hotel.yaml", dates))).toEqual([
      [`venues/harbour-hotel.yaml:${place}`, message, hint],
    ]);
  });

  test("are reported where they would leave too little, also before the day comes", async () => {
    const only = small("pages/home.yaml").replace("- title: Planning", "$&\n        publishUntil: 2026-12-24");
    expect(await problemsOf({ [HOME]: only })).toEqual([
      [
        "pages/home.yaml:15:9 CONTENT_INVALID_VALUE",
        'Without what is not public from 2026-12-25T00:00-05:00 on: "cards" has 0 items; it needs at least 1.',
        "change its dates, or add something beside it",
      ],
    ]);
  });

  test("are a mistake of the command line too", () =>
    withSite({}, async ({ root }) => {
      const end = await run(["build", "--as-of", "2026-02-30"], { cwd: root });
      expect(end.code).toBe(2);
      expect(end.stderr).toContain('"2026-02-30" is not a date that there is.');
    }));
});

describe("builds one after the other", () => {
  test("notice that a date has come, and nothing else of the time", async () => {
    await withSite(withHome(card("Winter", ", publishFrom: 2026-12-01")), async ({ root }) => {
      const at = async (moment: string) =>
        (await build({ root, imageCacheDir, now: () => Date.parse(moment) })).unchanged;
      await at("2026-11-28T00:00-05:00");
      await contentSettled();
      await at("2026-11-29T00:00-05:00");
      expect(await at("2026-11-30T23:59-05:00")).toBe(true);
      expect(await at("2026-12-01T00:00-05:00")).toBe(false);
      expect(readFileSync(join(root, "dist/index.html"), "utf8")).toContain("Winter");
      expect(await at("2030-01-01T00:00-05:00")).toBe(true);
      expect(await at("2026-11-30T00:00-05:00")).toBe(false);
      expect(readFileSync(join(root, "dist/index.html"), "utf8")).not.toContain("Winter");
    });
  });

  test("do so for another time zone, too", () =>
    // In a file that no value of site.yaml is named in.
    withSite(withHome("", dated("venues/harbour-hotel.yaml", "publishFrom: 2026-12-01")), async ({ root }) => {
      const asOf = "2026-12-01T00:00";
      await build({ root, asOf, imageCacheDir });
      await contentSettled();
      const { nextChangeAt } = await build({ root, asOf: "2026-11-01", imageCacheDir });
      const site = readFileSync(join(root, SITE), "utf8");
      writeFileSync(join(root, SITE), site.replace("America/Toronto", "Asia/Tokyo"));
      const moved = await build({ root, asOf: "2026-11-01", imageCacheDir });
      expect([nextChangeAt, moved.nextChangeAt]).toEqual(["2026-12-01T00:00-05:00", "2026-12-01T00:00+09:00"]);
    }));

  test("say when the next change is due, also where nothing changed, and in one document", () =>
    withSite(withHome(card("Winter", ", publishFrom: 2100-12-01")), async ({ root }) => {
      await run(["build"], { cwd: root });
      await contentSettled();
      await run(["build"], { cwd: root });
      const { stdout } = await run(["build"], { cwd: root });
      expect(stdout).toMatch(
        /^Nothing changed: .*\nThe next change by a date is due at 2100-12-01T00:00-05:00: build it again then.\n$/,
      );
      const { stdout: json } = await run(["build", "--json"], { cwd: root });
      expect(JSON.parse(json)).toMatchObject({ nextChangeAt: "2100-12-01T00:00-05:00" });
      const [due] = /The next .*\n/.exec(stdout) ?? [];
      expect((await run(["check"], { cwd: root })).stdout).toMatch(new RegExp(`^No problems in .*\\n${due}$`));
      const { stdout: checked } = await run(["check", "--json"], { cwd: root });
      expect(JSON.parse(checked)).toMatchObject({ nextChangeAt: "2100-12-01T00:00-05:00" });
    }));
});

describe("a session, in which the site is worked on", () => {
  const files = withHome(card("Winter", ", publishFrom: 2026-12-01") + card("Later", ", draft: true"), {
    [SITE]: small("site.yaml").replace(/^url:/m, "notice: { text: Closed., publishFrom: 2026-12-01 }\nurl:"),
  });

  test("shows the site of any moment that is asked for, as a build of it, and all that there is without one", () =>
    withSession(
      files,
      async ({ session, root }) => {
        const served = async () =>
          (await (await session.build()).complete({})).files.map(({ path, hash }) => [path, hash]);
        const built = async (options: BuildOptions) =>
          (await build({ root, imageCacheDir, write: false, ...options })).files.map(({ path, hash }) => [path, hash]);
        expect(session.shownMoment()).toBeUndefined();
        expect(await served()).toEqual(await built({ drafts: true }));
        expect(session.shownMoment()).toEqual({ asOf: undefined });
        for (const asOf of ["2026-12-01", "2026-11-30T23:59", "2026-12-02", undefined, "2026-11-01"]) {
          session.setMoment(asOf);
          expect(session.needsBuild()).toBe(true);
          expect(await served()).toEqual(await built(asOf === undefined ? { drafts: true } : { asOf }));
          expect(session.needsBuild()).toBe(false);
          expect(session.shownMoment()?.asOf === undefined).toBe(asOf === undefined);
        }
        expect(() => session.setMoment("2026-02-30")).toThrow("is not a date that there is");
      },
      { imageCacheDir },
    ));

  test("has news when the time of something has come", () => {
    let moment = Date.parse("2026-11-30T23:00-05:00");
    return withSession(
      files,
      async ({ session }) => {
        const page = async () =>
          String((await session.build()).files.find(({ path }) => path === "index.html")?.content);
        expect(await page()).toMatch(/\[from 2026-12-01\] Closed\..*\[from 2026-12-01\] Winter/s);
        expect(session.needsBuild()).toBe(false);
        moment = Date.parse("2026-12-01T00:00-05:00");
        expect(session.needsBuild()).toBe(true);
        expect(await page()).toMatch(/>Closed\..*>Winter/s);
        expect(session.needsBuild()).toBe(false);
      },
      { imageCacheDir, now: () => moment },
    );
  });
});
