// `eventsite retire`: the files go, what names the entry names its successor or leaves it out, and its address leads on or is gone.
import { appendFileSync, chmodSync, existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { type ChangedText, runSteps, stepsOf } from "../../cli/authoring/apply-change.ts";
import { siteSource } from "../../cli/content/sources/list-sources.ts";
import {
  type BuildFailedError,
  build,
  check,
  createEntry,
  type Diagnostic,
  explain,
  retireEntry,
} from "../../cli/index.ts";
import { type Original, readOriginal } from "../../cli/rewrite/replace-file.ts";
import { run } from "../support/process/command.ts";
import { listFiles } from "../support/process/files.ts";
import { shortForm } from "../support/site/problems.ts";
import { type SiteFiles, small, withSite } from "../support/site/with-site.ts";

const gala = small("services/gala-dinners.yaml");
const other = gala.replace(/^(title|description|name): /gm, "$&Other ").replace("order: 10", "order: 20");

/** The home page names both venues and, in a card, the first service. */
const files: SiteFiles = {
  "content/services/others.yaml": other,
  "content/services/gala-dinners.yaml": `formerly: [dinners]\n${gala}`,
  "content/venues/loft.yaml": small("venues/harbour-hotel.yaml").replace(/^name: .*/m, "name: Loft"),
  "content/pages/home.yaml": small("pages/home.yaml").replace(
    "heading: Venues",
    "heading: Venues\n    # In this order.\n    venues: [loft, harbour-hotel]",
  ),
  "content/site.yaml": `${small("site.yaml").replace("variants: {}", "variants: { gala-dinners: short }")}moved:\n  - { from: /old, to: /services/gala-dinners }\n`,
};

const contentOf = (root: string) =>
  Object.fromEntries(
    listFiles(join(root, "content")).map((path) => [path, readFileSync(join(root, "content", path), "latin1")]),
  );

test("a service that another replaces: its links and addresses lead there", () =>
  withSite(files, async ({ root }) => {
    expect(await retireEntry({ root, entry: "services/gala-dinners", to: "/services/others" })).toEqual({
      removed: ["content/services/gala-dinners.yaml", "content/services/gala-dinners@short.yaml"],
      changed: ["content/site.yaml", "content/pages/home.yaml"],
      addresses: ["/services/gala-dinners", "/services/dinners"],
      to: "/services/others",
      twice: [],
    });
    expect(existsSync(join(root, "content/services/gala-dinners.yaml"))).toBe(false);
    expect(readFileSync(join(root, "content/pages/home.yaml"), "utf8")).toBe(
      String(files["content/pages/home.yaml"]).replace("/services/gala-dinners", "/services/others"),
    );
    const { redirects, warnings } = await build({ root, write: false });
    expect(warnings).toEqual([]);
    expect(redirects).toEqual(
      ["/old/", "/services/dinners/", "/services/gala-dinners/"].map((from) => ({ from, to: "/services/others/" })),
    );
  }));

test("a service that nothing replaces is refused while pages link to it, with each place, and nothing is changed", () =>
  withSite(files, async ({ root }) => {
    const before = contentOf(root);
    let isChecked = false;
    const refusal = retireEntry({ root, entry: "/services/gala-dinners" })
      .catch((error) => error)
      .finally(() => {
        isChecked = true;
      });
    while (!isChecked) {
      // What an editor saves meanwhile must not be lost, so nothing is written before the check.
      expect(contentOf(root)).toEqual(before);
      await setImmediate();
    }
    expect((await refusal).diagnostics.map(shortForm)).toEqual(["pages/home.yaml:19:15 CONTENT_UNKNOWN_ROUTE"]);
    expect(contentOf(root)).toEqual(before);
  }));

test("an error that the site has already is no reason to refuse", () =>
  withSite({ ...files, "content/legal/terms.md": `${small("legal/terms.md")}\n[Lost](/lost)\n` }, async ({ root }) => {
    expect((await check({ root })).diagnostics.map(({ code }) => code)).toContain("CONTENT_UNKNOWN_ROUTE");
    await retireEntry({ root, entry: "venues/loft" });
    expect(existsSync(join(root, "content/venues/loft.yaml"))).toBe(false);
  }));

describe("writing the changes", () => {
  const HOME = "content/pages/home.yaml";
  const SITE = "content/site.yaml";
  const retireGala = (root: string) =>
    retireEntry({ root, entry: "services/gala-dinners", to: "services/others" }).then(
      () => [],
      (error) => error.diagnostics.map(({ code, file }: Diagnostic) => `${code} ${file}`),
    );

  test("keeps the permissions of a file", () =>
    withSite(files, async ({ root }) => {
      chmodSync(join(root, HOME), 0o600);
      chmodSync(join(root, SITE), 0o664);
      expect(await retireGala(root)).toEqual([]);
      expect([HOME, SITE].map((file) => statSync(join(root, file)).mode & 0o777)).toEqual([0o600, 0o664]);
    }));

  test("leaves everything as it was if a file may not be written", () =>
    withSite(files, async ({ root }) => {
      const before = contentOf(root);
      chmodSync(join(root, HOME), 0o444);
      expect(await retireGala(root)).toEqual([`EDIT_FAILED ${HOME}`]);
      expect(contentOf(root)).toEqual(before);
    }));

  test("takes nothing from a file that was saved meanwhile, and names what could not be taken back", () =>
    withSite(files, ({ root }) => {
      const refOf = (file: string) => ({ ...siteSource(root, join(root, "content")), path: join(root, file), file });
      const changeOf = (file: string): ChangedText => {
        const original = readOriginal(refOf(file), join(root, "content")) as Original;
        return { original, text: `${original.raw}# changed\n` };
      };
      const before = contentOf(root);
      const [site, home] = stepsOf({ texts: [SITE, HOME].map(changeOf), targets: new Map() });
      const failure = (...steps: Parameters<typeof runSteps>[0]) => {
        try {
          runSteps(steps);
        } catch (error) {
          return (error as BuildFailedError).diagnostics.map(({ code, file }) => `${code} ${file}`);
        }
      };
      if (!site || !home) throw new Error("There are two steps.");
      appendFileSync(join(root, HOME), "# mine\n");
      expect(failure(site, home)).toEqual([`EDIT_CHANGED ${HOME}`]);
      expect(contentOf(root)).toEqual({ ...before, "pages/home.yaml": `${before["pages/home.yaml"]}# mine\n` });
      const act = () => {
        appendFileSync(join(root, SITE), "# mine\n");
        return home.act();
      };
      expect(failure(site, { ...home, act })).toEqual([`EDIT_CHANGED ${HOME}`, `EDIT_CHANGED ${SITE}`]);
      expect(contentOf(root)["site.yaml"]).toBe(`${before["site.yaml"]}# changed\n# mine\n`);
    }));
});

test("a service that nothing links to is gone, and so is what led to it", () =>
  withSite(
    { ...files, "content/pages/home.yaml": String(files["content/pages/home.yaml"]).replace("gala-dinners", "others") },
    async ({ root }) => {
      const { addresses, to } = await retireEntry({ root, entry: "services/gala-dinners" });
      expect({ addresses, to }).toEqual({ addresses: ["/services/gala-dinners", "/services/dinners"], to: undefined });
      const { gone, redirects } = await build({ root, write: false });
      expect({ gone, redirects }).toEqual({
        gone: ["/old/", "/services/dinners/", "/services/gala-dinners/"],
        redirects: [],
      });
    },
  ));

test("a venue is left out of lists in which others stay, comments kept, and a list of it alone is refused", () =>
  withSite(files, async ({ root }) => {
    await retireEntry({ root, entry: "content/venues/loft.yaml" });
    const home = readFileSync(join(root, "content/pages/home.yaml"), "utf8");
    expect(home).toContain("heading: Venues\n    # In this order.\n    venues: [harbour-hotel]\n");
    expect((await check({ root })).diagnostics).toEqual([]);
    const refused = await retireEntry({ root, entry: "venues/harbour-hotel" }).catch((error) => error);
    expect(refused.diagnostics.map(shortForm)).toContain("pages/home.yaml:13:14 CONTENT_UNKNOWN_REFERENCE");
    expect(existsSync(join(root, "content/venues/harbour-hotel.yaml"))).toBe(true);
  }));

test("in a list, a successor takes the place, and is not there twice", () =>
  withSite(
    { ...files, "content/venues/dock.yaml": small("venues/harbour-hotel.yaml").replace(/^name: .*/m, "name: Dock") },
    async ({ root }) => {
      const home = () => readFileSync(join(root, "content/pages/home.yaml"), "utf8");
      expect(await retireEntry({ root, entry: "venues/loft", to: "venues/dock" })).toMatchObject({
        addresses: [],
        to: undefined,
      });
      expect(home()).toContain("venues: [dock, harbour-hotel]");
      await retireEntry({ root, entry: "venues/dock", to: "venues/harbour-hotel" });
      expect(home()).toContain("venues: [harbour-hotel]");
    },
  ));

test("a variant goes alone", () =>
  withSite({}, async ({ root }) => {
    expect(await retireEntry({ root, entry: "services/gala-dinners@short" })).toMatchObject({ addresses: [] });
  }));

test.each([
  ["pages/home", undefined, "USAGE"],
  ["services/galas", undefined, "ROUTE_UNKNOWN"],
  ["services/gala-dinners@none", undefined, "ROUTE_UNKNOWN"],
  // A page cannot lead to what has none.
  ["services/others", "venues/loft", "USAGE"],
  ["services/others", undefined, "EDIT_REFUSED"],
])("%s cannot be retired", (entry, to, code) =>
  withSite({ ...files, "content/site.yaml": `${small("site.yaml")}gone: [/a, # old\n  /b]\n` }, async ({ root }) => {
    const error = await retireEntry({ root, entry, to }).catch((failure) => failure);
    expect(error.diagnostics?.[0] ?? error).toMatchObject({ code });
  }),
);

test("the whole address of a page, and the name of its entry for `explain`, are answered with what is meant", () =>
  withSite(files, async ({ root }) => {
    const hintOf = (act: Promise<unknown>) => act.catch((error) => error.diagnostics[0].hint);
    const address = "http://localhost:4321/services/gala-dinners";
    expect(await hintOf(retireEntry({ root, entry: address }))).toBe('did you mean "services/gala-dinners"?');
    expect(await hintOf(explain("services/galas-dinner", { root }))).toBe('did you mean "/services/gala-dinners"?');
    expect(await hintOf(explain("pages/contact", { root }))).toBe('did you mean "/contact"?');
  }));

test("a copy of an entry has its words, comments and another name, is a draft, and leaves behind what is the original's alone", () =>
  withSite(
    { "content/services/gala-dinners.yaml": `# As in spring.\nformerly: [dinners]\n${gala}` },
    async ({ root }) => {
      const { file } = await createEntry({ root, kind: "service", name: "Award Nights", from: "gala-dinners" });
      expect(file).toBe("content/services/award-nights.yaml");
      const copy = readFileSync(join(root, file), "utf8");
      // The words of its link in the footer are the original's.
      const others = gala.replace(/^footerLabels: .*\n/m, "");
      expect(copy).toBe(
        `# As in spring.\ndraft: true\n${others.replace(/^title: .*/m, "title: Award Nights").replace(/^name: .*/m, "name: Award Nights")}`,
      );
      const { diagnostics, unfinished } = await check({ root });
      expect([diagnostics, unfinished?.drafts]).toEqual([[], [file]]);
      const failure = (name: string, from: string) =>
        createEntry({ root, kind: "service", name, from }).catch((error) => error);
      expect((await failure("Award Nights", "gala-dinners")).diagnostics[0]).toMatchObject({ code: "NEW_EXISTS" });
      expect((await failure("Other Nights", "galas")).diagnostics[0]).toMatchObject({ code: "ROUTE_UNKNOWN" });
      expect((await failure("Other Nights", "pages/home")).message).toBe("content/pages/home.yaml is not a service.");
      await createEntry({ root, kind: "service", name: "Short Nights", from: "gala-dinners@short" });
      expect(readFileSync(join(root, "content/services/short-nights.yaml"), "utf8")).not.toContain("As in spring");
    },
  ));

test("the command says what was changed, and where the addresses lead", () =>
  withSite(files, async ({ root }) => {
    const { code, stdout } = await run(["retire", "services/gala-dinners", "--to", "services/others"], { cwd: root });
    expect({ code, lines: stdout.trim().split("\n") }).toEqual({
      code: 0,
      lines: [
        "Removed content/services/gala-dinners.yaml",
        "Removed content/services/gala-dinners@short.yaml",
        "Changed content/site.yaml",
        "Changed content/pages/home.yaml",
        "/services/gala-dinners leads to /services/others",
        "/services/dinners leads to /services/others",
      ],
    });
    const copy = await run(["new", "venue", "Dock Hall", "--from", "loft", "--json"], { cwd: root });
    expect(JSON.parse(copy.stdout)).toMatchObject({ ok: true, file: "content/venues/dock-hall.yaml" });
  }));

test("items of one list that lead to one page now are named; redirects and links to its parts are not", () =>
  withSite(
    {
      ...files,
      "content/site.yaml": `${files["content/site.yaml"]}  - { from: /older, to: /services/others }\n`,
      "content/pages/home.yaml": `${files["content/pages/home.yaml"]}`.replace(
        /^ {6}- title: Planning\n.*\n.*\/services\/gala-dinners\n/m,
        `$&${["/services/others/", "/services/others#prices", "/services/others/#rooms"]
          .map((href) => `      - title: Prices\n        text: What it costs.\n        href: ${href}\n`)
          .join("")}`,
      ),
    },
    async ({ root, read }) => {
      const { twice } = await retireEntry({ root, entry: "services/gala-dinners", to: "/services/others" });
      const lines = read("content/pages/home.yaml").split("\n");
      const led = lines.flatMap((line, index) => (/href: \/services\/others\/?$/.test(line) ? [index + 1] : []));
      expect(led).toHaveLength(2);
      expect(twice).toEqual([{ file: "content/pages/home.yaml", lines: led }]);
    },
  ));
