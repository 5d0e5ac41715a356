// The CMS over a served site: what its protocol reads and writes.
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { parse } from "yaml";
import { check, cms as createCms, serve } from "../../cli/index.ts";
import { type Json, move, remove, set } from "../support/site/changed-values.ts";
import { photo } from "../support/site/pictures.ts";
import { exampleDir, openSite, projectDir } from "../support/site/with-site.ts";

interface CmsAnswer {
  readonly status: number;
  readonly body: Json & { readonly error?: string };
}

interface CmsClient {
  readonly url: string;
  readonly configuration: { readonly collections: readonly Json[] };
  ask(action: string, params: object): Promise<CmsAnswer>;
  /** The values that the form of an entry is filled with, and the text below them. */
  open(path: string): Promise<Json>;
  save(path: string, values: Json, more?: object): Promise<CmsAnswer>;
  close(): Promise<void>;
}

/** Serves until it is closed. */
async function openCms(root: string, templatesDir: string): Promise<CmsClient> {
  const server = await serve({ root, templatesDir, edit: true, port: 0 });
  const page = await (await fetch(`${server.url}/admin/`)).text();
  const { configuration } = JSON.parse(/id="cms">(.*?)<\/script>/s.exec(page)?.[1] ?? "{}");
  const ask: CmsClient["ask"] = async (action, params) => {
    const response = await fetch(`${server.url}${configuration.backend.proxy_url}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ branch: "content", action, params }),
    });
    return { status: response.status, body: (await response.json()) as CmsAnswer["body"] };
  };
  return {
    url: server.url,
    configuration,
    ask,
    async open(path) {
      const { body } = await ask("getEntry", { path });
      if (body.error) throw new Error(body.error);
      const [, front, text] = /^---\n(.*?)\n---\n(.*)$/s.exec(String(body.data)) ?? [];
      return front === undefined ? JSON.parse(String(body.data)) : { ...JSON.parse(front), body: text };
    },
    save(path, { body, ...values }, more = {}) {
      const raw = path.endsWith(".md")
        ? `---\n${JSON.stringify(values)}\n---\n${body}`
        : JSON.stringify({ ...values, ...(body !== undefined && { body }) });
      return ask("persistEntry", {
        dataFiles: [{ slug: path, path, raw }],
        assets: [],
        options: { newEntry: false },
        ...more,
      });
    },
    close: () => server.close(),
  };
}

const sites = { frozen: openSite({}, "frozen"), example: openSite({}, exampleDir) };
const cms = {} as Record<keyof typeof sites, CmsClient>;

beforeAll(async () => {
  cms.frozen = await openCms(sites.frozen.root, join(projectDir, "templates"));
  cms.example = await openCms(sites.example.root, join(exampleDir, "templates"));
});
afterAll(async () => {
  for (const each of Object.values(cms)) await each.close();
  for (const site of Object.values(sites)) site.close();
});

const { root, read } = sites.frozen;
const at = (path: string) => join(root, path);

/** Saves an entry of the frozen site as its form has it after a change. */
const saveChanged = async (path: string, change: (values: Json) => Json) =>
  cms.frozen.save(path, change(await cms.frozen.open(path)));
const saved = { status: 200 };

/** Runs a change and gives the file its former text back. */
async function changing(path: string, act: (before: string) => Promise<void>): Promise<void> {
  const before = read(path);
  try {
    await act(before);
  } finally {
    writeFileSync(at(path), before);
  }
}

/** Runs a change of several files, and takes it back. */
async function changingAll(act: () => Promise<void>): Promise<void> {
  execFileSync("cp", ["-a", at("content"), at("kept")]);
  await act().finally(() => execFileSync("sh", ["-c", "rm -r content && mv kept content"], { cwd: root }));
}

/** A picture as the CMS sends it. */
const assetOf = (path: string, content: Buffer) => ({ path, content: content.toString("base64"), encoding: "base64" });

/** The lines that went and came, as `diff` has them. */
function diffOf(before: string, path: string): string[] {
  writeFileSync(join(root, "before"), before);
  const { stdout } = spawnSync("diff", [join(root, "before"), at(path)], { encoding: "utf8" });
  return stdout.split("\n").filter((line) => /^[<>]/.test(line));
}

describe.each(["frozen", "example"] as const)("entries of the %s site", (name) => {
  test("are the same, byte for byte, when they are saved as they were opened", async () => {
    const { root } = sites[name];
    const files = readdirSync(join(root, "content"), { recursive: true, withFileTypes: true })
      .filter((file) => /\.(?:yaml|md)$/.test(file.name) && file.name !== "README.md")
      .map((file) => join(file.parentPath, file.name).slice(root.length + 1));
    const listed: string[] = [];
    for (const { folder, extension, files: single } of cms[name].configuration.collections) {
      const named = (single as { file: string }[] | undefined)?.map(({ file: path }) => ({ path }));
      const params = { folder, extension, depth: 1, files: named };
      const { body } = await cms[name].ask(folder ? "entriesByFolder" : "entriesByFiles", params);
      listed.push(...(body as unknown as { file: { path: string } }[]).map(({ file }) => file.path));
    }
    expect(listed.sort()).toEqual(files.sort());
    for (const path of files) {
      const before = readFileSync(join(root, path));
      const saved = await cms[name].save(path, await cms[name].open(path));
      expect({ path, ...saved }).toEqual({ path, status: 200, body: { message: "entry persisted" } });
      expect(readFileSync(join(root, path)).equals(before)).toBe(true);
    }
  });
});

const HOME = "content/pages/home.yaml";
const GALA = "content/services/gala-dinners.yaml";
const VENUE = "content/venues/downtown-hotel.yaml";

describe("a change in a form", () => {
  test.each<[string, string, (values: Json) => Json, string[]]>([
    ["a text", VENUE, set("area", "Harbour"), ["< area: Downtown", "> area: Harbour"]],
    [
      "a placeholder, which is none any more,",
      VENUE,
      set("name", "Harbour Hotel"),
      ["< name: Hotel Corvane # placeholder", "> name: Harbour Hotel"],
    ],
    [
      "what has no fixed shape",
      "content/site.yaml",
      set("variants", "home: no-form"),
      ["< variants: {}", "> variants:", ">   home: no-form"],
    ],
    ["a removed card", HOME, remove("sections.2.tiles.8"), ["<       - title: Virtual and Hybrid Events"]],
  ])("writes %s and nothing else", async (_, path, change, lines) => {
    await changing(path, async (before) => {
      expect(await saveChanged(path, change)).toMatchObject(saved);
      expect(diffOf(before, path).slice(0, lines.length)).toEqual(lines);
      if (!_.startsWith("a removed")) expect(diffOf(before, path)).toHaveLength(lines.length);
    });
  });

  test("leaves out fields that a form leaves empty, and keeps the sections of a page that are moved", () =>
    changing(HOME, async (before) => {
      const { sections, ...values } = await cms.frozen.open(HOME);
      const empty = { socialImage: { src: "", alt: "", focus: { x: "", y: "" } }, formerly: [] };
      const moved = move("sections.4", 1)({ ...values, ...empty, sections });
      expect(await cms.frozen.save(HOME, moved)).toMatchObject(saved);
      const lines = (text: string) => text.split("\n").sort();
      expect(lines(read(HOME))).toEqual(lines(before));
      expect(read(HOME)).not.toBe(before);
    }));

  test("is refused with the field and a sentence where a build would fail, and nothing is written", () =>
    changing(HOME, async (before) => {
      const { status, body } = await saveChanged(HOME, set("sections.0.actions.0.href", "/no-such-page"));
      expect(status).toBe(422);
      expect(body.error).toMatch(/^Not saved\. Sections › 1 › Actions › 1 › Href: .*no-such-page/);
      expect((await saveChanged(HOME, set("title", ""))).body.error).toMatch(/title/);
      await changing(GALA, async (linked) => {
        const { body } = await saveChanged(GALA, set("draft", true));
        expect(body.error).toMatch(/^Nothing was changed.*\ncontent\/pages\/home\.yaml:\d+: .*is a draft/);
        expect(read(GALA)).toBe(linked);
        writeFileSync(at(GALA), `draft: true\n${linked}`);
        expect(await (await fetch(`${cms.frozen.url}/services/gala-dinners/`)).text()).toContain("<h1");
        const toDraft = await saveChanged(HOME, set("sections.0.actions.0.href", "/services/gala-dinners"));
        expect(toDraft.body.error).toMatch(/\/services\/gala-dinners" is a draft/);
      });
      expect(read(HOME)).toBe(before);
    }));

  test("can be saved twice, and is refused where somebody else changed the file", () =>
    changing(VENUE, async (before) => {
      const values = await cms.frozen.open(VENUE);
      expect(await cms.frozen.save(VENUE, set("area", "One")(values))).toMatchObject(saved);
      expect(await cms.frozen.save(VENUE, set("area", "Two")(values))).toMatchObject(saved);
      const other = await cms.frozen.open(VENUE);
      expect(await cms.frozen.save(VENUE, set("area", "Three")(values))).toMatchObject(saved);
      const late = await cms.frozen.save(VENUE, set("kind", "Motel")(other));
      expect(late.status).toBe(409);
      expect(late.body.error).toMatch(
        /was changed in the meantime: this form has its version \w{8}, the file is at \w{8}/,
      );
      expect(read(VENUE)).toBe(before.replace("area: Downtown", "area: Three"));
      const twisted = await cms.frozen.save("content/venues/downtown-rooftop.yaml", values);
      expect(twisted.status).toBe(409);
    }));

  test("makes an entry, once, with its picture upright and under a plain name", async () => {
    const { "eventsite-version": _, ...venue } = await cms.frozen.open(VENUE);
    const path = "content/venues/pier-hall.yaml";
    const picture = await photo(1600, 1000).jpeg().withMetadata({ orientation: 6 }).toBuffer();
    const assets = [assetOf("content/images/Pier Hall.JPG", picture)];
    const values = { ...venue, name: "Pier Hall", image: { src: "Pier Hall.JPG", alt: "A hall on a pier" } };
    const create = () => cms.frozen.save(path, values, { assets, options: { newEntry: true } });
    expect(await create()).toMatchObject(saved);
    expect(read(path)).toContain("image:\n  src: pier-hall.jpg\n  alt: A hall on a pier\n");
    const { width, height, orientation } = await sharp(readFileSync(at("content/images/pier-hall.jpg"))).metadata();
    expect({ width, height, orientation }).toEqual({ width: 1000, height: 1600, orientation: undefined });
    expect(await create()).toMatchObject({ status: 409 });
    const unnamed = await cms.frozen.save("content/venues/.yaml", { ...values, name: "東京" });
    expect(unnamed.body.error).toMatch(/Spell that in Latin letters/);
    expect(await cms.frozen.ask("deleteFile", { path: "content/images/pier-hall.jpg" })).toMatchObject({
      status: 422,
      body: { error: expect.stringMatching(/still shown by content\/venues\/pier-hall\.yaml:\d+/) },
    });
    expect(await cms.frozen.ask("deleteFiles", { paths: [path] })).toMatchObject(saved);
    expect(await cms.frozen.ask("deleteFile", { path: "content/images/pier-hall.jpg" })).toMatchObject(saved);
    expect(existsSync(at(path)) || existsSync(at("content/images/pier-hall.jpg"))).toBe(false);
  });
});

describe("a copy of an entry", () => {
  const path = "content/services/copy.yaml";
  const create = (values: Json) => cms.frozen.save(path, values, { options: { newEntry: true } });
  afterEach(() => rmSync(at(path), { force: true }));

  test("has the comments of its original, with the placeholders whose words are the same", async () => {
    const original = read("content/services/event-planning.yaml");
    const values = await cms.frozen.open("content/services/event-planning.yaml");
    const marked = original.split("\n").filter((line) => line.includes("# placeholder"));
    const { footerLabels: _, ...copied } = set("title", "Another title, planned in Toronto")(values);
    expect(await create({ ...copied, draft: true, name: "Copy" })).toMatchObject(saved);
    const copy = read(path);
    expect(copy.split("\n").filter((line) => line.includes("# placeholder"))).toEqual(marked);
    expect([/^draft: true$/m.test(copy), copy.includes("footerLabels")]).toEqual([true, false]);
    expect(read("content/services/event-planning.yaml")).toBe(original);
  });

  test("is written by its values alone where its original cannot be read any more", () =>
    changing(GALA, async () => {
      const values = await cms.frozen.open(GALA);
      const { footerLabels: _, ...copied } = set("title", "Another title, planned in Toronto")(values);
      writeFileSync(at(GALA), "name: [");
      expect(await create({ ...copied, draft: true, name: "Copy" })).toMatchObject(saved);
      expect(read(path)).toMatch(/^title: Another title/);
    }));
});

test("an entry that cannot be read says where, and the others of its folder are there", () =>
  changing(VENUE, async (before) => {
    writeFileSync(at(VENUE), before.replace("area: ", "area: ["));
    const { body } = await cms.frozen.ask("getEntry", { path: VENUE });
    expect(body.error).toMatch(/^content\/venues\/\S+\.yaml:\d+: The bracket/);
    expect((await cms.frozen.ask("entriesByFolder", { folder: "content/venues" })).body).toHaveLength(3);
  }));

test("an entry that goes is retired: what names it, and its address, lead to another, and a variant goes alone", async () => {
  const { body } = await cms.frozen.ask("successors", { path: GALA });
  expect(body).toEqual(expect.arrayContaining(["services/vip-dinners", "pages/contact"]));
  expect(body).not.toEqual(expect.arrayContaining(["services/gala-dinners"]));
  expect((await cms.frozen.ask("successors", { path: VENUE })).body).not.toContain("pages/contact");
  const variant = "content/services/event-planning@b.yaml";
  await changingAll(async () => {
    const retired = await cms.frozen.ask("deleteFiles", { paths: [GALA], to: "services/vip-dinners" });
    expect(retired).toMatchObject(saved);
    expect([existsSync(at(GALA)), read(HOME).includes("gala-dinners")]).toEqual([false, false]);
    expect(read("content/site.yaml")).toMatch(/from: \/services\/gala-dinners\n +to: \/services\/vip-dinners/);
    expect(await cms.frozen.ask("deleteFiles", { paths: [variant] })).toMatchObject(saved);
    expect([existsSync(at(variant)), existsSync(at(variant.replace("@b", "")))]).toEqual([false, true]);
  });
});

describe("a form of another program", () => {
  test("is held to the state of the file that it was handed", () =>
    changing(VENUE, async (before) => {
      const { "eventsite-version": _, ...values } = await cms.frozen.open(VENUE);
      expect(await cms.frozen.save(VENUE, set("area", "One")(values))).toMatchObject(saved);
      writeFileSync(at(VENUE), before.replace("kind: Hotel", "kind: Inn"));
      expect(await cms.frozen.save(VENUE, set("area", "Two")(values))).toMatchObject({ status: 409 });
      expect(read(VENUE)).toContain("kind: Inn");
    }));

  test("leaves no picture behind where the entry is refused", () =>
    changing(VENUE, async (before) => {
      const assets = [assetOf("content/images/left.png", await photo(60, 40).png().toBuffer())];
      const values = set("area", "{no.such.token}")(await cms.frozen.open(VENUE));
      expect(await cms.frozen.save(VENUE, values, { assets })).toMatchObject({ status: 422 });
      expect([existsSync(at("content/images/left.png")), read(VENUE)]).toEqual([false, before]);
    }));

  test("that was renamed, with its links and its old address, is not saved under the old name again", async () => {
    const [path, newPath] = [GALA, "content/services/gala-nights.yaml"];
    const values = await cms.frozen.open(path);
    const rename = (name: string) => cms.frozen.ask("deleteFiles", { paths: [path], name });
    await changingAll(async () => {
      expect(await rename("content/services/vip-dinners.yaml")).toMatchObject({ status: 422 });
      mkdirSync(at("content/files/services/galas"), { recursive: true });
      writeFileSync(at("content/files/services/galas/index.html"), "<p>Galas</p>");
      expect(await rename("galas")).toMatchObject({ status: 422 });
      expect(await rename("gala-nights")).toMatchObject(saved);
      expect([existsSync(at(path)), read(newPath)]).toEqual([
        false,
        expect.stringMatching(/formerly:\s+- gala-dinners/),
      ]);
      expect(read(HOME)).toContain("service: gala-nights");
      expect(await cms.frozen.save(path, values)).toMatchObject({ status: 409 });
    });
  });
});

test("`eventsite cms` writes the same forms for the repository that site.yaml names, without those of YAML", () =>
  changing("content/site.yaml", async (before) => {
    expect(await createCms({ root: root })).toMatchObject({ hasBackend: false });
    writeFileSync(at("content/site.yaml"), `${before}backend: { name: github, repo: acme/site, branch: main }\n`);
    const { text, hasBackend } = await createCms({ root: root, file: "admin/config.yml" });
    expect([hasBackend, readFileSync(at("admin/config.yml"), "utf8")]).toEqual([true, text]);
    const hosted = parse(text) as CmsClient["configuration"] & { readonly backend: object };
    expect(hosted.backend).toEqual({ name: "github", repo: "acme/site", branch: "main" });
    const names = ({ collections }: CmsClient["configuration"]) => collections.map(({ name }) => name);
    expect(names(hosted)).toEqual(names(cms.frozen.configuration));
    const holdsYaml = (configuration: object) => JSON.stringify(configuration).includes("Written as YAML.");
    expect([holdsYaml(hosted), holdsYaml(cms.frozen.configuration)]).toEqual([false, true]);
  }));

describe("pictures", () => {
  const upload = (path: string, content: Buffer) =>
    cms.frozen.ask("persistMedia", { asset: assetOf(path, content), options: {} });

  test("are listed, read and chosen by the name that a form has, without their folder", async () => {
    const { body } = await cms.frozen.ask("getMedia", { mediaFolder: "content/images" });
    expect(body).toEqual(expect.arrayContaining([expect.objectContaining({ name: "gala-ballroom.webp" })]));
    const { body: icon } = await cms.frozen.ask("getMediaFile", { path: "content/images/icon.svg" });
    expect(icon).toMatchObject({ id: "icons/icon.svg", path: "content/images/icon.svg", encoding: "base64" });
    await changing(VENUE, async () => {
      expect(await saveChanged(VENUE, set("image.src", "icon.svg"))).toMatchObject(saved);
      expect(read(VENUE)).toContain("src: icons/icon.svg");
    });
  });

  test("have an address on the page of the CMS, where drawings run nothing, but links out of the content", async () => {
    symlinkSync(join(projectDir, "README.md"), at("content/images/out.png"));
    const get = (src: string) => fetch(`${cms.frozen.url}/admin/media/${src}`);
    expect((await get("icon.svg")).status).toBe(200);
    const icon = await get("icons/icon.svg");
    expect([icon.status, icon.headers.get("content-type")]).toEqual([200, "image/svg+xml"]);
    expect(icon.headers.get("content-security-policy")).toMatch(/^default-src 'none'.*sandbox$/);
    for (const src of ["../site.yaml", "%2e%2e%2fsite.yaml", "none.png", "icons", "out.png"])
      expect((await get(src)).status).toBe(404);
    expect(await cms.frozen.ask("getMediaFile", { path: "content/images/out.png" })).toMatchObject({ status: 403 });
    expect(await cms.frozen.ask("getMedia", {})).toMatchObject(saved);
    rmSync(at("content/images/out.png"));
  });

  test("are no larger than anything shows them, and never written over another", async () => {
    const large = await photo(5000, 2500).png().toBuffer();
    const { body } = await upload("content/images/gala-ballroom.webp", large);
    expect(body).toMatchObject({ name: "gala-ballroom.png" });
    const { width } = await sharp(readFileSync(at("content/images/gala-ballroom.png"))).metadata();
    expect(width).toBe(4000);
    const second = await upload("content/images/gala-ballroom.png", await photo(50, 25).png().toBuffer());
    expect(second.body).toMatchObject({ name: "gala-ballroom-2.png" });
    for (const name of ["gala-ballroom.png", "gala-ballroom-2.png"]) rmSync(at(`content/images/${name}`));
  });

  const scripted = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><script>1</script></svg>';
  test.each<[string, Buffer, RegExp]>([
    ["a page", Buffer.from("<script>alert(1)</script>"), /is no SVG picture/],
    ["a drawing with a script", Buffer.from(scripted), /could run/],
  ])("that are %s are refused", async (_, content, reason) => {
    const before = readdirSync(at("content/images"));
    const { status, body } = await upload("content/images/x.svg", content);
    expect({ status, error: body.error }).toEqual({ status: 422, error: expect.stringMatching(reason) });
    expect(readdirSync(at("content/images"))).toEqual(before);
  });
});

describe("what is refused", () => {
  test("is to remove what others link to, with the list of them, and what every site has", async () => {
    const before = read(HOME);
    const used = await cms.frozen.ask("deleteFile", { path: GALA });
    expect(used.status).toBe(422);
    expect(used.body.error).toMatch(/^content\/pages\/home\.yaml:\d+: .*gala-dinners/m);
    for (const path of [HOME, "content/site.yaml"])
      expect(await cms.frozen.ask("deleteFile", { path })).toMatchObject({ status: 422 });
    expect([existsSync(at(GALA)), read(HOME)]).toEqual([true, before]);
  });

  test.each([
    "content/../secret.yaml",
    "content/venues/../../secret.yaml",
    "content/venues/%2e%2e/secret.yaml",
    "/etc/passwd",
    "content/images/../../secret.yaml",
    "content/README.md",
    "templates/index.ts",
    "content/venues/sub/secret.yaml",
    "content/venues/Secret.yaml",
    "content/pages/../venues/downtown-hotel.yaml",
  ])("is every path that is no entry: %s", async (path) => {
    writeFileSync(at("secret.yaml"), "name: secret\n");
    for (const [action, params] of [
      ["getEntry", { path }],
      ["getMediaFile", { path }],
      ["deleteFile", { path }],
      ["persistEntry", { dataFiles: [{ path, raw: "{}", slug: "x" }], assets: [], options: { newEntry: true } }],
    ] as const) {
      const { status, body } = await cms.frozen.ask(action, params);
      expect({ action, status, leaks: JSON.stringify(body).includes("name: secret") }).toMatchObject({
        action,
        status: 404,
        leaks: false,
      });
    }
    expect(read("secret.yaml")).toBe("name: secret\n");
  });

  test("is what the disk does not take, with the reason", async () => {
    const path = "content/venues/pier.yaml";
    mkdirSync(at(path));
    const made = await cms.frozen.save(path, await cms.frozen.open(VENUE), { options: { newEntry: true } });
    expect([made.status, made.body.error]).toEqual([
      500,
      "The content could not be written: there is a folder where a file should be.",
    ]);
    rmSync(at(path), { recursive: true });
  });

  test("is a request without the session's token, or from a page of another site", async () => {
    const [api, type] = [`${cms.frozen.url}/@eventsite/cms`, { "content-type": "application/json" }];
    const post = (token: string, more: Record<string, string> = {}) =>
      fetch(`${api}?token=${token}`, { method: "POST", headers: { ...type, ...more }, body: '{"action":"info"}' });
    const page = await fetch(`${cms.frozen.url}/admin/`);
    const token = /token=([\w-]+)/.exec(await page.text())?.[1] ?? "";
    expect((await post("")).status).toBe(403);
    expect((await post(token)).status).toBe(200);
    expect((await post(token, { origin: "https://evil.example" })).status).toBe(403);
    expect((await post(token, { "sec-fetch-site": "cross-site" })).status).toBe(403);
    expect((await post(token, { "x-forwarded-for": "192.0.2.7" })).status).toBe(403);
    const passedOn = await fetch(`${cms.frozen.url}/admin/`, { headers: { "x-forwarded-for": "192.0.2.7" } });
    expect([passedOn.status, await passedOn.text()]).toEqual([403, expect.not.stringContaining(token)]);
    expect(page.headers.get("content-security-policy")).toMatch(
      /^default-src 'none';.*connect-src 'self' blob:;.*frame-ancestors 'none'/,
    );
  });

  test("is none of the links between a page and its entry", async () => {
    const from = await (await fetch(`${cms.frozen.url}/admin/?page=/services/gala-dinners/`)).text();
    expect(from).toContain('"entry":"services/entries/gala-dinners"');
    for (const name of ["home", "home-no-form"]) {
      const to = await fetch(`${cms.frozen.url}/admin/page/pages/${name}`, { redirect: "manual" });
      expect([to.status, to.headers.get("location")]).toEqual([302, "/"]);
    }
  });
});

test("a file, or a line of it, opens the form that it is edited with, at its field", async () => {
  const openedAt = async (place: string) => {
    const page = await (await fetch(`${cms.frozen.url}/admin/?${place}`)).text();
    const { entry, field } = JSON.parse(/id="cms">(.*?)<\/script>/s.exec(page)?.[1] ?? "{}");
    return [entry, field];
  };
  const lineOf = (path: string, words: string) => read(path).slice(0, read(path).indexOf(words)).split("\n").length;
  const venue = "content/venues/downtown-hotel.yaml";
  const legal = "content/legal/terms-of-service.md";
  expect(await openedAt(`file=${venue}`)).toEqual(["venues/entries/downtown-hotel", undefined]);
  expect(await openedAt(`file=${venue}&line=${lineOf(venue, "1,500")}`)).toEqual([
    "venues/entries/downtown-hotel",
    ["layouts", 1, "guests"],
  ]);
  expect(await openedAt(`file=${legal}&line=${lineOf(legal, "## User Accounts")}`)).toEqual([
    "legal/entries/terms-of-service",
    ["body"],
  ]);
  expect(await openedAt("file=content/site.yaml&line=1")).toEqual(["site/entries/site", expect.anything()]);
  expect(await openedAt("file=../secret.yaml")).toEqual([undefined, undefined]);
});

describe("placeholders", () => {
  const VENUE = "content/venues/downtown-hotel.yaml";
  type Shown = readonly { readonly label: string; readonly words: string }[];
  const shownIn = (values: Json) => values["eventsite-placeholders"] as Shown;
  const real = (values: Json, label: string): Json => ({
    ...values,
    "eventsite-placeholders": shownIn(values).map((each) =>
      each.label.startsWith(label) ? { ...each, isReal: true } : each,
    ),
  });
  const marksOf = (path: string) => read(path).match(/\S+: .*(?= # placeholder)/g) ?? [];

  test("are listed with what they say, and are none any more where they are replaced or said to be real", () =>
    changing(VENUE, async () => {
      const before = marksOf(VENUE);
      const values = await cms.frozen.open(VENUE);
      expect(shownIn(values)[0]).toMatchObject({ label: "Name", words: values.name });
      expect(shownIn(values)).toHaveLength(before.length);
      const second = shownIn(values)[1];
      expect(
        await cms.frozen.save(VENUE, set("name", "Harbour House")(real(values, second?.label ?? ""))),
      ).toMatchObject(saved);
      expect(marksOf(VENUE)).toEqual(before.slice(2));
      expect(read(VENUE)).toContain("name: Harbour House\n");
    }));

  test("stay with an item that was moved, and go from it", () =>
    changing(VENUE, async () => {
      const before = marksOf(VENUE);
      const values = await cms.frozen.open(VENUE);
      const layouts = values.layouts as Json[];
      const turned = { ...values, layouts: layouts.toReversed() };
      const [, pressed] = shownIn(values);
      await cms.frozen.save(VENUE, real(turned, pressed?.label ?? ""));
      expect([...marksOf(VENUE)].sort()).toEqual(before.toSpliced(1, 1).sort());
    }));

  test("of a whole site are gone when all forms say so: it can be published", async () => {
    const { site, entries } = { site: "content/site.yaml", entries: readdirSync(at("content"), { recursive: true }) };
    const paths = entries.map((each) => `content/${each}`).filter((path) => /\/.+\/[^/]+\.(?:yaml|md)$/.test(path));
    const marked = [site, ...paths].filter((path) => /# placeholder/.test(read(path)) && !path.endsWith("README.md"));
    const before = marked.map((path) => [path, read(path)] as const);
    const found = async () =>
      (await check({ root, templatesDir: join(projectDir, "templates"), release: true })).diagnostics.filter(
        ({ code }) => code === "CONTENT_PLACEHOLDER",
      );
    expect(await found()).not.toEqual([]);
    try {
      for (const path of marked) expect(await saveChanged(path, (values) => real(values, ""))).toMatchObject(saved);
      expect(await found()).toEqual([]);
    } finally {
      for (const [path, text] of before) writeFileSync(at(path), text);
    }
  });
});
