// An island in each way it can go wrong, and the pages' policy. The island under test is laid over a copy of the templates.
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Browser } from "playwright";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openBrowser } from "../support/browser/browser.ts";
import { openVisitor, wakeIsland } from "../support/browser/visitor.ts";
import { type ServedSite, serveBuiltSite } from "../support/hosts/served-site.ts";
import { buildSite } from "../support/site/built-site.ts";
import { copyTemplates, projectDir } from "../support/site/with-site.ts";

/** Texts side by side, characters that HTML and JSON care about, and a button for each way to fail. */
const ISLAND = `
import { useEffect, useState } from "react";
import { defineIsland } from "eventsite/kit/island";
function Trial({ start, label }) {
  const [count, setCount] = useState(start);
  const [way, setWay] = useState("");
  useEffect(() => { if (way === "effect") throw new Error("effect failed"); }, [way]);
  if (way === "render") throw new Error("render failed");
  return <div>
    <button type="button" onClick={() => setCount(count + 1)}>Count {count} {label}</button>
    <button type="button" onClick={() => setWay("render")}>render</button>
    <button type="button" onClick={() => setWay("effect")}>effect</button>
    <button type="button" onClick={() => { throw new Error("event failed"); }}>event</button>
    <button type="button" onClick={() => setTimeout(() => { throw new Error("timer failed"); })}>timer</button>
    <button type="button" onClick={async () => { await null; throw new Error("promise failed"); }}>promise</button>
  </div>;
}
export default defineIsland({ name: "banner", hydrate: "HYDRATE", component: Trial });
`;
const COMPONENT = `
import { Island } from "../../components/Island.tsx";
import { Section } from "../../components/Section.tsx";
import trial from "./island.tsx";
export function Trial({ site, page }) {
  return <Section id={page.anchorId} className="banner dark" named={false}>
    <Island of={trial} props={{ start: 3, label: '<b>"quoted" & \\u2028</b>' }} site={site} />
  </Section>;
}
`;
const PATH = "/services/event-planning/";
const home = join(projectDir, ".eventsite/test-templates/islands");

/** Types are not checked when templates are compiled. */
async function serveTrial(name: string, engines: object, island: string): Promise<ServedSite> {
  const root = join(home, name);
  rmSync(root, { recursive: true, force: true });
  copyTemplates(root);
  const folder = join(root, "templates/sections/banner");
  writeFileSync(join(folder, "island.tsx"), island);
  writeFileSync(join(folder, "Trial.tsx"), COMPONENT);
  const section = readFileSync(join(folder, "index.tsx"), "utf8").replace("Component: Banner", "Component: Trial");
  writeFileSync(join(folder, "index.tsx"), `import { Trial } from "./Trial.tsx";\n${section}`);
  return serveBuiltSite(await buildSite({ templatesDir: join(root, "templates"), ...engines }));
}

let browser: Browser;
const servers: ServedSite[] = [];

beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(async () => {
  await Promise.all([browser?.close(), ...servers.map((server) => server.close())]);
});

