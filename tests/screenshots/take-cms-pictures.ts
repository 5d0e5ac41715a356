// npm run screenshots -- --cms: the pictures of .github/edit-in-the-browser.md. They are Decap CMS itself, from its package, with the
// configuration that `eventsite cms` writes and the content of the frozen site; in place of a git host it has its own repository in memory.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import type { Page } from "playwright";
import sharp from "sharp";
import { parse } from "yaml";
import { cms } from "../../cli/index.ts";
import { launchBrowser } from "../support/browser/browser.ts";
import { frozenDir, projectDir } from "../support/site/with-site.ts";

const decapDir = join(projectDir, "node_modules/decap-cms/dist");
const CONTENT = "content";

/** Folders and texts as Decap's repository in memory has them. */
function filesIn(dir: string): object {
  const entries = readdirSync(dir, { withFileTypes: true }).flatMap((entry) => {
    const path = join(dir, entry.name);
    if (entry.isDirectory()) return [[entry.name, filesIn(path)]];
    return /\.(?:yaml|md)$/.test(entry.name) ? [[entry.name, { content: readFileSync(path, "utf8") }]] : [];
  });
  return Object.fromEntries(entries);
}

async function cmsPage() {
  const { text } = await cms({ root: frozenDir, templatesDir: join(projectDir, "templates") });
  const config = { ...parse(text), backend: { name: "test-repo" }, load_config_file: false };
  const json = (value: unknown) => JSON.stringify(value).replaceAll("<", "\\u003c");
  const repository = json({ [CONTENT]: filesIn(join(frozenDir, CONTENT)) });
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Content</title><body>
<script>
window.CMS_MANUAL_INIT = true;
window.repoFiles = ${repository};
// It looks for files by the parts of their path, and for folders by the whole of it.
for (const [name, folder] of Object.entries(repoFiles.${CONTENT})) repoFiles["${CONTENT}/" + name] = folder;
</script>
<script src="/decap-cms.js"></script>
<script>CMS.init({ config: ${json(config)} })</script>`;
}

/** The page, and the scripts of Decap's package. */
async function serve() {
  const page = await cmsPage();
  const server = createServer(({ url = "/" }, response) => {
    const name = new URL(url, "http://host").pathname.slice(1);
    const file = join(decapDir, name);
    if (name === "") response.setHeader("content-type", "text/html").end(page);
    else if (/^[\w.-]+$/.test(name) && existsSync(file)) response.end(readFileSync(file));
    else response.writeHead(404).end();
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` };
}

interface Change {
  readonly slug: string;
  readonly words: string;
  /** Where it is moved to on the board; left out, it stays a draft. */
  readonly status?: string;
}

const CHANGES: readonly Change[] = [
  {
    slug: "gala-dinners",
    words: "Gala dinners and awards ceremonies in Toronto, from the first tasting to the last trophy of the evening.",
    status: "Ready",
  },
  {
    slug: "vip-dinners",
    words: "Dinners for guests who must not wait: private rooms, quiet service and a driver at the door.",
    status: "In review",
  },
  {
    slug: "trade-shows",
    words: "Trade shows in Toronto: the stand, the staff and the days after, when those who asked are called.",
  },
];

/** Changes the description of a service, and saves: with the editorial workflow, that is a request. */
async function save(page: Page, url: string, { slug, words, status }: Change): Promise<void> {
  await page.goto(`${url}#/collections/services`);
  await page.locator(`a[href$="/entries/${slug}"]`).click();
  // It is there once the entry is loaded: what is typed earlier is lost.
  await page.getByRole("button", { name: "Delete published entry" }).waitFor();
  await page.getByLabel(/^Description/).fill(words);
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByText("Status: Draft").waitFor();
  if (status === undefined) return;
  await openStatus(page);
  await page.getByRole("menuitem", { name: status }).click();
  await page.getByText(`Status: ${status}`).waitFor();
}

const openStatus = (page: Page): Promise<void> => page.getByRole("button", { name: /^Status:/ }).click();

/** Writes both pictures: a saved entry with its status, and the board of all of them. */
export async function takeCmsPictures(): Promise<void> {
  const [{ server, url }, browser] = await Promise.all([serve(), launchBrowser()]);
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 560 } });
    // The board has dates.
    await page.clock.setFixedTime("2026-12-01T10:00");
    await page.goto(url);
    await page.getByRole("button", { name: "Login" }).click();
    await page.getByRole("link", { name: "Workflow" }).waitFor();
    for (const change of CHANGES) await save(page, url, change);
    await page.waitForFunction(() => document.querySelector(".Toastify__toast") === null);
    await openStatus(page);
    await keep(page, "cms-status.webp");
    await page.goto(`${url}#/workflow`);
    await page.getByText("Ready", { exact: true }).first().waitFor();
    await keep(page, "cms-board.webp");
  } finally {
    await browser.close();
    server.close();
  }
}

async function keep(page: Page, name: string): Promise<void> {
  const picture = sharp(await page.screenshot()).webp({ quality: 80 });
  await picture.toFile(join(projectDir, ".github", name));
}