describe.each([
  { renderer: "react", client: "preact" },
  { renderer: "react", client: "react" },
  { renderer: "preact", client: "react" },
] as const)("rendered by $renderer, alive with $client", ({ renderer, client }) => {
  let url = "";
  beforeAll(async () => {
    const server = await serveTrial(`${renderer}-${client}`, { renderer, client }, ISLAND.replace("HYDRATE", "load"));
    servers.push(server);
    url = server.url + PATH;
  });

  test("takes the page's HTML over as it is, and answers", async () => {
    const { page, issues, close } = await openVisitor(browser);
    await page.goto(url);
    const island = await wakeIsland(page, "banner");
    await island.getByRole("button", { name: /^Count/ }).click();
    await expect.poll(() => island.getByRole("button").first().textContent()).toBe('Count 4 <b>"quoted" & \u2028</b>');
    expect(issues).toEqual([]);
    await close();
  });

  test.each(["timer", "promise"])("stays when its %s fails: nothing that it draws depends on it", async (way) => {
    const { page, issues, close } = await openVisitor(browser);
    await page.goto(url);
    const island = await wakeIsland(page, "banner");
    await island.getByRole("button", { name: way, exact: true }).click();
    await expect.poll(() => issues.some((each) => each.includes(`${way} failed`))).toBe(true);
    expect(await island.getByRole("button").count()).toBe(6);
    await close();
  });

  test.each(["render", "effect", "event"])(
    "is replaced by a panel when its %s fails, and the page goes on",
    async (way) => {
      const { page, issues, close } = await openVisitor(browser);
      await page.goto(url);
      const island = await wakeIsland(page, "banner");
      await island.getByRole("button", { name: way, exact: true }).click();
      const panel = island.getByRole("alert");
      await panel.waitFor();
      expect(await panel.locator("p").allTextContents()).toEqual([
        "Unexpected Application Error!",
        `${way} failed`,
        "416-555-0142hello@example.com",
      ]);
      expect(await panel.getByRole("link", { name: "416-555-0142" }).getAttribute("href")).toBe("tel:+14165550142");
      expect(issues.some((each) => each.includes(`${way} failed`))).toBe(true);
      expect(await page.getByRole("heading", { level: 1 }).isVisible()).toBe(true);
      await close();
    },
  );
});

test("an island whose file does not come, or throws while it is read, keeps its HTML", async () => {
  const server = await serveTrial(
    "on-load",
    {},
    `${ISLAND.replace("HYDRATE", "load")}\nif (typeof window !== "undefined") throw new Error("file failed");`,
  );
  servers.push(server);
  for (const isServed of [true, false]) {
    const { page, close } = await openVisitor(browser);
    if (!isServed) await page.route(/island_banner/, (route) => route.abort());
    await page.goto(server.url + PATH);
    await page.locator("[data-island=banner][data-state=absent]").waitFor({ state: "attached" });
    expect(await page.locator("[data-island=banner] button").count()).toBe(6);
    expect(await page.getByRole("alert").count()).toBe(0);
    await close();
  }
});

test("an island that waits for the first touch answers to the very click that woke it", async () => {
  const server = await serveTrial("used", {}, ISLAND.replace("HYDRATE", "used"));
  servers.push(server);
  const { page, issues, close } = await openVisitor(browser);
  const asked: string[] = [];
  page.on("request", (request) => asked.push(request.url()));
  await page.goto(server.url + PATH);
  expect(asked.filter((address) => address.includes("island_banner"))).toEqual([]);
  const button = page.locator("[data-island=banner] button").first();
  await button.click();
  await expect.poll(() => button.textContent()).toMatch(/^Count 4/);
  expect(issues).toEqual([]);
  await close();
});

test("the policy of a page refuses script and style that are not its own", async () => {
  const server = await serveBuiltSite(await buildSite());
  servers.push(server);
  const { page, issues, close } = await openVisitor(browser);
  await page.goto(`${server.url}/contact/`);
  const ran = await page.evaluate(async () => {
    const violations: string[] = [];
    document.addEventListener("securitypolicyviolation", (event) => violations.push(event.effectiveDirective));
    const script = document.createElement("script");
    script.textContent = "window.intruder = true";
    const style = document.createElement("style");
    style.textContent = "body { display: none }";
    document.body.append(script, style);
    document.body.insertAdjacentHTML(
      "beforeend",
      '<p style="color: red">x</p><img src="x" onerror="window.intruder = true">',
    );
    // What is written at a picture would run when it fails.
    const image = document.querySelector('img[src="x"]');
    const failed = new Promise((done) => image?.addEventListener("error", done));
    await fetch("https://elsewhere.example/").catch(() => {});
    await failed;
    await new Promise((done) => setTimeout(done, 50));
    return {
      violations: [...new Set(violations)].sort(),
      intruder: "intruder" in window,
      display: getComputedStyle(document.body).display,
    };
  });
  expect(ran).toEqual({
    violations: expect.arrayContaining([
      "connect-src",
      "script-src-attr",
      "script-src-elem",
      "style-src-attr",
      "style-src-elem",
    ]),
    intruder: false,
    display: "block",
  });
  expect(issues.length).toBeGreaterThan(0);
  await close();
});
